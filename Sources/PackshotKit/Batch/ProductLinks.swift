import Catalog
import Files
import ObjectStore
import Recipes
import Text

/// The products that photos show: those that they are linked to on record, otherwise those that their names tell.
struct ProductLinks: Sendable {
  private let pattern: SKUPattern?
  /// Returns the link of a photo on record, and whether that is under the photo's former name.
  private let onRecord: @Sendable (InputPhoto) -> (link: ProductLink, isRenamed: Bool)?
  /// SKUs as they are written on record, or by the first photo that is to be put there, by the keys of their names.
  private let skus: [String: String]

  /// For photos that no catalog knows.
  init(pattern: SKUPattern?) { self.init(pattern: pattern, skus: [:]) { _ in nil } }

  /// - Parameters:
  ///   - skus: The SKUs that are known, by the keys of their names.
  ///   - onRecord: Returns the link of a photo on record, and whether that is under the photo's former name.
  init(
    pattern: SKUPattern?, skus: [String: String],
    onRecord: @escaping @Sendable (InputPhoto) -> (link: ProductLink, isRenamed: Bool)?
  ) {
    (self.pattern, self.skus, self.onRecord) = (pattern, skus, onRecord)
  }

  /// The link of a photo, as the run will record it.
  func link(of photo: InputPhoto) -> ProductLink {
    let name = Self.name(of: photo, by: pattern)
    guard let (link, isRenamed) = onRecord(photo) else {
      return ProductLink(named: sku(name.sku), view: name.view)
    }
    // A recipe that says nothing of SKUs leaves a photo with the product that it has.
    if pattern == nil { return link }
    return link.following(name: sku(name.sku), view: name.view, isRenamed: isRenamed)
  }

  /// What a person should know if a photo stays with a product although its name now tells another one; nil otherwise.
  func notice(of photo: InputPhoto) -> Warning? {
    guard pattern != nil, let link = onRecord(photo)?.link, link.isByHand else { return nil }
    let name = Self.name(of: photo, by: pattern)
    let key = name.sku.nameFolded
    if key == link.skuOfName?.nameFolded || key == link.sku.nameFolded { return nil }
    return Warning(
      "the photo's name says \(name.sku), but it was linked to \(link.sku) by hand, so it stays with \(link.sku)",
      kind: "product kept", reason: "linked by hand, although the file name tells another SKU")
  }

  /// A SKU as it is on record.
  private func sku(_ sku: String) -> String { skus.isEmpty ? sku : skus[sku.nameFolded] ?? sku }

  /// The product that a photo's name tells. If the recipe has no pattern or it does not match, that is the photo's own name; a
  /// name in which there is nothing to be seen is no SKU, and is taken with the file's extension.
  static func name(of photo: InputPhoto, by pattern: SKUPattern?) -> SKUPattern.Match {
    if let match = pattern?.match(photo.name), !match.sku.isBlank { return match }
    return SKUPattern.Match(sku: photo.name.isBlank ? "\(photo.name).\(photo.extension)" : photo.name, view: nil)
  }
}

extension ProductLinks {
  /// The links of a run's photos.
  ///
  /// Photos that aren't on record and whose SKUs have the same key get the same SKU: as on record, otherwise as the first of them
  /// in the run's order writes it. So the names of their pictures are the same in the next run.
  ///
  /// - Parameters:
  ///   - known: The photos on record.
  ///   - catalog: Has the products.
  ///   - moved: Finds the record of a photo that was moved.
  ///   - path: A photo's path from the root.
  init(
    of photos: [InputPhoto], by pattern: SKUPattern?, known: KnownWork?, in catalog: Catalog?, moved: MovedPhotos,
    path: @escaping @Sendable (InputPhoto) -> String
  ) throws {
    let new = known.map { known in photos.filter { known.original(path($0)) == nil } } ?? photos
    let former = moved.linkedRecords(of: new.map(path), keepsAll: pattern == nil)
    var skus = new.isEmpty && pattern == nil ? [:] : try catalog?.skus() ?? [:]
    for photo in new {
      let sku = Self.name(of: photo, by: pattern).sku
      if skus[sku.nameFolded] == nil { skus[sku.nameFolded] = sku }
    }
    self.init(pattern: pattern, skus: skus) { photo in
      if let link = known?.original(path(photo))?.link { return (link, false) }
      return former[FilePath(path(photo))]?.link.map { ($0, true) }
    }
  }
}

extension Catalog {
  /// The SKUs of all products, by the keys of their names.
  fileprivate func skus() throws -> [String: String] {
    let products = try read { try $0.fetch(Fetch<Product>(by: [.init("id")])) }
    return Dictionary(products.lazy.map { ($0.sku.nameFolded, $0.sku) }, uniquingKeysWith: { first, _ in first })
  }
}
