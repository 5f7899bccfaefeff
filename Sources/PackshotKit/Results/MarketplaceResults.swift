public import Errors

/// A marketplace's requirement or recommendation for pictures.
public struct RuleResult: Hashable, Sendable, Codable {
  /// The marketplace.
  public var marketplace: String
  /// The requirement.
  public var rule: String
  /// Whether the rule is only a recommendation: pictures that break it are still accepted.
  public var advice: Bool
  /// Address of the marketplace's page about the rule.
  public var page: String
  /// Whether the rule was confirmed on that page.
  public var verified: Bool
  /// Month in which the page was read, such as `2026-11`.
  public var read: String

  /// Creates a rule.
  public init(marketplace: String, rule: String, advice: Bool, page: String, verified: Bool, read: String) {
    (self.marketplace, self.rule, self.advice) = (marketplace, rule, advice)
    (self.page, self.verified, self.read) = (page, verified, read)
  }
}

/// The result of checking a picture against a marketplace's rules.
public struct PictureCheckResult: Hashable, Sendable, Codable {
  /// A rule that the picture breaks.
  public struct Finding: Hashable, Sendable, Codable {
    /// The property of the picture that breaks the rule.
    public var found: String
    /// The requirement.
    public var rule: String
    /// Whether the rule is only a recommendation: the picture is still accepted.
    public var advice: Bool
    /// Address of the marketplace's page about the rule.
    public var page: String
    /// Whether the rule was confirmed on that page.
    public var verified: Bool
    /// Month in which the page was read, such as `2026-11`.
    public var read: String

    /// Creates a finding that breaks `rule`.
    public init(found: String, _ rule: RuleResult) {
      (self.found, self.rule, advice) = (found, rule.rule, rule.advice)
      (page, verified, read) = (rule.page, rule.verified, rule.read)
    }
  }

  /// Path of the picture.
  public var picture: String
  /// The marketplace.
  public var marketplace: String
  /// Whether the picture meets all requirements that a program can check.
  public var accepted: Bool
  /// The rules that the picture breaks.
  public var findings: [Finding]
  /// The error if the picture couldn't be read.
  public var error: ErrorDescriptor?

  /// Creates the result for a picture.
  public init(picture: String, marketplace: String, accepted: Bool, findings: [Finding], error: ErrorDescriptor?) {
    (self.picture, self.marketplace, self.accepted) = (picture, marketplace, accepted)
    (self.findings, self.error) = (findings, error)
  }
}
