import Files
import Foundation
internal import GRDB

/// Detects changes of a store by any process. SQLite counts the commits of other connections, and reading that count
/// takes microseconds.
struct CommitCount {
  /// A separate connection to the store's file, which sees the commits of all other connections. A store in memory, or
  /// one that can only be read, has only its own connection.
  let connection: any DatabaseReader
  private let path: String
  /// The identity of the file. If it is removed or replaced, a connection keeps the old file, and sees no more changes.
  private let file: FileStatus.Identity?

  /// - Parameters:
  ///   - store: The store's own connection.
  ///   - path: The store's file, or ``Store/memory``.
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

  /// Returns the count; nil in memory, where there are no other connections. Throws `replaced` if the store's file was
  /// removed or replaced.
  func current() throws -> Int? {
    if path == Store.memory { return nil }
    if file != FileStatus(path: path)?.identity { throw StoreError.replaced(path: path) }
    return try connection.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }
}
