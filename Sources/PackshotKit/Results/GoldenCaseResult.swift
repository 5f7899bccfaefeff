/// A case that was added to a golden suite.
public struct NewGoldenResult: Hashable, Sendable, Codable {
  /// The case's name.
  public var name: String
  /// Path of the expected picture.
  public var expected: String

  /// Creates the result for a case.
  public init(name: String, expected: String) { (self.name, self.expected) = (name, expected) }
}

/// The result of approving a case.
public struct ApprovalResult: Hashable, Sendable, Codable {
  /// The outcome of an approval.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// The rendered picture is now the expected picture.
    case approved
    /// The case renders the expected picture, so nothing was written.
    case passed
    /// The case can't be approved, so nothing was written.
    case refused
  }

  /// The case's name.
  public var name: String
  /// The outcome.
  public var outcome: Outcome
  /// Why the case was refused, or how the pictures differed.
  public var message: String?

  /// Creates the result for a case.
  public init(name: String, outcome: Outcome, message: String?) {
    (self.name, self.outcome, self.message) = (name, outcome, message)
  }
}

/// A tolerance proposed for a golden case from earlier results.
public struct ToleranceResult: Hashable, Sendable, Codable {
  /// The case's name.
  public var name: String
  /// Number of checks in which the case passed.
  public var checks: Int
  /// The tolerance as a line of `case.yaml`.
  public var setting: String

  /// Creates a proposal for a case.
  public init(name: String, checks: Int, setting: String) {
    (self.name, self.checks, self.setting) = (name, checks, setting)
  }
}

/// The result of a case of a golden suite.
public struct GoldenCaseResult: Hashable, Sendable, Codable {
  /// Always `case`, to distinguish it from the summary.
  public var event = "case"
  /// The case's name.
  public var name: String
  /// `passed`, `failed`, `missing`, `broken` or `obsolete`.
  public var state: String
  /// True if the case doesn't render the same each time, nil otherwise.
  public var flaky: Bool?
  /// A message about the failure.
  public var message: String?
  /// The name to approve: the case's name with the digits of the rendered picture.
  public var approve: String?
  /// `engine` if the case fails and only the engine has changed.
  public var cause: String?
  /// The parts of the engine whose version differs, if only the engine has changed.
  public var changed: [String]?
  /// The result of the comparison, if the case failed.
  public var result: ComparisonResult?

  /// Creates the result for a case.
  public init(name: String, state: String) { (self.name, self.state) = (name, state) }
}

/// The summary of checking a golden suite.
public struct GoldenSummaryResult: Hashable, Sendable, Codable {
  /// Always `summary`, to distinguish it from the cases.
  public var event = "summary"
  /// Cases that passed.
  public var passed: Int
  /// Cases that render something else than the expected picture.
  public var failed: Int
  /// Cases without an expected picture.
  public var missing: Int
  /// Expected pictures that belong to no case.
  public var obsolete: Int
  /// Cases that can't be rendered or compared.
  public var broken: Int
  /// Cases that don't render the same each time.
  public var flaky: Int
  /// Whether the check was stopped early.
  public var stopped: Bool
  /// Duration in seconds.
  public var seconds: Double
  /// An additional remark.
  public var note: String?

  /// Creates a summary from the number of cases of each outcome.
  public init(
    passed: Int, failed: Int, missing: Int, obsolete: Int, broken: Int, flaky: Int, stopped: Bool, seconds: Double,
    note: String?
  ) {
    (self.passed, self.failed, self.missing) = (passed, failed, missing)
    (self.obsolete, self.broken, self.flaky) = (obsolete, broken, flaky)
    (self.stopped, self.seconds, self.note) = (stopped, seconds, note)
  }
}
