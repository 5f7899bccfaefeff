internal import GRDB

/// The table `_change`, in which triggers record inserted, updated and deleted records, for watchers.
enum ChangeLog {
  /// The minimum number of changes that are kept, so that a watcher that reads now and then misses none.
  static let kept: Int64 = 100_000

  /// The number of changes at which the oldest are removed. It is twice ``kept``, so that this happens rarely.
  static let limit: Int64 = 200_000

  /// Removes the oldest changes if there are too many. Every writer calls this at the end of its transaction; usually
  /// it only reads the first and last number, in microseconds.
  static func prune(_ db: Database, keeping kept: Int64 = kept, limit: Int64 = limit) throws {
    let count = try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT (SELECT max(sequence) FROM _change) - (SELECT min(sequence) FROM _change) + 1"))
    guard let count, count > limit else { return }
    try db.execute(
      sql: "DELETE FROM _change WHERE sequence <= (SELECT max(sequence) FROM _change) - ?", arguments: [kept])
  }
}
