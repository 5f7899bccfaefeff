import Errors
import Golden

/// The result of checking a case.
public struct GoldenOutcome: Sendable {
  /// The case's name.
  public let name: String
  /// The state, such as passed or failed.
  public let state: State
  /// A line about the problem. Empty if the case passed.
  public let message: String
  /// What the user can do about the problem, if the message doesn't say so.
  public let remedy: Remedy?
  /// The result of the comparison, if there was one.
  public let result: PictureDifferences?
  /// Eight hexadecimal digits that identify the rendered picture, used to approve cases of a ``GoldenSuite``.
  public let digest: String?
  /// The versions that differ from the versions recorded in the expected picture, such as `packshot engine 4 → 5`.
  /// Empty unless the case failed and nothing else has changed, neither the recipe nor a picture.
  public internal(set) var engineDifferences: [String] = []
  /// Whether the case isn't deterministic: it passed only on a retry, or it failed and two renderings of it differ.
  public internal(set) var isFlaky = false
  /// Duration in seconds.
  public internal(set) var seconds = 0.0

  /// The state of a case, such as passed or failed.
  public typealias State = SuiteReport.State

  init(
    _ name: String, _ state: State, _ message: String = "", _ result: PictureDifferences? = nil,
    digest: String? = nil, remedy: Remedy? = nil
  ) {
    (self.name, self.state, self.message, self.result, self.digest) = (name, state, message, result, digest)
    self.remedy = remedy
  }

  /// The reason why the case is flaky, or nil.
  var flakiness: String? {
    guard isFlaky else { return nil }
    return state == .passed ? "it passed only on a retry" : "two renderings of it differ from each other"
  }

  /// The message. It starts with the case's flakiness, because that makes the difference less meaningful.
  public var messageWithFlakiness: String {
    [flakiness, message.isEmpty ? nil : message].compactMap(\.self).joined(separator: "; ")
  }

  /// The name with the digits of this rendering. `packshot golden approve` takes it to approve exactly the reviewed
  /// picture.
  public var approval: String { digest.map { "\(name)@\($0)" } ?? name }
}

/// The summary of a check.
public struct GoldenSummary: Sendable {
  /// Number of cases by state.
  public internal(set) var counts: [GoldenOutcome.State: Int] = [:]
  /// Cases that don't render the same each time.
  public internal(set) var flaky = 0
  /// Whether the check was stopped early.
  public internal(set) var isStopped = false
  /// Duration in seconds.
  public internal(set) var seconds = 0.0
  /// An additional remark, for example that a shard contains no cases. May be empty.
  public internal(set) var note = ""

  /// The number of cases in a state.
  public subscript(state: GoldenOutcome.State) -> Int { counts[state] ?? 0 }

  /// Whether the check finished and all cases passed.
  public var isGood: Bool { !isStopped && counts.allSatisfy { $0.key == .passed || $0.value == 0 } }
}

extension GoldenSummary {
  /// Creates the summary of a report, such as a merged report.
  public init(_ report: SuiteReport) {
    for item in report.cases {
      counts[item.state, default: 0] += 1
      if item.isFlaky { flaky += 1 }
    }
    seconds = report.seconds
  }
}
