import ImageCodecs
import PixelCore

/// A marketplace's requirement or recommendation for pictures.
public struct MarketplaceRule: Sendable {
  /// The requirement of a rule.
  public enum Demand: Sendable {
    /// Pixels along the longer side.
    case longestSide(ClosedRange<Int>)
    /// Minimum width and height in pixels.
    case size(atLeast: PixelSize)
    /// Maximum width and height in pixels.
    case sides(atMost: Int)
    /// Width in pixels.
    case width(ClosedRange<Int>)
    /// Maximum number of pixels.
    case pixels(atMost: Int)
    /// Aspect ratio, width divided by height, with a description.
    case shape(ClosedRange<Double>, String)
    /// One of these formats.
    case formats([ImageFileFormat])
    /// Maximum size of the file in bytes.
    case bytes(atMost: Int)
    /// Pure white behind the product.
    case whiteBackdrop
    /// Minimum share of the picture's width or height that the product fills, in percent, whichever share is larger.
    case fill(atLeast: Int)
  }

  /// The source of a rule.
  public struct Source: Sendable {
    /// The reliability of a source.
    public enum Standing: String, Sendable, Codable {
      /// The marketplace's own page contains the rule.
      case own
      /// The rule was found only on other sites.
      case unverified
    }

    /// Address of the marketplace's page, even if the rule was found only on other sites.
    public let page: String
    /// The reliability of the source.
    public let standing: Standing
    /// Month in which the source was read.
    public let read: String
  }

  /// The requirement.
  public let demand: Demand
  /// Whether the rule is only a recommendation: pictures that break it are still accepted.
  public let isAdvice: Bool
  /// The source of the rule.
  public let source: Source

  static func rule(_ demand: Demand, _ source: Source) -> MarketplaceRule {
    MarketplaceRule(demand: demand, isAdvice: false, source: source)
  }

  static func advice(_ demand: Demand, _ source: Source) -> MarketplaceRule {
    MarketplaceRule(demand: demand, isAdvice: true, source: source)
  }
}

extension MarketplaceRule.Source: CustomStringConvertible {
  /// The source as text, such as `unverified, 2026-11, https://…`.
  public var description: String { (standing == .own ? "" : "unverified, ") + "\(read), \(page)" }
}

extension MarketplaceRule.Demand: CustomStringConvertible {
  /// The requirement as the end of a sentence: `at least 500 pixels along its longer side`.
  public var description: String {
    switch self {
    case .longestSide(let range): "\(Self.words(range)) along its longer side"
    case .size(let least): "at least \(least) pixels"
    case .sides(let most): "at most \(most) pixels along each side"
    case .width(let range): "\(Self.words(range)) wide"
    case .pixels(let most): "at most \(most / 1_000_000) megapixels"
    case .shape(_, let words): words
    case .formats(let formats): formats.map(\.name).joined(separator: ", ")
    case .bytes(let most): "at most \(most / 1_000_000) MB"
    case .whiteBackdrop: "pure white (#ffffff) behind the product"
    case .fill(let least): "a product that fills at least \(least) % of its width or height"
    }
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "at least \(range.lowerBound) pixels" : "\(range.lowerBound) to \(range.upperBound) pixels"
  }
}
