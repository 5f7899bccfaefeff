import Files
import Glibc

/// Held by the process that makes, undoes or redoes a ``LongEdit``: a lock on a file beside the store. So who finds an
/// unfinished edit can tell whether it is still being worked on.
typealias LongEditLock = FileLock

extension FileLock {
  /// Takes the lock of the store at `path`; nil where another process has it.
  static func ofLongEdits(besideStore path: String) throws(StoreError) -> LongEditLock? {
    let place = path + "-lock"
    do {
      return try FileLock(place, removing: true)
    } catch {
      if error.code == EWOULDBLOCK { return nil }
      throw .cannotWrite(path: place, WriteObstacle(error))
    }
  }
}
