import Platform

/// A process that holds a POSIX lock on a file.
package struct LockHolder: Hashable, Sendable {
  package let process: Int32
  /// The name of its program; nil if the system doesn't report it.
  package let program: String?

  /// Finds another process that holds a lock on a range of a file. Nil if none is visible to this process.
  ///
  /// - Parameter isForWriting: Whether only exclusive locks count.
  package init?(of path: String, bytes: ClosedRange<Int64>, isForWriting: Bool) {
    guard let holder = System.lockHolder(of: path, bytes: bytes, isForWriting: isForWriting) else { return nil }
    (process, program) = holder
  }
}
