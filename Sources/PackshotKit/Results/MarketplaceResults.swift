public import Errors

/// Something that a marketplace asks of pictures, or advises.
public struct RuleResult: Hashable, Sendable, Codable {
  /// The marketplace.
  public var marketplace: String
  /// What has to be so.
  public var rule: String
  /// Whether a picture that is otherwise is still taken.
  public var advice: Bool
  /// The address of the marketplace's page about it.
  public var page: String
  /// Whether that page says so itself.
  public var verified: Bool
  /// The month in which that was read: `2026-11`.
  public var read: String

  /// A rule.
  public init(marketplace: String, rule: String, advice: Bool, page: String, verified: Bool, read: String) {
    (self.marketplace, self.rule, self.advice) = (marketplace, rule, advice)
    (self.page, self.verified, self.read) = (page, verified, read)
  }
}

/// What came of holding a picture against a marketplace's rules.
public struct PictureCheckResult: Hashable, Sendable, Codable {
  /// Something that is not as a rule says.
  public struct Finding: Hashable, Sendable, Codable {
    /// What is so instead.
    public var found: String
    /// What has to be so.
    public var rule: String
    /// Whether the picture is still taken.
    public var advice: Bool
    /// The address of the marketplace's page about the rule.
    public var page: String
    /// Whether that page says so itself.
    public var verified: Bool
    /// The month in which that was read: `2026-11`.
    public var read: String

    /// What was found where `rule` says otherwise.
    public init(found: String, _ rule: RuleResult) {
      (self.found, self.rule, advice) = (found, rule.rule, rule.advice)
      (page, verified, read) = (rule.page, rule.verified, rule.read)
    }
  }

  /// The picture's file.
  public var picture: String
  /// The marketplace.
  public var marketplace: String
  /// Whether all that is asked for is so, as far as a program can see.
  public var accepted: Bool
  /// What is not as the rules say.
  public var findings: [Finding]
  /// Why the picture could not be read; nil where it could.
  public var error: ErrorDescriptor?

  /// What came of a picture.
  public init(picture: String, marketplace: String, accepted: Bool, findings: [Finding], error: ErrorDescriptor?) {
    (self.picture, self.marketplace, self.accepted) = (picture, marketplace, accepted)
    (self.findings, self.error) = (findings, error)
  }
}
