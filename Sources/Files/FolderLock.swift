import Platform

/// A lock on a folder itself, which needs no file in it. The kernel releases it however the process ends.
package final class FolderLock {
  private let descriptor: Int32

  /// Locks an existing folder.
  ///
  /// - Parameters:
  ///   - isShared: Whether the lock is shared with other shared locks.
  ///   - isLookedAt: Whether to wait briefly for processes that only check the lock; see ``withFree(_:_:)``.
  /// - Throws: `EWOULDBLOCK` if the lock is held already; another code if the file system doesn't support locks on
  ///   folders. NFS has no exclusive locks on folders (`EBADF`).
  package init(_ path: String, isShared: Bool = false, isLookedAt: Bool = false) throws(SystemFailure) {
    let descriptor = Self.open(path)
    guard descriptor >= 0 else { throw SystemFailure() }
    do {
      try Descriptor(descriptor).lock(isShared: isShared, isLookedAt: isLookedAt)
    } catch {
      close(descriptor)
      throw error
    }
    // Set last: if `init` throws, `deinit` doesn't run and the descriptor isn't closed twice.
    self.descriptor = descriptor
  }

  private static func open(_ path: String) -> Int32 { Platform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  /// Whether the lock of a folder is held.
  ///
  /// - Parameter countsShared: Whether shared locks count. Checking locks the folder for a moment, so a process that
  ///   checks at the same time counts too.
  package static func isHeld(_ path: String, countsShared: Bool = false) -> Bool {
    let descriptor = open(path)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Descriptor(descriptor).isLocked(countsShared: countsShared)
  }

  /// Calls `body` if the folder exists and no process has its exclusive lock. No process can acquire it until `body`
  /// returns.
  package static func withFree(_ path: String, _ body: () throws -> Void) rethrows {
    let descriptor = open(path)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if Descriptor(descriptor).isFree() { try body() }
  }

  deinit { close(descriptor) }
}
