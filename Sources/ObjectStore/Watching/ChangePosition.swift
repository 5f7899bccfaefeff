import Foundation
internal import GRDB

/// How far one has seen what changes, whichever process changes it.
struct ChangePosition: Sendable {
  enum News {
    case nothing
    /// These records, by the names of their entities: inserted, updated or deleted, or linked with others.
    case records([String: Set<UUID>])
    /// More than the store still knows.
    case unknown
  }

  /// The last change that was seen.
  private var sequence: Int64

  /// Begins with what changes after the state that `db` shows.
  init(_ db: Database) throws { sequence = try Self.newest(db) }

  /// Begins with nothing, so that the first state is all new.
  init() { sequence = .max }

  /// What has changed up to the state that `db` shows.
  mutating func advance(_ db: Database) throws -> News {
    let (seen, newest) = (sequence, try Self.newest(db))
    sequence = newest
    if newest == seen { return .nothing }
    // They are numbered without gaps, so what is missing was dropped. A smaller number is that of another file.
    let oldest = try Int64.fetchOne(db, sql: "SELECT min(sequence) FROM _change") ?? .max
    guard newest > seen, oldest <= seen + 1 else { return .unknown }
    let rows = try Row.fetchCursor(
      db, sql: "SELECT DISTINCT entity, id FROM _change WHERE sequence > ?", arguments: [seen])
    var records: [String: Set<UUID>] = [:]
    while let row = try rows.next() { records[row[0], default: []].insert(row[1]) }
    return .records(records)
  }

  /// The number of the newest change, also where it was dropped since.
  private static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = '_change'") ?? 0
  }
}
