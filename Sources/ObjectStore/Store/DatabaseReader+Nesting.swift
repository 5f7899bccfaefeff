import Foundation
internal import GRDB

extension DatabaseReader {
  /// Runs `body`, which uses this connection, on this thread. Throws `nested` if the thread is already within such a
  /// call: using the connection again would crash, or wait forever.
  ///
  /// Within `body`, another connection to the same file can be used, as if in another process.
  func alone<T>(at path: String, _ body: () throws -> T) throws -> T {
    let outer = ConnectionInUse.innermost
    if let outer, outer.isAbout(self) { throw StoreError.nested(path: path) }
    let use = ConnectionInUse(self, within: outer)
    ConnectionInUse.innermost = use
    defer { withExtendedLifetime(use) { ConnectionInUse.innermost = outer } }
    return try body()
  }

  /// Reads one consistent state. Throws `nested` within another use of this connection.
  func readAlone<T>(at path: String, _ body: (Database) throws -> T) throws -> T {
    try alone(at: path) { try read(body) }
  }
}

extension DatabaseWriter {
  /// Writes in the transactions that `body` makes. Throws `nested` within another use of this connection.
  func writeAlone<T>(at path: String, _ body: (Database) throws -> T) throws -> T {
    try alone(at: path) { try writeWithoutTransaction(body) }
  }
}

/// A connection in use by a thread, and the use that encloses it.
private final class ConnectionInUse {
  private let connection: ObjectIdentifier
  private let outer: ConnectionInUse?

  init(_ connection: any DatabaseReader, within outer: ConnectionInUse?) {
    self.connection = ObjectIdentifier(connection)
    self.outer = outer
  }

  func isAbout(_ connection: any DatabaseReader) -> Bool {
    self.connection == ObjectIdentifier(connection) || outer?.isAbout(connection) == true
  }

  /// A task-local value can't be used: tasks created within a closure inherit it, but are not nested in it.
  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no room for a value of each thread")
    return key
  }()

  /// The innermost use on this thread. The caller that began it keeps it alive.
  static var innermost: ConnectionInUse? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }
}
