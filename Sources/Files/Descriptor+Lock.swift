import Platform

/// The lock of an open file or folder. The kernel releases it with the last descriptor, however the process ends.
extension Descriptor {
  /// Acquires the lock, or throws if it is held.
  ///
  /// - Parameters:
  ///   - isShared: Whether the lock is shared with other shared locks.
  ///   - isLookedAt: Whether to wait up to 20 ms for processes that only check the lock, as ``isFree()`` does.
  /// - Throws: `EWOULDBLOCK` if the lock is held already; another code if the file system doesn't support such
  ///   locks.
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

  /// Whether the lock is held through another descriptor.
  ///
  /// - Parameter countsShared: Whether shared locks count. If so, a process that checks the lock at the same time
  ///   counts too.
  func isLocked(countsShared: Bool) -> Bool {
    flock(number, (countsShared ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether no process has the exclusive lock. If so, no process can acquire it until this descriptor is closed, but
  /// others can check it too.
  func isFree() -> Bool { flock(number, LOCK_SH | LOCK_NB) == 0 }
}
