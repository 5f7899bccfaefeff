/// A marketplace with rules for product pictures.
public enum Marketplace: String, Sendable, CaseIterable {
  /// Amazon's main picture of a product. Other pictures there have fewer rules.
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

  /// Returns nil for an unknown name.
  ///
  /// - Parameter name: A raw value, or `amazon` for `amazon-main`.
  public init?(named name: String) { self.init(rawValue: name == "amazon" ? "amazon-main" : name) }

  /// The names used in recipes and on the command line.
  public static var names: [String] { allCases.map(\.rawValue) }

  /// The name to show to users.
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
