import Catalog
import Files
import Filters
import ObjectStore
import Recipes
import Text

/// The products that photos show: the recorded links, or else the products that ``ProductFinder`` finds. Also the focus that a
/// person set for a photo, which is read from the same record.
struct ProductLinks: Sendable {
  /// Finds the products of photos that no person has linked.
  let finder: ProductFinder
  /// Returns the record of a photo. Nil for a new photo.
  private let onRecord: @Sendable (InputPhoto) -> Record?
  /// SKUs by their folded names, as recorded, or as spelled by the first new photo.
  private let skus: [String: String]

  /// What is recorded of a photo.
  struct Record {
    var link: ProductLink?
    var focus: FocusPoint?
    /// Whether the photo is recorded under its former name.
    var isRenamed = false
  }

  /// Creates the links of photos that no catalog knows.
  init(_ finder: ProductFinder) { self.init(finder, skus: [:]) { _ in nil } }

  /// - Parameters:
  ///   - skus: Known SKUs by their folded names.
  ///   - onRecord: Returns the record of a photo.
  init(_ finder: ProductFinder, skus: [String: String], onRecord: @escaping @Sendable (InputPhoto) -> Record?) {
    (self.finder, self.skus, self.onRecord) = (finder, skus, onRecord)
  }

  /// Returns the link of a photo that the run will record.
  func link(of photo: InputPhoto) -> ProductLink {
    let name = finder.product(of: photo)
    guard let record = onRecord(photo), let link = record.link else {
      return ProductLink(named: sku(name.sku), view: name.view)
    }
    // If the recipe doesn't say how products are found, a photo keeps its recorded product.
    if !finder.isGiven || finder.hasLost(photo) { return link }
    return link.following(name: sku(name.sku), view: name.view, isRenamed: record.isRenamed)
  }

  /// Returns a warning about how a photo's product was found.
  func warning(of photo: InputPhoto) -> Warning? {
    guard let table = finder.tablePath, finder.hasLost(photo), let link = onRecord(photo)?.link else {
      return finder.warning(of: photo)
    }
    return Warning(
      "\(table) has no row for \"\(photo.path)\", so it stays linked to \(link.sku)",
      kind: "product kept", reason: "the table of photos has no row for it")
  }

  /// Returns the own focus of a photo.
  func focus(of photo: InputPhoto) -> Focus? { onRecord(photo)?.focus.map(Focus.init) }

  /// Returns a warning if a photo stays linked to a product although its name or row contains another SKU.
  func notice(of photo: InputPhoto) -> Warning? {
    guard finder.isGiven, !finder.hasLost(photo), let link = onRecord(photo)?.link, link.isByHand else { return nil }
    let name = finder.product(of: photo)
    let key = name.sku.nameFolded
    if key == link.skuOfName?.nameFolded || key == link.sku.nameFolded { return nil }
    return Warning(
      "the photo's name contains \(name.sku), but the photo was linked to \(link.sku) by hand, so the link is kept",
      kind: "product kept", reason: "linked by hand, although the file name contains another SKU")
  }

  /// Returns a SKU in its recorded spelling.
  private func sku(_ sku: String) -> String { skus.isEmpty ? sku : skus[sku.nameFolded] ?? sku }
}

extension ProductLinks {
  /// Creates the links of a run's photos.
  ///
  /// New photos whose SKUs differ only in spelling get the same SKU: as recorded, or as spelled by the first of them in
  /// the run's order. So their pictures keep the same names in the next run.
  ///
  /// - Parameters:
  ///   - known: The recorded photos.
  ///   - catalog: The catalog that contains the products.
  ///   - moved: Finds the record of a moved photo.
  ///   - path: Returns the absolute path of a photo.
  init(
    of photos: [InputPhoto], by finder: ProductFinder, known: KnownWork?, in catalog: Catalog?, moved: MovedPhotos,
    path: @escaping @Sendable (InputPhoto) -> String
  ) throws {
    let new = known.map { known in photos.filter { known.original(path($0)) == nil } } ?? photos
    let former = moved.linkedRecords(of: new.map(path), keepsAll: !finder.isGiven)
    var skus = new.isEmpty && !finder.isGiven ? [:] : try catalog?.skus() ?? [:]
    for photo in new {
      let sku = finder.product(of: photo).sku
      if skus[sku.nameFolded] == nil { skus[sku.nameFolded] = sku }
    }
    self.init(finder, skus: skus) { photo in
      if let known = known?.original(path(photo)) { return Record(link: known.link, focus: known.focus) }
      return former[FilePath(path(photo))].map { Record(link: $0.link, focus: $0.focus, isRenamed: true) }
    }
  }
}

extension Focus {
  /// Takes the point from the catalog.
  package init(_ point: FocusPoint) { self = .place(x: Double(point.x) / 1000, y: Double(point.y) / 1000) }
}

extension Catalog {
  /// Returns the SKUs of all products by their folded names.
  fileprivate func skus() throws -> [String: String] {
    let products = try read { try $0.fetch(Fetch<Product>(by: [.init("id")])) }
    return Dictionary(products.lazy.map { ($0.sku.nameFolded, $0.sku) }, uniquingKeysWith: { first, _ in first })
  }
}
