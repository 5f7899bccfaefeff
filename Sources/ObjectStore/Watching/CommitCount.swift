import Files
import Foundation
internal import GRDB

/// Tells whether something was written to a store, in whichever process: SQLite counts the commits of other connections, and to ask
/// for that takes microseconds.
struct CommitCount {
  /// Sees the commits of all others: a connection of its own to the store's file. A store in memory, or one that can only be
  /// read, has only the one.
  let connection: any DatabaseReader
  private let path: String
  /// A connection keeps its file when that is removed or replaced, and sees no more changes.
  private let file: FileStatus.Identity?

  /// - Parameters:
  ///   - store: the store's own connection.
  ///   - path: the store's file, or ``Store/memory``.
  init(of store: any DatabaseReader, path: String, isReadOnly: Bool = false) throws {
    self.path = path
    if path == Store.memory || isReadOnly {
      connection = store
    } else {
      var configuration = Store.configuration
      configuration.readonly = true
      connection = try DatabaseQueue(path: path, configuration: configuration)
    }
    file = path == Store.memory ? nil : FileStatus(path: path)?.identity
  }

  /// The count; nil in memory, where there are no other connections. Throws `replaced` where the store's file is no longer there, or
  /// another one.
  func current() throws -> Int? {
    if path == Store.memory { return nil }
    if file != FileStatus(path: path)?.identity { throw StoreError.replaced(path: path) }
    return try connection.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }
}
