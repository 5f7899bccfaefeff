/// What makes two pixels different.
public enum Measure: Hashable, Sendable {
  /// Any difference of their straight values. Colour that nobody sees, under an alpha of 0, is none.
  case exact
  /// A channel of the premultiplied pixels, alpha among them, that is further apart than this: levels of 255, also of
  /// 16-bit pixels, which have fractions of one.
  case channels(Double)
  /// A distance in OKLab beyond this, in hundredths: 2 is about what a person just notices (``PerceptualDistance``).
  case perceptual(Double)
  /// A place that is less like the other picture than this: 1 is the same, 0 has nothing in common
  /// (``StructuralSimilarity``).
  case structure(Double)

  /// How many pixels above and below one decide about it.
  var reach: Int {
    if case .structure = self { StructuralSimilarity.windowSide } else { 0 }
  }
}

/// How far pictures may be apart and still count as the same.
public struct Tolerance: Hashable, Sendable {
  /// What makes two pixels different.
  public var measure: Measure
  /// Whether pixels count that only an edge drawn with other anti-aliasing explains (``Antialiasing``).
  public var countsAntialiasing: Bool
  /// How many pixels may differ.
  public var pixels: Allowance
  /// How many of the pixels of any window of 8 × 8 may differ, as a share: damage in one place is not made good by how
  /// large the rest of the picture is.
  public var density: Double
  /// Whether the embedded colour profiles must be the same: with another one the same numbers are other colours.
  public var comparesProfiles: Bool

  /// A number of pixels.
  public enum Allowance: Hashable, Sendable {
    /// So many pixels.
    case count(Int)
    /// A share of the pixels that are looked at, 0 to 1.
    case share(Double)

    /// How many that is of `total`.
    public func count(of total: Int) -> Int {
      switch self {
      case .count(let count): count
      case .share(let share): share > 0 ? Int(min(share, 1) * Double(total)) : 0
      }
    }
  }

  /// Four pixels of a window: a line through it is more.
  public static let defaultDensity = 1.0 / 16

  /// A tolerance; without arguments none at all.
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
  /// The tolerance in a line, for people.
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
  /// The measure in a few words, for people.
  public var description: String {
    switch self {
    case .exact: "exactly"
    case .channels(let levels): "channels up to \(levels) levels apart"
    case .perceptual(let distance): "colours up to \(distance) apart in OKLab"
    case .structure(let similarity): "structural similarity of at least \(similarity)"
    }
  }
}
