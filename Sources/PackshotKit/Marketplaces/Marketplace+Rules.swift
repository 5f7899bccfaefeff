import PixelCore

extension Marketplace {
  /// The marketplace's rules that a program can check. It can't check, for example, that a picture contains no text.
  public var rules: [MarketplaceRule] {
    switch self {
    case .amazonMain: Self.amazonMainRules
    case .ebay: Self.ebayRules
    case .google: Self.googleRules
    case .shopify: Self.shopifyRules
    case .zalando: Self.zalandoRules
    case .instagram: Self.instagramRules
    }
  }

  private static let read = "2026-11"

  private static func own(_ page: String) -> MarketplaceRule.Source {
    MarketplaceRule.Source(page: page, standing: .own, read: read)
  }

  private static func unverified(_ page: String) -> MarketplaceRule.Source {
    MarketplaceRule.Source(page: page, standing: .unverified, read: read)
  }

  private static let amazonMainRules: [MarketplaceRule] = {
    let page = unverified("https://sellercentral.amazon.com/help/hub/reference/G1881")
    return [
      .rule(.formats([.jpeg, .png, .tiff, .gif]), page), .rule(.longestSide(500...10_000), page),
      .advice(.longestSide(1000...Int.max), page), .rule(.whiteBackdrop, page), .rule(.fill(atLeast: 85), page),
    ]
  }()

  private static let ebayRules: [MarketplaceRule] = {
    let policy = own("https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370")
    let guide = own(
      "https://developer.ebay.com/devzone/merchant-products/catalog-best-practices/content/images.html")
    return [
      .rule(.longestSide(500...Int.max), policy), .rule(.formats([.jpeg, .png, .tiff]), guide),
      .rule(.bytes(atMost: 12_000_000), guide), .advice(.longestSide(800...Int.max), guide),
    ]
  }()

  private static let googleRules: [MarketplaceRule] = {
    let page = "https://support.google.com/merchants/answer/6324350"
    return [
      .rule(.formats([.jpeg, .webp, .png, .gif, .bmp, .tiff]), own(page)),
      .rule(.size(atLeast: PixelSize(width: 100, height: 100)), unverified(page)),
      // Google requires this size for clothes already, and for all products from January 2027 on.
      .advice(.size(atLeast: PixelSize(width: 500, height: 500)), unverified(page)),
      .rule(.pixels(atMost: 64_000_000), unverified(page)), .rule(.bytes(atMost: 16_000_000), unverified(page)),
    ]
  }()

  private static let shopifyRules: [MarketplaceRule] = {
    let page = unverified("https://help.shopify.com/en/manual/products/product-media/product-media-types")
    return [
      .rule(.formats([.jpeg, .png, .webp, .heic, .tiff]), page), .rule(.sides(atMost: 5000), page),
      .rule(.pixels(atMost: 25_000_000), page), .rule(.bytes(atMost: 20_000_000), page),
      .advice(.size(atLeast: PixelSize(width: 800, height: 800)), page),
      .advice(.shape(1...1, "square"), page),
    ]
  }()

  private static let zalandoRules: [MarketplaceRule] = {
    let page = own("https://partner.zalando.com/university/article/zalando-image-guidelines")
    return [
      .rule(.formats([.jpeg]), page),
      .rule(.shape(1 / 1.45...1 / 1.43, "an aspect ratio of 1 : 1.44, upright"), page),
      .rule(.size(atLeast: PixelSize(width: 762, height: 1100)), page),
      .advice(.size(atLeast: PixelSize(width: 1801, height: 2600)), page), .rule(.bytes(atMost: 20_000_000), page),
    ]
  }()

  private static let instagramRules: [MarketplaceRule] = {
    let page = unverified("https://help.instagram.com/1631821640426723")
    return [
      .rule(.formats([.jpeg, .png]), page), .rule(.shape(0.8...1.91, "an aspect ratio from 4 : 5 to 1.91 : 1"), page),
      .rule(.width(320...Int.max), page), .advice(.width(1080...1440), page),
    ]
  }()
}
