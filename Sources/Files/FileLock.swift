import Glibc

/// A lock on a file, of which the kernel lets go however the process ends.
package final class FileLock {
  package let path: String
  package let descriptor: Descriptor
  /// Whether the file was made for it.
  package let isNew: Bool
  private var removes: Bool

  /// Opens the file, which is made where there is none, and locks it. A link in its place is refused (`ELOOP`): it would have a
  /// file made, or locked, elsewhere.
  ///
  /// - Parameters:
  ///   - removing: Whether the file goes with the lock.
  ///   - isShared: Whether others may hold it too who share it.
  ///   - isLookedAt: Whether others may have it for a moment; see ``withFree(_:_:)``.
  /// - Throws: `EWOULDBLOCK` where somebody else has it.
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
      // Who had it before may have removed the file after this one opened it.
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = Descriptor(descriptor)
        self.isNew = isNew
        return
      }
      close(descriptor)
    }
  }

  /// Has the file go with the lock, after all.
  package func remove() { removes = true }

  /// Whether somebody has the lock of a file.
  ///
  /// - Parameter countsShared: Whether those count who share it. Who looks so at the same time counts, too.
  package static func isHeld(_ path: String, countsShared: Bool = false) -> Bool {
    guard let descriptor = openFile(path, followingLinks: false) else { return false }
    defer { close(descriptor) }
    return Descriptor(descriptor).isLocked(countsShared: countsShared)
  }

  /// Calls `body` where the file is there and nobody has its lock, and nobody can take it meanwhile.
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
