import Glibc

/// A lock on a folder itself, which leaves no file in it. The kernel lets go of it however the process ends.
package final class FolderLock {
  private let descriptor: Int32

  /// Locks a folder that is there.
  ///
  /// - Parameters:
  ///   - isShared: Whether others may hold it too who share it.
  ///   - isLookedAt: Whether others may have it for a moment; see ``withFree(_:_:)``.
  /// - Throws: `EWOULDBLOCK` where somebody else has it; another code where the file system has no locks on folders, as NFS has
  ///   no exclusive ones (`EBADF`).
  package init(_ path: String, isShared: Bool = false, isLookedAt: Bool = false) throws(SystemFailure) {
    let descriptor = Self.open(path)
    guard descriptor >= 0 else { throw SystemFailure() }
    do {
      try Descriptor(descriptor).lock(isShared: isShared, isLookedAt: isLookedAt)
    } catch {
      close(descriptor)
      throw error
    }
    // Last: until then nothing is closed twice.
    self.descriptor = descriptor
  }

  private static func open(_ path: String) -> Int32 { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  /// Whether somebody has the lock of a folder.
  ///
  /// - Parameter countsShared: Whether those count who share it. Who looks so at the same time counts, too.
  package static func isHeld(_ path: String, countsShared: Bool = false) -> Bool {
    let descriptor = open(path)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Descriptor(descriptor).isLocked(countsShared: countsShared)
  }

  /// Calls `body` where the folder is there and nobody has its lock, and nobody can take it for himself meanwhile.
  package static func withFree(_ path: String, _ body: () throws -> Void) rethrows {
    let descriptor = open(path)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if Descriptor(descriptor).isFree() { try body() }
  }

  deinit { close(descriptor) }
}
