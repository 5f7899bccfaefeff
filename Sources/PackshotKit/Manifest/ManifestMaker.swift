import Catalog
import Foundation
import ImageCodecs
import ObjectStore
import Rendering

/// Makes product manifests from a catalog. Pictures are opened only to determine colours.
public struct ManifestMaker {
  private let catalog: Catalog
  /// The start of pictures' addresses: the HTTP address of the uploaded folder, or its path on the shop's own site,
  /// such as `/media/`. Empty for addresses relative to the page.
  public var base = ""
  /// The uploaded folder, which paths in addresses are relative to. If nil, the output folder of the run that made a
  /// picture, or the catalog's folder for pictures outside that output folder.
  public var root: String?
  /// Name of the recipe whose pictures are included. Nil for the pictures of all recipes.
  public var recipe: String?
  /// Width at which the page shows pictures, as the value of `sizes`.
  public var sizes = "100vw"
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Creates a maker for the products of a catalog.
  public init(_ catalog: Catalog, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none) {
    (self.catalog, self.limits, self.workers) = (catalog, limits, workers)
  }

  /// Returns manifests sorted by SKU, of all products that have pictures and aren't archived, or of the given products.
  ///
  /// - Parameters:
  ///   - ids: Ids of the products. Nil for all products that aren't archived.
  ///   - warn: Receives warnings about pictures that are left out.
  public func manifests(of ids: [UUID]? = nil, warn: (String) -> Void = { _ in }) throws -> [ProductManifest] {
    let (products, pictures, recipes, runs) = try catalog.read { reader in
      (
        try reader.fetch(
          Fetch<Catalog.Product>(
            where: ids.map { .oneOf("id", $0.map(\.attributeValue)) } ?? .equal("archived", false),
            by: [.init("sku")])),
        try reader.fetch(
          Fetch<Catalog.Photo>(
            where: .and([.equal("kind", PhotoKind.rendition), .compare("replacedAt", .equal, .null)]),
            by: [.init("view"), .init("path")])),
        try reader.fetch(Fetch<Catalog.Recipe>()),
        try reader.fetch(Fetch<Catalog.Run>())
      )
    }
    let addresses = try ManifestAddresses(base: base, root: root, in: catalog.paths)
    let folders = Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0.place?.folder) })
    let names = Dictionary(uniqueKeysWithValues: recipes.map { ($0.id, $0.name) })
    let owned = Dictionary(grouping: pictures, by: \.productId)
    return try products.compactMap { product in
      let all = owned[product.id] ?? []
      let current = all.filter { $0.productIdOfName == $0.productId }
      if current.count < all.count {
        warn(
          "\(all.count - current.count) pictures of \(product.sku) are left out, because their photos showed another product when "
            + "they were made; run their recipes again")
      }
      let shown = current.compactMap { photo -> Shown? in
        let name = photo.recipeId.flatMap { names[$0] }
        if let recipe, name != recipe { return nil }
        let folder = photo.runId.flatMap { folders[$0] ?? nil }
        guard let address = addresses.address(of: photo, outputFolder: folder) else {
          warn(
            "\(photo.path) is left out, because it is outside \(root ?? "the output folder and the catalog's folder"); "
              + "give the folder that is uploaded as the root")
          return nil
        }
        return Shown(photo: photo, recipe: name, address: address)
      }
      guard !shown.isEmpty else {
        if ids != nil { warn("\(product.sku) has no pictures\(recipe.map { " by the recipe \($0)" } ?? "")") }
        return nil
      }
      let grouped = grouped(shown, of: product)
      // A price of 0 is the default and means that no price is set.
      let price = product.price == 0 ? nil : product.price.priceText(in: product.currency)
      return ProductManifest(
        sku: product.sku, name: product.name, price: price, currency: price.map { _ in product.currency },
        url: product.url, color: try product.tint.map { "\($0)" } ?? color(of: grouped), pictures: grouped)
    }
  }

  /// A picture with its address.
  private struct Shown {
    let photo: Catalog.Photo
    /// Name of the recipe that made the picture.
    let recipe: String?
    let address: String

    /// Whether both files show the same picture, in different sizes or formats.
    func isSamePicture(as other: Shown) -> Bool {
      photo.picture != nil && photo.picture == other.photo.picture && photo.sourceId == other.photo.sourceId
        && recipe == other.recipe && photo.hasShape(of: other.photo)
    }

    var file: ManifestPicture.File {
      ManifestPicture.File(
        url: address, width: Int(photo.width), height: Int(photo.height), format: photo.format,
        mediaType: ImageFileFormat(rawValue: photo.format)?.type.mediaType ?? "application/octet-stream",
        bytes: photo.bytes, sha256: photo.sha256, path: photo.path)
    }
  }

  /// Groups files by the picture that they show.
  private func grouped(_ renditions: [Shown], of product: Catalog.Product) -> [ManifestPicture] {
    var groups: [[Shown]] = []
    for rendition in renditions {
      if let place = groups.firstIndex(where: { $0[0].isSamePicture(as: rendition) }) {
        groups[place].append(rendition)
      } else {
        groups.append([rendition])
      }
    }
    return groups.map { group in
      ManifestPicture(
        of: group.map(\.file), view: group[0].photo.view, recipe: group[0].recipe, name: product.name, sizes: sizes)
    }
  }

  /// Returns the dominant colour of the product in its first picture, from a small file. Returns nil if the file can't
  /// be read.
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
  /// Whether the files have the same aspect ratio. Sides are whole pixels, so each may be off by half a pixel.
  fileprivate func hasShape(of other: Catalog.Photo) -> Bool {
    let difference = Int(width) * Int(other.height) - Int(height) * Int(other.width)
    return 2 * abs(difference) <= Int(max(width, height)) + Int(max(other.width, other.height))
  }
}
