/// What forgetting a record takes away, beside the record itself; see ``Store/forget(_:_:isTrial:_:)``.
public struct Forgotten: Hashable, Sendable {
  /// How many records go, by the names of their entities: the record, and those that go along by its delete rules.
  public var records: [String: Int] = [:]
  /// How many edits go from the history. They can no longer be undone, or done again.
  public var edits = 0
  /// How many other edits are called something else from now on, because what they were called named the record.
  public var renamed = 0
  /// The copies of the store's file that lie beside it, as it was before it was migrated or repaired. They still have the
  /// record, and are left to whoever wants them.
  public var copies: [String]

  /// Nothing yet, beside copies that are there.
  public init(copies: [String] = []) { self.copies = copies }
}
