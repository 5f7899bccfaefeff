/// The measure of a pixel's difference, with the allowed amount.
public enum Measure: Hashable, Sendable {
  /// Any difference of straight values counts, except colours under an alpha of 0.
  case exact
  /// Maximum difference of a channel of the premultiplied pixels, including alpha, in levels of 255. For 16-bit pixels
  /// it can be fractional.
  case channels(Double)
  /// Maximum distance in OKLab in hundredths. About 2 is just noticeable.
  case perceptual(Double)
  /// Minimum structural similarity: 1 for equal areas, 0 for areas with nothing in common.
  case structure(Double)

  /// Number of rows above and below a pixel that its result depends on.
  var reach: Int {
    if case .structure = self { StructuralSimilarity.windowSide } else { 0 }
  }
}

/// The difference with which pictures still count as the same.
public struct Tolerance: Hashable, Sendable {
  /// The measure of a pixel's difference.
  public var measure: Measure
  /// Whether pixels count that differ only in the anti-aliasing of an edge.
  public var countsAntialiasing: Bool
  /// Number of pixels that can differ.
  public var pixels: Allowance
  /// Share of the pixels in any window of 8 × 8 that can differ, so that damage in one place isn't excused by the size
  /// of the picture.
  public var density: Double
  /// Whether the embedded colour profiles must be equal. With another profile, the same numbers are other colours.
  public var comparesProfiles: Bool

  /// A number of pixels.
  public enum Allowance: Hashable, Sendable {
    /// An absolute number.
    case count(Int)
    /// A share of the compared pixels, from 0 to 1.
    case share(Double)

    /// Returns the number of pixels out of `total`.
    public func count(of total: Int) -> Int {
      switch self {
      case .count(let count): count
      case .share(let share): share > 0 ? Int(min(share, 1) * Double(total)) : 0
      }
    }
  }

  /// Four pixels of a window: fewer than a line through the window has.
  public static let defaultDensity = 1.0 / 16

  /// Creates a tolerance. By default the pictures must be equal.
  public init(
    _ measure: Measure = .exact, countsAntialiasing: Bool = true, pixels: Allowance = .count(0),
    density: Double = Self.defaultDensity, comparesProfiles: Bool = true
  ) {
    self.measure = measure
    self.countsAntialiasing = countsAntialiasing
    self.pixels = pixels
    self.density = density
    self.comparesProfiles = comparesProfiles
  }
}

extension Tolerance: CustomStringConvertible {
  /// The tolerance as a line of text.
  public var description: String {
    var parts = [measure.description]
    if !countsAntialiasing { parts.append("anti-aliasing ignored") }
    switch pixels {
    case .count(0): break
    case .count(let count): parts.append("\(count) pixels may differ")
    case .share(let share): parts.append("\(share.percentage) of the pixels may differ")
    }
    if pixels != .count(0) { parts.append("\(density.percentage) of any window of 8 × 8") }
    if !comparesProfiles { parts.append("colour profiles ignored") }
    return parts.joined(separator: ", ")
  }
}

extension Measure: CustomStringConvertible {
  /// The measure as a short text.
  public var description: String {
    switch self {
    case .exact: "exactly"
    case .channels(let levels): "channels up to \(levels) levels apart"
    case .perceptual(let distance): "colours up to \(distance) apart in OKLab"
    case .structure(let similarity): "structural similarity of at least \(similarity)"
    }
  }
}
