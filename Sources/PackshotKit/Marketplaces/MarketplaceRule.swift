import ImageCodecs
import PixelCore

/// Something that a marketplace asks of pictures, or advises.
public struct MarketplaceRule: Sendable {
  /// What is asked.
  public enum Demand: Sendable {
    /// Pixels along the longer side.
    case longestSide(ClosedRange<Int>)
    /// Pixels across and down, at least.
    case size(atLeast: PixelSize)
    /// Pixels across and down, at most.
    case sides(atMost: Int)
    /// Pixels across.
    case width(ClosedRange<Int>)
    /// No more pixels in all.
    case pixels(atMost: Int)
    /// Width by height, and the same in words.
    case shape(ClosedRange<Double>, String)
    /// One of these formats.
    case formats([ImageFileFormat])
    /// No more bytes in the file.
    case bytes(atMost: Int)
    /// Pure white behind the product.
    case whiteBackdrop
    /// How much of the picture's width or height the product takes, in percent: of that of which it takes more.
    case fill(atLeast: Int)
  }

  /// Where a rule is found.
  public struct Source: Sendable {
    /// What is known of a source.
    public enum Standing: String, Sendable, Codable {
      /// The marketplace's own page says so.
      case own
      /// Others say so of it.
      case unverified
    }

    /// The page's address. That of the marketplace also where only others were read.
    public let page: String
    /// What is known of it.
    public let standing: Standing
    /// The month in which it was read.
    public let read: String
  }

  /// What is asked of a picture.
  public let demand: Demand
  /// Whether a picture that is otherwise is still taken.
  public let isAdvice: Bool
  /// Where the rule is written.
  public let source: Source

  static func rule(_ demand: Demand, _ source: Source) -> MarketplaceRule {
    MarketplaceRule(demand: demand, isAdvice: false, source: source)
  }

  static func advice(_ demand: Demand, _ source: Source) -> MarketplaceRule {
    MarketplaceRule(demand: demand, isAdvice: true, source: source)
  }
}

extension MarketplaceRule.Source: CustomStringConvertible {
  /// Such as `unverified, 2026-11, https://…`.
  public var description: String { (standing == .own ? "" : "unverified, ") + "\(read), \(page)" }
}

extension MarketplaceRule.Demand: CustomStringConvertible {
  /// What has to be, as the end of a sentence: `at least 500 pixels along its longer side`.
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
    case .fill(let least): "a product that takes at least \(least) % of its width or height"
    }
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "at least \(range.lowerBound) pixels" : "\(range.lowerBound) to \(range.upperBound) pixels"
  }
}
