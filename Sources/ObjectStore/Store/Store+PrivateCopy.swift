internal import GRDB

extension Store {
  /// A copy of the store as it is now, to try things on; it no longer exists with its last use, or with the process.
  ///
  /// It lies in a file of SQLite's that has no name, or in memory where it is small. Copying waits for no writer and stops
  /// none; it takes about a second a gigabyte. The copy reads external storage and adds nothing to it.
  package func privateCopy() throws -> Store {
    var configuration = Self.configuration
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
    let queue = try DatabaseQueue(path: "", configuration: configuration)
    try backup(to: queue)
    return Store(privateCopy: queue, of: self)
  }
}
