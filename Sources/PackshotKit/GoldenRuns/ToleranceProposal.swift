import Golden

/// How tight a case's tolerance could be: what its passing renderings have kept to so far.
public struct ToleranceProposal: Sendable, Equatable {
  /// The case's name.
  public let name: String
  /// How many checks it passed in.
  public let checks: Int
  /// The largest difference that it passed with, by the measure that it was compared by.
  public let measure: Measure

  /// A proposal by which `name`, which passed in so many checks, would have passed in each.
  public init(name: String, checks: Int, measure: Measure) {
    (self.name, self.checks, self.measure) = (name, checks, measure)
  }

  /// The proposals for cases that have passed with a difference, by name. What passed only on a retry, or differs each time,
  /// says nothing of what is right.
  ///
  /// - Parameter reports: Those of earlier checks, in any order.
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

  /// The tightest tolerance that all of it is within, rounded outwards to a number that people would write; nil where there is
  /// nothing.
  private static func measure(holding passes: [SuiteReport.Measured]) -> Measure? {
    // The latest measure of a case whose tolerance was changed cannot be told; the coarsest holds in any case.
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
