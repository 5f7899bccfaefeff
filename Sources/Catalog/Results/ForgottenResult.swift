public import ObjectStore

/// What was removed for good, and which copies may still contain it.
public struct ForgottenResult: Hashable, Sendable, Codable {
  /// Number of records removed, by entity.
  public var records: [String: Int]
  /// Number of edits that can no longer be undone.
  public var edits: Int
  /// Number of other edits whose labels contained the record's name and were changed.
  public var renamed: Int
  /// The copies beside the catalog, which still contain the record.
  public var unreached: [String]
  /// Other places that may contain the record and that packshot can't check.
  public var unseen = ["backups", "exports", "catalogs of other shards", "programs that watched the catalog"]

  /// Creates the result.
  public init(_ forgotten: Forgotten) {
    (records, edits, renamed, unreached) = (forgotten.records, forgotten.edits, forgotten.renamed, forgotten.copies)
  }
}
