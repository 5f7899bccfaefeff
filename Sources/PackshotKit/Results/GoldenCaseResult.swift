/// A case that was added to a golden suite.
public struct NewGoldenResult: Hashable, Sendable, Codable {
  /// The case's name.
  public var name: String
  /// The picture that is expected of it from now on.
  public var expected: String

  /// The case of this name.
  public init(name: String, expected: String) { (self.name, self.expected) = (name, expected) }
}

/// What became of a case that was to be approved.
public struct ApprovalResult: Hashable, Sendable, Codable {
  /// What became of it.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// What it renders is the expected picture now.
    case approved
    /// It renders to the expected picture; nothing was written.
    case passed
    /// It cannot be approved; nothing was written.
    case refused
  }

  /// The case's name.
  public var name: String
  /// What became of it.
  public var outcome: Outcome
  /// Why it was refused, or what it differed in.
  public var message: String?

  /// The case of this name.
  public init(name: String, outcome: Outcome, message: String?) {
    (self.name, self.outcome, self.message) = (name, outcome, message)
  }
}

/// A tolerance that was proposed for a golden case by earlier results.
public struct ToleranceResult: Hashable, Sendable, Codable {
  /// The case's name.
  public var name: String
  /// In how many checks it passed with a difference.
  public var checks: Int
  /// As `case.yaml` would have it.
  public var setting: String

  /// A proposal for the case of this name.
  public init(name: String, checks: Int, setting: String) {
    (self.name, self.checks, self.setting) = (name, checks, setting)
  }
}

/// How a case of a golden suite has come out.
public struct GoldenCaseResult: Hashable, Sendable, Codable {
  /// `case`, which tells it from the summary.
  public var event = "case"
  /// The case's name.
  public var name: String
  /// `passed`, `failed`, `missing`, `broken` or `obsolete`.
  public var state: String
  /// There and true where it does not come out the same each time.
  public var flaky: Bool?
  /// What is the matter.
  public var message: String?
  /// The name with the digits of what was rendered, by which it is approved.
  public var approve: String?
  /// Why it fails, where nothing but that has changed: `engine`.
  public var because: String?
  /// What is of another version, where that is why.
  public var changed: [String]?
  /// What the comparison found, where it failed.
  public var result: ComparisonResult?

  /// The case of this name.
  public init(name: String, state: String) { (self.name, self.state) = (name, state) }
}

/// How a check of a golden suite has come out.
public struct GoldenSummaryResult: Hashable, Sendable, Codable {
  /// `summary`, which tells it from the cases.
  public var event = "summary"
  /// Cases that passed.
  public var passed: Int
  /// Cases that render to something else than expected.
  public var failed: Int
  /// Cases without an expected picture.
  public var missing: Int
  /// Expected pictures that belong to no case.
  public var obsolete: Int
  /// Cases that cannot be rendered or compared.
  public var broken: Int
  /// Cases that do not come out the same each time.
  public var flaky: Int
  /// Whether it was stopped before all cases were done.
  public var stopped: Bool
  /// How long it took.
  public var seconds: Double
  /// What else is to be said of it.
  public var note: String?

  /// So many cases, by how they came out.
  public init(
    passed: Int, failed: Int, missing: Int, obsolete: Int, broken: Int, flaky: Int, stopped: Bool, seconds: Double,
    note: String?
  ) {
    (self.passed, self.failed, self.missing) = (passed, failed, missing)
    (self.obsolete, self.broken, self.flaky) = (obsolete, broken, flaky)
    (self.stopped, self.seconds, self.note) = (stopped, seconds, note)
  }
}
