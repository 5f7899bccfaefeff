public import ObjectStore

/// A problem in a catalog, and what a repair would do about it.
public struct ProblemResult: Hashable, Sendable, Codable {
  /// Kind of problem.
  public var kind: String
  /// The entity of the record concerned, if there is one.
  public var entity: String?
  /// The record's id.
  public var id: String?
  /// Message that describes the problem.
  public var message: String
  /// Whether the problem only wastes space.
  public var isNote: Bool
  /// In a plan for repair, whether the problem can be repaired without a decision.
  public var isRepairable: Bool?
  /// In a plan for repair, what would be done, or what to do instead.
  public var repair: String?

  /// Creates the result for a problem.
  ///
  /// - Parameter words: In a plan for repair, the text for people.
  public init(_ repair: Repair, words: String? = nil) {
    let problem = repair.problem
    (kind, entity, id) = (problem.kind, problem.subject?.entity, problem.subject?.id.text)
    (message, isNote) = (problem.message, problem.isNote)
    isRepairable = words == nil ? nil : repair.action != nil
    self.repair = words
  }

  /// Encodes `entity` and `id` as null if the problem concerns no record.
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

/// Unneeded files that were removed.
public struct GarbageResult: Hashable, Sendable, Codable {
  /// Number of files.
  public var files: Int
  /// Size of the files in bytes.
  public var bytes: Int

  /// Creates the result from the removed files.
  public init(_ garbage: Garbage) { (files, bytes) = (garbage.fileCount, garbage.byteCount) }
}

/// A backup of a catalog.
public struct BackupResult: Hashable, Sendable, Codable {
  /// Path of the backup.
  public var path: String

  /// Creates the result for a backup at `path`.
  public init(path: String) { self.path = path }
}

/// A catalog that was replaced with a backup.
public struct RestoreResult: Hashable, Sendable, Codable {
  /// The catalog's file.
  public var path: String
  /// Path where the old catalog is kept; nil if there was none.
  public var kept: String?
  /// What the backup lacks, such as the bytes of photos that were stored in the catalog.
  public var lost: [ProblemResult]

  /// Creates the result for the catalog at `path`.
  public init(path: String, _ restored: Restored) {
    (self.path, kept) = (path, restored.kept)
    lost = restored.lost.map { ProblemResult(Repair(problem: $0, action: nil)) }
  }
}

/// A catalog that was moved.
public struct MoveResult: Hashable, Sendable, Codable {
  /// The catalog's old file.
  public var from: String
  /// Its new file.
  public var to: String

  /// Creates the result for a catalog that was moved from one file to another.
  public init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

/// The version of a catalog's format.
public struct MigrationResult: Hashable, Sendable, Codable {
  /// The version.
  public var version: Int
  /// The version of the file when it was opened.
  public var versionFound: Int
  /// If the file was migrated, the path of the copy made before the migration.
  public var kept: String?

  /// Creates the result for an open store.
  public init(_ store: Store) {
    (version, versionFound) = (store.version, store.versionFound)
    kept = [0, version].contains(versionFound) ? nil : "\(store.path).before-v\(version)"
  }
}

/// The result of an export.
public struct ExportResult: Hashable, Sendable, Codable {
  /// Number of records.
  public var records: Int
  /// Path of the file or folder.
  public var path: String

  /// Creates the result for `records` records at `path`.
  public init(records: Int, path: String) { (self.records, self.path) = (records, path) }
}
