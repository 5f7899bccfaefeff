import Text

/// The product that a photo shows, and what linked the photo to it.
///
/// The first run that records a photo links it to the product whose SKU is in the photo's name. From then on the record
/// decides, even if the product's SKU changes. If a photo is renamed, so that its name contains another SKU, it is
/// linked to that product, unless a person has linked it since: that link stays.
public struct ProductLink: Hashable, Sendable {
  /// The SKU of the product.
  public var sku: String
  /// The view of the product in the photo.
  public var view: String?
  /// The SKU that the last run read from the photo's name; nil if no run has recorded the photo.
  public var skuOfName: String?
  /// The view that the last run read from the photo's name.
  public var viewOfName: String?
  /// Whether a person linked the photo to the product.
  public var isByHand: Bool

  /// Creates a link from its parts.
  public init(sku: String, view: String?, skuOfName: String?, viewOfName: String?, isByHand: Bool) {
    (self.sku, self.view) = (sku, view)
    (self.skuOfName, self.viewOfName) = (skuOfName, viewOfName)
    self.isByHand = isByHand
  }

  /// Creates the link of a photo that has no record, from its name.
  public init(named sku: String, view: String? = nil) {
    self.init(sku: sku, view: view, skuOfName: sku, viewOfName: view, isByHand: false)
  }

  /// Whether the link matches the photo's name, so that it could be made again from the name.
  public var isOfName: Bool { !isByHand && sku.nameFolded == skuOfName?.nameFolded && view == viewOfName }

  /// The link after a run has read the photo's name: see ``ProductLink``.
  ///
  /// - Parameter isRenamed: Whether the photo has a new name. If it doesn't, another SKU can only come from a recipe
  ///   that reads names differently, and a product whose SKU a person has changed keeps the photo.
  public func following(name sku: String, view: String?, isRenamed: Bool = false) -> ProductLink {
    var link = self
    (link.skuOfName, link.viewOfName) = (sku, view)
    let tellsAnother = skuOfName?.nameFolded != sku.nameFolded
    if tellsAnother, !isByHand, isRenamed || self.sku.nameFolded == skuOfName?.nameFolded { link.sku = sku }
    let isViewByHand = self.view != viewOfName
    if !isViewByHand { link.view = view }
    return link
  }
}
