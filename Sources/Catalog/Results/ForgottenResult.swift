public import ObjectStore

/// What was forgotten, with what cannot be reached.
public struct ForgottenResult: Hashable, Sendable, Codable {
  /// How many records went, by the names of their entities.
  public var records: [String: Int]
  /// How many edits can no longer be undone.
  public var edits: Int
  /// How many other edits are called something else now, because they were called after it.
  public var renamed: Int
  /// The copies of the catalog beside it, which still have what was forgotten.
  public var unreached: [String]
  /// Where else it may still be, of which packshot knows nothing.
  public var unseen = ["backups", "exports", "catalogs of other shards", "programs that watched the catalog"]

  /// What was forgotten.
  public init(_ forgotten: Forgotten) {
    (records, edits, renamed, unreached) = (forgotten.records, forgotten.edits, forgotten.renamed, forgotten.copies)
  }
}
