import Platform

/// A lock on a file. The kernel releases it however the process ends.
package final class FileLock {
  package let path: String
  package let descriptor: Descriptor
  /// Whether the file was created for the lock.
  package let isNew: Bool
  private var removes: Bool

  /// Opens or creates the file and locks it. Refuses a symbolic link (`ELOOP`), which could create or lock a file
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - removing: Whether to remove the file with the lock.
  ///   - isShared: Whether the lock is shared with other shared locks.
  ///   - isLookedAt: Whether to wait briefly for processes that only check the lock; see ``withFree(_:_:)``.
  /// - Throws: `EWOULDBLOCK` if the lock is held already.
  package init(_ path: String, removing: Bool = false, isShared: Bool = false, isLookedAt: Bool = false)
    throws(SystemFailure)
  {
    (self.path, removes) = (path, removing)
    while true {
      var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      let isNew = descriptor >= 0
      if !isNew, errno == EEXIST { descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666) }
      guard descriptor >= 0 else { throw SystemFailure() }
      do {
        try Descriptor(descriptor).lock(isShared: isShared, isLookedAt: isLookedAt)
      } catch {
        close(descriptor)
        throw error
      }
      // The previous holder may have removed the file after it was opened here.
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = Descriptor(descriptor)
        self.isNew = isNew
        return
      }
      close(descriptor)
    }
  }

  /// Makes the lock remove its file when it is released.
  package func remove() { removes = true }

  /// Whether the lock of a file is held.
  ///
  /// - Parameter countsShared: Whether shared locks count. Checking locks the file for a moment, so a process that
  ///   checks at the same time counts too.
  package static func isHeld(_ path: String, countsShared: Bool = false) -> Bool {
    guard let descriptor = openFile(path, followingLinks: false) else { return false }
    defer { close(descriptor) }
    return Descriptor(descriptor).isLocked(countsShared: countsShared)
  }

  /// Calls `body` if the file exists and no process has its lock. No process can lock it until `body` returns.
  package static func withFree(_ path: String, _ body: () throws -> Void) rethrows {
    guard let descriptor = openFile(path, followingLinks: false) else { return }
    defer { close(descriptor) }
    if Descriptor(descriptor).isFree() { try body() }
  }

  deinit {
    if removes { unlink(path) }
    close(descriptor.number)
  }
}
