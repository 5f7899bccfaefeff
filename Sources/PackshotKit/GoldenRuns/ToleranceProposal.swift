import Golden

/// A tighter tolerance for a case, derived from its passing renderings so far.
public struct ToleranceProposal: Sendable, Equatable {
  /// The case's name.
  public let name: String
  /// Number of checks in which the case passed.
  public let checks: Int
  /// The largest difference with which the case passed, in the measure used to compare its pictures.
  public let measure: Measure

  /// Creates a proposal with which the case would have passed all of the checks.
  public init(name: String, checks: Int, measure: Measure) {
    (self.name, self.checks, self.measure) = (name, checks, measure)
  }

  /// Returns proposals for cases that passed with a difference, sorted by name. Cases that passed only on a retry, or
  /// render differently each time, are ignored.
  ///
  /// - Parameter reports: Reports of earlier checks, in any order.
  public static func proposals(from reports: [SuiteReport]) -> [ToleranceProposal] {
    var passes: [String: [SuiteReport.Measured?]] = [:]
    for item in reports.flatMap(\.cases) where item.state == .passed && !item.isFlaky {
      passes[item.name, default: []].append(item.measured)
    }
    return passes.compactMap { name, passes in
      measure(holding: passes.compactMap(\.self)).map {
        ToleranceProposal(name: name, checks: passes.count, measure: $0)
      }
    }
    .sorted { $0.name < $1.name }
  }

  /// Returns the tightest tolerance that all results are within, rounded outwards to a short number. Returns nil
  /// without differences.
  private static func measure(holding passes: [SuiteReport.Measured]) -> Measure? {
    // If the measure of a case was changed, the order of the reports doesn't tell which is current, so the coarsest one
    // is used.
    if let lowest = passes.compactMap(\.similarity).min() { return .structure((lowest * 1000).rounded(.down) / 1000) }
    if let farthest = passes.compactMap(\.distance).max() { return .perceptual((farthest * 10).rounded(.up) / 10) }
    guard let largest = passes.map(\.largest).max(), largest > 0 else { return nil }
    return .channels(largest.rounded(.up))
  }

  /// The proposal as a line of `case.yaml`.
  public var setting: String {
    switch measure {
    case .exact: ""
    case .channels(let levels): "channels: \(levels.short(0))"
    case .perceptual(let distance): "perceptual: \(distance.short(1))"
    case .structure(let similarity): "ssim: \(similarity.short(3))"
    }
  }
}
