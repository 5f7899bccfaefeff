internal import GRDB

/// The table `_change`, where triggers write down which records were inserted, updated or deleted, for those who watch.
enum ChangeLog {
  /// How many changes are kept at least, so that whoever looks every now and then misses none.
  static let kept: Int64 = 100_000

  /// How many changes there may be before the oldest are dropped: twice as many, so that it happens seldom.
  static let limit: Int64 = 200_000

  /// Drops the oldest changes where there are too many. To be called by every writer at the end of its transaction; most
  /// often it only looks at the first and the last one, in microseconds.
  static func prune(_ db: Database, keeping kept: Int64 = kept, limit: Int64 = limit) throws {
    let count = try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT (SELECT max(sequence) FROM _change) - (SELECT min(sequence) FROM _change) + 1"))
    guard let count, count > limit else { return }
    try db.execute(
      sql: "DELETE FROM _change WHERE sequence <= (SELECT max(sequence) FROM _change) - ?", arguments: [kept])
  }
}
