import Text

/// The product that a photo shows, and how it came to.
///
/// A photo's name makes the first link: the run that first records the photo links it to the product whose SKU the name tells.
/// From then on the record decides, whatever becomes of the product's SKU. A photo that is renamed so that its name tells
/// another product follows its name, unless a person has linked it since: that link stays.
public struct ProductLink: Hashable, Sendable {
  /// The SKU of the product.
  public var sku: String
  /// The view of the product that the photo shows.
  public var view: String?
  /// The SKU that the photo's name told the last run; nil if no run has recorded the photo.
  public var skuOfName: String?
  /// The view that the name told with it.
  public var viewOfName: String?
  /// Whether a person linked the photo to the product, and not its name.
  public var isByHand: Bool

  /// A link from its parts.
  public init(sku: String, view: String?, skuOfName: String?, viewOfName: String?, isByHand: Bool) {
    (self.sku, self.view) = (sku, view)
    (self.skuOfName, self.viewOfName) = (skuOfName, viewOfName)
    self.isByHand = isByHand
  }

  /// The link of a photo that isn't on record, which its name makes.
  public init(named sku: String, view: String? = nil) {
    self.init(sku: sku, view: view, skuOfName: sku, viewOfName: view, isByHand: false)
  }

  /// Whether the link is what the photo's name told: nothing is lost if the name makes it anew.
  public var isOfName: Bool { !isByHand && sku.nameFolded == skuOfName?.nameFolded && view == viewOfName }

  /// The link after a run has read the photo's name: see ``ProductLink``.
  ///
  /// - Parameter isRenamed: Whether the photo has another name now. Otherwise its name can tell another SKU only because a recipe
  ///   reads it differently, and a product whose SKU a person has changed keeps the photo.
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
