import Foundation
internal import GRDB

/// A position in the changes by all processes, up to which a watcher has read them.
struct ChangePosition: Sendable {
  enum News {
    case nothing
    /// These records, by entity, were inserted, updated, deleted or linked with others.
    case records([String: Set<UUID>])
    /// Some changes are no longer stored.
    case unknown
  }

  /// The number of the last change that was read.
  private var sequence: Int64

  /// Creates a position after the changes in the state that `db` shows.
  init(_ db: Database) throws { sequence = try Self.newest(db) }

  /// Creates a position before everything, so that the first state is completely new.
  init() { sequence = .max }

  /// Returns the changes up to the state that `db` shows.
  mutating func advance(_ db: Database) throws -> News {
    let (seen, newest) = (sequence, try Self.newest(db))
    sequence = newest
    if newest == seen { return .nothing }
    // Changes are numbered without gaps, so missing ones were removed. A smaller number comes from another file.
    let oldest = try Int64.fetchOne(db, sql: "SELECT min(sequence) FROM _change") ?? .max
    guard newest > seen, oldest <= seen + 1 else { return .unknown }
    let rows = try Row.fetchCursor(
      db, sql: "SELECT DISTINCT entity, id FROM _change WHERE sequence > ?", arguments: [seen])
    var records: [String: Set<UUID>] = [:]
    while let row = try rows.next() { records[row[0], default: []].insert(row[1]) }
    return .records(records)
  }

  /// Returns the number of the newest change, even if it was removed since.
  static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = '_change'") ?? 0
  }
}
