/// How an import identifies the records of rows, and how it treats rows that are wrong or have no record.
public struct ImportRules: Hashable, Sendable {
  /// Whether to leave out wrong rows and import the correct ones.
  public var keepGoing = false
  /// Whether rows without an ID create records even if the store already has a record with all values in the row.
  /// Otherwise such rows are wrong: importing a list of sales twice would double them.
  public var allowsDuplicates = false
  /// The attributes whose values, taken together, identify a row's record, such as a customer's e-mail address. They
  /// are used if the row has no known ID, and before unique keys. Text is compared without regard to case.
  public var key: [String] = []
  /// Whether to skip rows whose records don't exist.
  public var updatesOnly = false
  /// Whether to ignore columns and keys that the records of a row don't have. The summary lists them. A table in which
  /// this would ignore every column is still wrong.
  public var ignoresUnknown = false

  /// Creates rules. By default, a wrong row prevents the import, and records are identified by IDs and unique values.
  public init(
    keepGoing: Bool = false, allowsDuplicates: Bool = false, key: [String] = [], updatesOnly: Bool = false,
    ignoresUnknown: Bool = false
  ) {
    self.keepGoing = keepGoing
    self.allowsDuplicates = allowsDuplicates
    self.key = key
    self.updatesOnly = updatesOnly
    self.ignoresUnknown = ignoresUnknown
  }
}
