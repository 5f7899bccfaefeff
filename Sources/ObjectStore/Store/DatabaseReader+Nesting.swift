import Foundation
internal import GRDB

extension DatabaseReader {
  /// Runs `body`, which uses this connection, on this thread. Throws `nested` where the thread is within another such call: to use
  /// the connection once more would end the process, or wait for itself.
  ///
  /// Another connection to the same file may be used meanwhile, as another process may.
  func alone<T>(at path: String, _ body: () throws -> T) throws -> T {
    let outer = ConnectionInUse.innermost
    if let outer, outer.isAbout(self) { throw StoreError.nested(path: path) }
    let use = ConnectionInUse(self, within: outer)
    ConnectionInUse.innermost = use
    defer { withExtendedLifetime(use) { ConnectionInUse.innermost = outer } }
    return try body()
  }

  /// Reads one consistent state; throws `nested` within another use of this connection.
  func readAlone<T>(at path: String, _ body: (Database) throws -> T) throws -> T {
    try alone(at: path) { try read(body) }
  }
}

extension DatabaseWriter {
  /// Writes, in whatever transactions `body` makes; throws `nested` within another use of this connection.
  func writeAlone<T>(at path: String, _ body: (Database) throws -> T) throws -> T {
    try alone(at: path) { try writeWithoutTransaction(body) }
  }
}

/// A connection that a thread is using, and the one within whose use that began.
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

  /// A task's own values would not do: what another task begins within a closure is not nested in it.
  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no room for a value of each thread")
    return key
  }()

  /// The one that this thread began last, which is held by whoever began it.
  static var innermost: ConnectionInUse? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }
}
