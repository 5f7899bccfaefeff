import Glibc

/// The lock of an open file or folder, of which the kernel lets go with the last descriptor, however the process ends.
extension Descriptor {
  /// Locks it.
  ///
  /// - Parameters:
  ///   - isShared: Whether others may hold it too who share it.
  ///   - isLookedAt: Whether others may have it for a moment, as ``isFree()`` has.
  /// - Throws: `EWOULDBLOCK` where somebody else has it; another code where the file system has no such lock.
  func lock(isShared: Bool, isLookedAt: Bool) throws(SystemFailure) {
    var looks = isLookedAt ? 10 : 0
    while flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, looks > 0 else { throw SystemFailure(code) }
      looks -= 1
      usleep(2000)
    }
  }

  /// Whether somebody has its lock.
  ///
  /// - Parameter countsShared: Whether those count who share it. Who looks so at the same time counts, too.
  func isLocked(countsShared: Bool) -> Bool {
    flock(number, (countsShared ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether nobody has its lock. Then nobody can take it for himself until this descriptor is closed; others may look, too.
  func isFree() -> Bool { flock(number, LOCK_SH | LOCK_NB) == 0 }
}
