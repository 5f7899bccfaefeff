import Foundation
import ImageCodecs
import ObjectStore
import Shop
import Text

/// What a shop's page needs to show a product: its facts, and its pictures in all their sizes and formats, with the markup that has
/// browsers choose among them.
public struct ProductManifest: Encodable, Sendable {
  /// The shop's number of the product.
  public var sku: String
  /// What people call it.
  public var name: String
  /// In decimal digits, as the currency has them: `12.50`.
  public var price: String
  /// The currency of the price, by ISO 4217.
  public var currency: String
  /// The product's page in the shop.
  public var url: URL?
  /// `#rrggbb`: the product's tint, or what most of the product has in its first picture.
  public var color: String?
  /// Its pictures, in the order of their views.
  public var pictures: [ManifestPicture]
}

/// One picture of a product: files that differ in their size and format alone.
public struct ManifestPicture: Encodable, Sendable {
  /// The view that the photo shows.
  public var view: String?
  /// The recipe that made them.
  public var recipe: String?
  /// Pixels of the largest.
  public var width: Int
  /// Pixels of the largest, down.
  public var height: Int
  /// The picture's files, in their sizes and formats.
  public var files: [File]
  /// For each media type, the value of a `srcset`.
  public var srcset: [Set]
  /// An HTML element: a `<picture>`, or where there is one format alone, an `<img>`.
  public var html: String

  /// A file of a picture.
  public struct File: Encodable, Sendable {
    /// Where it is, or will be.
    public var url: String
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// Its format.
    public var format: String
    /// Its media type, such as `image/webp`.
    public var mediaType: String
    /// Bytes in it.
    public var bytes: Int64
    /// SHA-256 of it, in 64 lower-case digits.
    public var sha256: String
    /// As the catalog has it.
    let path: String

    private enum CodingKeys: String, CodingKey { case url, width, height, format, mediaType, bytes, sha256 }
  }

  /// The files of one format, for a `source` of HTML.
  public struct Set: Encodable, Sendable {
    /// Their media type.
    public var mediaType: String
    /// What stands in `srcset`.
    public var srcset: String
  }

  /// - Parameters:
  ///   - files: Of one shape.
  ///   - name: What the picture shows, for those who do not see it.
  ///   - sizes: The value of `sizes`: how wide the page shows the picture.
  init(of files: [File], view: String?, recipe: String?, name: String, sizes: String) {
    // Formats in the order in which browsers are to try them; in each from small to large.
    let formats = Dictionary(grouping: files, by: \.format).values.map { $0.sorted { $0.width < $1.width } }.sorted {
      Self.rank($0[0].format) < Self.rank($1[0].format)
    }
    self.files = formats.flatMap { $0 }
    (self.view, self.recipe) = (view, recipe)
    let largest = formats.last!.last!
    (width, height) = (largest.width, largest.height)
    let sets = formats.map { files in
      Set(
        mediaType: files[0].mediaType, srcset: files.map { "\($0.url) \($0.width)w" }.joined(separator: ", "))
    }
    srcset = sets
    html = Self.html(sets, formats.last!, alt: view.map { "\(name), \($0)" } ?? name, sizes: sizes)
  }

  /// The smaller files first; those that every browser knows last.
  private static func rank(_ format: String) -> Int { ["avif", "webp", "png", "jpeg"].firstIndex(of: format) ?? -1 }

  private static func html(_ sets: [Set], _ last: [File], alt: String, sizes: String) -> String {
    let largest = last.last!
    func attribute(_ name: String, _ value: String) -> String { " \(name)=\"\(markupText(value))\"" }
    func choice(_ set: Set) -> String {
      attribute("srcset", set.srcset) + attribute("sizes", sizes)
    }
    let image =
      "<img" + attribute("src", largest.url) + (last.count > 1 ? choice(sets.last!) : "")
      + attribute("width", "\(largest.width)") + attribute("height", "\(largest.height)") + attribute("alt", alt)
      + " loading=\"lazy\">"
    if sets.count == 1 { return image }
    let sources = sets.dropLast().map { set in
      "<source" + attribute("type", set.mediaType) + choice(set) + ">"
    }
    return "<picture>\(sources.joined())\(image)</picture>"
  }
}

extension ProductManifest {
  /// Writes it into a folder, which is made if it is not there, as a file with the name of its SKU.
  public func write(into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A SKU may have any characters; a name is no path, and is not hidden.
    var name = sku.replacing("%", with: "%25").replacing("/", with: "%2F")
    if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
    var text = "\(JSONValue(encoding: self))\n"
    try text.withUTF8 { try TemporaryFile.write(UnsafeRawBufferPointer($0), to: "\(folder)/\(name).json") }
  }
}

extension Catalog {
  /// Gives products without a tint the colour that their manifest has, as one edit. Returns how many.
  public func setTints(by manifests: [ProductManifest]) throws -> Int {
    let colors = manifests.compactMap { manifest in
      manifest.color.flatMap { Tint(attributeValue: .string($0)) }.map { (manifest.sku, $0) }
    }
    let label = "colours of products by their pictures"
    return try edit(label) { edit in
      var count = 0
      for (sku, tint) in colors {
        guard var product: Product = try edit.first(Fetch(where: .equal("sku", sku))), product.tint == nil else {
          continue
        }
        product.tint = tint
        try edit.save(product)
        count += 1
      }
      return count
    }
  }
}
