import Catalog
import Files
import Filters
import Foundation
import ObjectStore
import Parameters
import Recipes
import Text

/// The captions of a contact sheet: a text with fields, which are filled with values of each picture's file, photo record
/// and product.
struct SheetCaptions {
  private let text: Filters.Text
  /// Values from the catalog, by the pictures' paths. Pictures that the catalog doesn't know have no entry.
  private var recorded: [String: [String: ProductValue]] = [:]
  /// Pictures whose captions need the catalog, which doesn't know them: their number, and the path of one.
  private(set) var unknown: (count: Int, example: String) = (0, "")

  /// Fields with values of the picture's file.
  private static let ofFiles = ["file", "stem", "extension", "path"]
  /// Fields with values from the catalog.
  private static let ofCatalog = ["view"] + AttributeNames.ofProducts

  /// - Parameters:
  ///   - caption: The text with its fields.
  ///   - paths: The pictures.
  ///   - catalog: Opens the catalog. Called only if a field needs it.
  init(_ caption: String, of paths: [String], in catalog: () throws -> Catalog) throws {
    text = Filters.Text(caption)
    let fields = Set(text.fields)
    let names = Self.ofFiles + Self.ofCatalog
    if let wrong = text.fields.first(where: { !names.contains($0) }) {
      throw PackshotError.refusedSetting(
        "caption", found: "“\(caption)”, but there is no field {\(wrong)}",
        allowed: .described(
          "a text with fields such as {sku}" + Spelling.suggestion(Spelling.nearest(to: wrong, among: names))
            + ", of \(names.joined(separator: ", "))"))
    }
    if fields.isEmpty, caption.contains(where: { "{}".contains($0) }) {
      throw PackshotError.refusedSetting(
        "caption", found: "“\(caption)”, whose braces don't match",
        allowed: .described("a text with fields in braces, such as “{sku} {name}”"))
    }
    let asked = fields.subtracting(Self.ofFiles)
    if asked.isEmpty { return }
    recorded = try Self.values(of: paths, asked: asked, in: catalog())
    for path in paths where recorded[path] == nil {
      unknown = (unknown.count + 1, unknown.count == 0 ? path : unknown.example)
    }
  }

  /// Returns a picture's caption. It can be empty.
  ///
  /// - Throws: `FilterError` if a field with decimal places isn't a number.
  func caption(of path: String) throws -> String {
    let (stem, pathExtension) = path.splitPath.name.splitFileName
    var values = recorded[path] ?? [:]
    values["file"] = ProductValue(String(path.splitPath.name))
    values["stem"] = ProductValue(String(stem))
    values["extension"] = ProductValue(String(pathExtension ?? ""))
    values["path"] = ProductValue(path)
    // The space below a picture has room for one line.
    return try text.filled(with: values).text.split(whereSeparator: \.isNewline).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
  }

  /// Reads the values of the pictures that the catalog knows.
  private static func values(
    of paths: [String], asked: Set<String>, in catalog: Catalog
  ) throws -> [String: [String: ProductValue]] {
    // Runs record outputs without symbolic links, and photos as they were given.
    let places = paths.map { path in
      [absolutePath(path), realPath(path)].compactMap(\.self).map(catalog.paths.storedPath)
    }
    return try catalog.read { reader in
      var photos: [String: Catalog.Photo] = [:]
      var products: [UUID: Catalog.Product] = [:]
      let all = Array(Set(places.joined()))
      for start in stride(from: 0, to: all.count, by: 500) {
        let part = all[start..<min(start + 500, all.count)].map(\.attributeValue)
        // A file can be recorded as an original and as a rendition; the order makes the choice the same each time.
        for photo in try reader.fetch(Fetch<Catalog.Photo>(where: .oneOf("path", part), by: [.init("kind")])) {
          photos[photo.path] = photo
        }
      }
      let ids = Array(Set(photos.values.compactMap(\.productId)))
      for start in stride(from: 0, to: ids.count, by: 500) {
        let part = ids[start..<min(start + 500, ids.count)].map(\.attributeValue)
        for product in try reader.fetch(Fetch<Catalog.Product>(where: .oneOf("id", part))) {
          products[product.id] = product
        }
      }
      var values: [String: [String: ProductValue]] = [:]
      for (path, places) in zip(paths, places) {
        guard let photo = places.lazy.compactMap({ photos[$0] }).first else { continue }
        var found =
          photo.productId.flatMap { products[$0] }
          .map { ProductTable.values(of: $0, asked: asked.sorted()) } ?? [:]
        found["view"] = photo.view.map { ProductValue($0) }
        values[path] = found
      }
      return values
    }
  }
}
