import Files
import Platform

/// A lock on a file beside the store, held by the process that makes, undoes or redoes a ``LongEdit``. It shows whether
/// an unfinished edit is still in progress.
typealias LongEditLock = FileLock

extension FileLock {
  /// Takes the lock of the store at `path`; nil if another process holds it.
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
