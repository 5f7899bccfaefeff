import Foundation
import ImageCodecs
import ObjectStore
import Rendering
import Shop

/// Makes products' manifests of what a catalog has on record. No picture is looked at but for colours.
public struct ManifestMaker {
  private let catalog: Catalog
  /// What the pictures' paths follow in addresses: nothing, or an address.
  public var base = ""
  /// The folder that is uploaded, below which addresses begin; nil for the output folder of the run that made a picture, or the
  /// catalog's where the picture is not in that.
  public var root: String?
  /// The recipe whose pictures are meant; nil for all.
  public var recipe: String?
  /// How wide the page shows pictures, as `sizes` has it.
  public var sizes = "100vw"
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Makes manifests of a catalog's products.
  public init(_ catalog: Catalog, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) {
    (self.catalog, self.limits, self.workers) = (catalog, limits, workers)
  }

  /// Products' manifests in the order of their SKUs: of all that are sold and have pictures, or of those named.
  ///
  /// - Parameters:
  ///   - ids: The products; nil for all.
  ///   - warn: Told of pictures that are left out.
  public func manifests(of ids: [UUID]? = nil, warn: (String) -> Void = { _ in }) throws -> [ProductManifest] {
    let (products, pictures, recipes, runs) = try catalog.read { reader in
      (
        try reader.fetch(
          Fetch<Catalog.Product>(
            where: ids.map { .oneOf("id", $0.map(\.attributeValue)) } ?? .equal("archived", false),
            by: [.init("sku")])),
        try reader.fetch(
          Fetch<Catalog.Photo>(where: .equal("kind", PhotoKind.rendition), by: [.init("view"), .init("path")])),
        try reader.fetch(Fetch<Catalog.Recipe>()),
        try reader.fetch(Fetch<Catalog.Run>())
      )
    }
    let folders = Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0.place?.folder) })
    let outputs = { (photo: Catalog.Photo) in photo.runId.flatMap { folders[$0] ?? nil } }
    let names = Dictionary(uniqueKeysWithValues: recipes.map { ($0.id, $0.name) })
    let owned = Dictionary(grouping: pictures, by: \.productId)
    return try products.compactMap { product in
      let shown = (owned[product.id] ?? []).filter { photo in
        let name = photo.recipeId.flatMap { names[$0] }
        if let recipe, name != recipe { return false }
        if way(to: photo, outputFolder: outputs(photo)) != nil { return true }
        warn(
          "\(photo.path) is left out, because it lies outside of \(root ?? "the output folder and the catalog's folder"), so that "
            + "it has no address; give the folder that is uploaded as the root")
        return false
      }
      guard !shown.isEmpty else {
        if ids != nil { warn("\(product.sku) has no pictures\(recipe.map { " by the recipe \($0)" } ?? "")") }
        return nil
      }
      let grouped = grouped(shown, of: product, recipes: names, outputs)
      return ProductManifest(
        sku: product.sku, name: product.name, price: product.price.priceText(in: product.currency),
        currency: product.currency, url: product.url,
        color: try product.tint.map { "\($0)" } ?? color(of: grouped), pictures: grouped)
    }
  }

  /// The path of a picture from the folder that is uploaded, or its address where it has one already; nil where it lies
  /// elsewhere.
  private func way(to photo: Catalog.Photo, outputFolder: String?) -> String? {
    if CatalogPaths.isAddress(photo.path) { return photo.path }
    let path = catalog.paths.resolvedPath(photo.path)
    for folder in root.map({ [absolutePath($0)] }) ?? [outputFolder].compactMap(\.self) {
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      if path.hasPrefix(prefix) { return String(path.dropFirst(prefix.count)) }
    }
    return root == nil && !photo.path.hasPrefix("/") ? photo.path : nil
  }

  /// Pictures that differ in size and format alone, together: of one photo by one recipe, of one shape.
  private func grouped(
    _ photos: [Catalog.Photo], of product: Catalog.Product, recipes: [UUID: String],
    _ outputFolder: (Catalog.Photo) -> String?
  ) -> [ManifestPicture] {
    var groups: [[Catalog.Photo]] = []
    for photo in photos {
      let place = groups.firstIndex { group in
        let first = group[0]
        return first.sourceId == photo.sourceId && first.recipeId == photo.recipeId && first.hasShape(of: photo)
      }
      if let place { groups[place].append(photo) } else { groups.append([photo]) }
    }
    return groups.map { group in
      ManifestPicture(
        of: group.map { file($0, outputFolder: outputFolder($0)) }, view: group[0].view,
        recipe: group[0].recipeId.flatMap { recipes[$0] },
        name: product.name, sizes: sizes)
    }
  }

  private func file(_ photo: Catalog.Photo, outputFolder: String?) -> ManifestPicture.File {
    let way = way(to: photo, outputFolder: outputFolder) ?? photo.path
    return ManifestPicture.File(
      url: CatalogPaths.isAddress(photo.path) ? photo.path : base + way.percentEncoded,
      width: Int(photo.width), height: Int(photo.height), format: photo.format,
      mediaType: ImageFileFormat(rawValue: photo.format)?.type.mediaType ?? "application/octet-stream",
      bytes: photo.bytes, sha256: photo.sha256, path: photo.path)
  }

  /// What most of the product has in its first picture, of a small file; nil where that cannot be read any more.
  private func color(of pictures: [ManifestPicture]) throws -> String? {
    let files = pictures.first?.files.sorted { $0.width < $1.width } ?? []
    guard let file = files.first(where: { $0.width >= DominantColor.side }) ?? files.last,
      !CatalogPaths.isAddress(file.path)
    else { return nil }
    let path = catalog.paths.resolvedPath(file.path)
    return (try? DominantColor(ofPictureAt: path, limits: limits, workers: workers))?.color.map { "\($0)" }
  }
}

extension Catalog.Photo {
  /// Whether one is the other at another size: sides are whole pixels, so that a shape is known to half of one on each side.
  fileprivate func hasShape(of other: Catalog.Photo) -> Bool {
    let difference = Int(width) * Int(other.height) - Int(height) * Int(other.width)
    return 2 * abs(difference) <= Int(max(width, height)) + Int(max(other.width, other.height))
  }
}

extension String {
  /// As a path in an address (RFC 3986), and without the commas and blanks that a `srcset` is divided by.
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/": true
        default: false
        }
      if isPlain { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
