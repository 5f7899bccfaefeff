public import ObjectStore

/// Something in a catalog that is not as it should be, and what a repair would do about it.
public struct ProblemResult: Hashable, Sendable, Codable {
  /// What kind of problem it is.
  public var kind: String
  /// The entity of the record that it is about, if it is about one.
  public var entity: String?
  /// The record's id.
  public var id: String?
  /// What is wrong.
  public var message: String
  /// Whether it only takes space.
  public var isNote: Bool
  /// Where a repair is planned, whether it can be repaired without anybody deciding.
  public var isRepairable: Bool?
  /// Where a repair is planned, what would be done, or what to do instead.
  public var repair: String?

  /// A problem.
  ///
  /// - Parameter words: where a repair is planned, what people are told of it.
  public init(_ repair: Repair, words: String? = nil) {
    let problem = repair.problem
    (kind, entity, id) = (problem.kind, problem.subject?.entity, problem.subject?.id.text)
    (message, isNote) = (problem.message, problem.isNote)
    isRepairable = words == nil ? nil : repair.action != nil
    self.repair = words
  }

  /// `entity` and `id` are there with null where it is about no record.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encode(id, forKey: .id)
    try container.encode(message, forKey: .message)
    try container.encode(isNote, forKey: .isNote)
    try container.encodeIfPresent(isRepairable, forKey: .isRepairable)
    try container.encodeIfPresent(repair, forKey: .repair)
  }
}

/// What was removed that nothing needed.
public struct GarbageResult: Hashable, Sendable, Codable {
  /// How many files.
  public var files: Int
  /// How many bytes they had.
  public var bytes: Int

  /// What was removed.
  public init(_ garbage: Garbage) { (files, bytes) = (garbage.fileCount, garbage.byteCount) }
}

/// A copy that was made of a catalog.
public struct BackupResult: Hashable, Sendable, Codable {
  /// The copy's file.
  public var path: String

  /// A copy at `path`.
  public init(path: String) { self.path = path }
}

/// A catalog that was replaced by a backup.
public struct RestoreResult: Hashable, Sendable, Codable {
  /// The catalog's file.
  public var path: String
  /// Where the old catalog is kept; nil if there was none.
  public var kept: String?

  /// The catalog at `path`, and where the old one is kept.
  public init(path: String, kept: String?) { (self.path, self.kept) = (path, kept) }
}

/// The version that a catalog has.
public struct MigrationResult: Hashable, Sendable, Codable {
  /// The version.
  public var version: Int
  /// The version that the file had when it was opened.
  public var versionFound: Int
  /// Where it was brought up to date, the file as it was.
  public var kept: String?

  /// The version of a store that has been opened.
  public init(_ store: Store) {
    (version, versionFound) = (store.version, store.versionFound)
    kept = [0, version].contains(versionFound) ? nil : "\(store.path).before-v\(version)"
  }
}

/// What was written by an export.
public struct ExportResult: Hashable, Sendable, Codable {
  /// How many records.
  public var records: Int
  /// The file or folder.
  public var path: String

  /// So many records at `path`.
  public init(records: Int, path: String) { (self.records, self.path) = (records, path) }
}
