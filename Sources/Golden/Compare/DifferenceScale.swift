import PixelCore

/// How far apart pixels of a ``DifferencePicture`` are, in five steps from a light pink to a dark red.
///
/// Where a comparison allows a difference, the steps count in multiples of it: so the colour says the same of a case that
/// allows 1 level and of one that allows 20, and of colours and structures as of channels. Where it allows none there is
/// nothing to multiply, and the steps are levels of 255 of the channel that is furthest apart.
public enum DifferenceScale: Hashable, Sendable {
  /// Levels of 255.
  case levels
  /// Multiples of what the measure allows.
  case multiples(of: Measure)

  /// The scale of what is compared by a measure.
  public init(_ measure: Measure) { self = measure.allowance > 0 ? .multiples(of: measure) : .levels }

  /// The levels that each step begins at; the first one has fractions of a level too.
  fileprivate static let lowestLevels: [Double] = [1, 4, 10, 25, 64]
  /// The multiples behind which each step but the first begins.
  fileprivate static let multiples: [Double] = [2, 4, 8, 16]

  /// The steps in a few words each, from the least difference to the most.
  public var steps: [String] {
    switch self {
    case .levels:
      zip(Self.lowestLevels, Self.lowestLevels.dropFirst().map { $0 - 1 } + [255]).map { "\(Int($0))–\(Int($1))" }
    case .multiples:
      ["up to \(Int(Self.multiples[0])) ×"]
        + zip(Self.multiples, Self.multiples.dropFirst()).map { "\(Int($0))–\(Int($1)) ×" }
        + ["over \(Int(Self.multiples.last!)) ×"]
    }
  }

  /// What the steps count, for people.
  public var title: String {
    switch self {
    case .levels: "Difference of a channel, of 255 levels"
    case .multiples(let measure): "Times the allowed \(measure.allowanceText)"
    }
  }
}

/// Where the steps of a scale begin, at hand for a loop over pixels.
struct DifferenceSteps {
  /// Whether pixels are put into steps by their levels of 255, and not by what the measure counts.
  let countLevels: Bool
  /// What a pixel of each step but the first is further apart than.
  private let starts: SIMD4<Double>

  init(_ scale: DifferenceScale) {
    switch scale {
    case .levels:
      countLevels = true
      starts = SIMD4(DifferenceScale.lowestLevels.dropFirst().map(\.nextDown))
    case .multiples(let measure):
      countLevels = false
      starts = measure.allowance * SIMD4(DifferenceScale.multiples)
    }
  }

  /// The step, 0 to 4, of a pixel that is so far apart.
  @inline(__always)
  func callAsFunction(_ distance: Double) -> UInt8 {
    func isBehind(_ start: Double) -> UInt8 { distance > start ? 1 : 0 }
    return isBehind(starts.x) &+ isBehind(starts.y) &+ isBehind(starts.z) &+ isBehind(starts.w)
  }
}

extension Measure {
  /// What pixels may be apart without being different, in what the measure counts: levels, hundredths of OKLab, or what
  /// similarity lacks of 1; 0 where nothing is allowed.
  var allowance: Double {
    switch self {
    case .exact: 0
    case .channels(let levels): levels
    case .perceptual(let distance): distance
    case .structure(let similarity): 1 - similarity
    }
  }

  fileprivate var allowanceText: String {
    switch self {
    case .exact: "0"
    case .channels(let levels): "\(levels.short(4)) \(levels == 1 ? "level" : "levels")"
    case .perceptual(let distance): "distance of \(distance.short(4)) in OKLab"
    case .structure: "dissimilarity of \(allowance.short(4))"
    }
  }
}
