internal import GRDB

extension Store {
  /// Returns a copy of the current state of the store, for trying out changes. The copy is deleted after its last use,
  /// and at the latest when the process ends.
  ///
  /// The copy is in an SQLite file without a name, or in memory if it is small. Copying neither waits for writers nor
  /// blocks them, and takes about a second per gigabyte. The copy reads external storage and adds nothing to it.
  package func privateCopy() throws -> Store {
    var configuration = Self.configuration
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
    let queue = try DatabaseQueue(path: "", configuration: configuration)
    try backup(to: queue)
    return Store(privateCopy: queue, of: self)
  }
}
