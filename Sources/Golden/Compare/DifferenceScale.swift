import PixelCore

/// The scale of a ``DifferencePicture``: five steps from light pink to dark red.
///
/// If the comparison allows a difference, the steps are multiples of that difference. So a colour means the same
/// whether a case allows 1 level or 20, and for all measures. If it allows none, the steps are 8-bit levels of the
/// channel that differs most.
public enum DifferenceScale: Hashable, Sendable {
  /// 8-bit levels, 0 to 255, of the channel that differs most.
  case levels
  /// Multiples of the difference that the measure allows.
  case multiples(of: Measure)

  /// Creates the scale for a measure.
  public init(_ measure: Measure) { self = measure.allowance > 0 ? .multiples(of: measure) : .levels }

  /// The level at which each step begins. The first step includes fractions of a level.
  fileprivate static let lowestLevels: [Double] = [1, 4, 10, 25, 64]
  /// The multiples above which each step except the first begins.
  fileprivate static let multiples: [Double] = [2, 4, 8, 16]

  /// Short texts for the steps, from the smallest difference to the largest.
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

  /// A title that explains the steps.
  public var title: String {
    switch self {
    case .levels: "Difference of a channel, of 255 levels"
    case .multiples(let measure): "Times the allowed \(measure.allowanceText)"
    }
  }
}

/// The thresholds of a scale's steps, prepared for a loop over pixels.
struct DifferenceSteps {
  /// Whether steps are determined by 8-bit levels instead of the measure's unit.
  let countLevels: Bool
  /// The distance above which each step except the first begins.
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

  /// Returns the step, 0 to 4, for a distance.
  @inline(__always)
  func callAsFunction(_ distance: Double) -> UInt8 {
    func isBehind(_ start: Double) -> UInt8 { distance > start ? 1 : 0 }
    return isBehind(starts.x) &+ isBehind(starts.y) &+ isBehind(starts.z) &+ isBehind(starts.w)
  }
}

extension Measure {
  /// The allowed difference in the measure's unit: levels, hundredths in OKLab, or the similarity's difference from 1.
  /// 0 if nothing is allowed.
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
