/// A place where products are sold or shown, and that has rules for their pictures.
public enum Marketplace: String, Sendable, CaseIterable {
  /// Amazon's main picture of a product. Its other pictures have fewer rules.
  case amazonMain = "amazon-main"
  /// eBay.
  case ebay
  /// Google Merchant Center.
  case google
  /// Shopify.
  case shopify
  /// Zalando.
  case zalando
  /// Instagram.
  case instagram

  /// - Parameter name: A raw value, or `amazon`.
  public init?(named name: String) { self.init(rawValue: name == "amazon" ? "amazon-main" : name) }

  /// What recipes and the command line call them.
  public static var names: [String] { allCases.map(\.rawValue) }

  /// What people call it.
  public var title: String {
    switch self {
    case .amazonMain: "Amazon (main picture)"
    case .ebay: "eBay"
    case .google: "Google Merchant Center"
    case .shopify: "Shopify"
    case .zalando: "Zalando"
    case .instagram: "Instagram"
    }
  }
}
