/// The data that ``Store/forget(_:_:isTrial:_:)`` has removed or, in a trial, would remove.
public struct Forgotten: Hashable, Sendable {
  /// Number of removed records, by entity: the record, and the records that its delete rules remove.
  public var records: [String: Int] = [:]
  /// Number of edits removed from the history. They can no longer be undone or redone.
  public var edits = 0
  /// Number of other edits whose labels contained the record's name and were changed.
  public var renamed = 0
  /// The copies of the store's file beside it, made before migrations or repairs. They still contain the record, and
  /// are not changed.
  public var copies: [String]

  /// Creates an empty result, with existing copies.
  public init(copies: [String] = []) { self.copies = copies }
}
