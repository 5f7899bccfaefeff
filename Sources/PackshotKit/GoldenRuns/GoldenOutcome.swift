import Errors
import Golden

/// How a case has come out.
public struct GoldenOutcome: Sendable {
  /// The case's name.
  public let name: String
  /// Whether it passed.
  public let state: State
  /// What is the matter, in a line; empty where it passed.
  public let message: String
  /// What can be done about it, where the message does not say so.
  public let remedy: Remedy?
  /// What the comparison found, where there was one.
  public let result: PictureDifferences?
  /// What ``GoldenSuite`` cases are approved by: eight digits that tell what is rendered now.
  public let digest: String?
  /// What is of another version than when its expected picture was made, such as `packshot engine 4 → 5`, if the case failed
  /// and nothing else has changed: neither the recipe nor a picture.
  public internal(set) var engineDifferences: [String] = []
  /// Whether something in it is not the same each time: it did not pass at first and then did, or it failed and two
  /// renderings of it differ from each other.
  public internal(set) var isFlaky = false
  /// How long it took.
  public internal(set) var seconds = 0.0

  /// Whether a case passed.
  public typealias State = SuiteReport.State

  init(
    _ name: String, _ state: State, _ message: String = "", _ result: PictureDifferences? = nil,
    digest: String? = nil, remedy: Remedy? = nil
  ) {
    (self.name, self.state, self.message, self.result, self.digest) = (name, state, message, result, digest)
    self.remedy = remedy
  }

  /// Why it is flaky; nil where it is not.
  var flakiness: String? {
    guard isFlaky else { return nil }
    return state == .passed ? "it passed only on a retry" : "two renderings of it differ from each other"
  }

  /// What is the matter, and first that it is flaky, which makes a difference from the expected picture say little.
  public var messageWithFlakiness: String {
    [flakiness, message.isEmpty ? nil : message].compactMap(\.self).joined(separator: "; ")
  }

  /// The name with what tells this rendering: what `packshot golden approve` takes to approve nothing but what was seen.
  public var approval: String { digest.map { "\(name)@\($0)" } ?? name }
}

/// How a whole check has come out.
public struct GoldenSummary: Sendable {
  /// Cases by state.
  public internal(set) var counts: [GoldenOutcome.State: Int] = [:]
  /// Cases that do not come out the same each time.
  public internal(set) var flaky = 0
  /// Whether it was stopped before all cases were done.
  public internal(set) var isStopped = false
  /// How long the check took.
  public internal(set) var seconds = 0.0
  /// What else is to be said of it, as that a shard holds no cases; empty where nothing is.
  public internal(set) var note = ""

  /// How many cases came out so.
  public subscript(state: GoldenOutcome.State) -> Int { counts[state] ?? 0 }

  /// Whether nothing is the matter.
  public var isGood: Bool { !isStopped && counts.allSatisfy { $0.key == .passed || $0.value == 0 } }
}

extension GoldenSummary {
  /// The counts of a report, such as one that was merged of several.
  public init(_ report: SuiteReport) {
    for item in report.cases {
      counts[item.state, default: 0] += 1
      if item.isFlaky { flaky += 1 }
    }
    seconds = report.seconds
  }
}
