/// How an import tells which record a row is about, and what it does with those that it does not know.
public struct ImportRules: Hashable, Sendable {
  /// Whether to leave out what is wrong and import the rest.
  public var keepGoing = false
  /// Whether rows without an id make records even where the store has some that are all the row says. Else they are wrong: a
  /// list of sales that is imported twice would double them.
  public var allowsRepeats = false
  /// The attributes by whose values, taken together, a row is about a record that has them, such as a customer's e-mail
  /// address: where it has no id that is known, and before what is unique of it. Case makes no difference in text.
  public var key: [String] = []
  /// Whether rows about records that are not there are passed over.
  public var updatesOnly = false

  /// Rules that leave nothing out and know records by ids and unique values.
  public init(
    keepGoing: Bool = false, allowsRepeats: Bool = false, key: [String] = [], updatesOnly: Bool = false
  ) {
    self.keepGoing = keepGoing
    self.allowsRepeats = allowsRepeats
    self.key = key
    self.updatesOnly = updatesOnly
  }
}
