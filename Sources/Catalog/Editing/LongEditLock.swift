import Foundation

/// Held by the process that makes, undoes or redoes a ``LongEdit``: a lock on a file beside the store, of which the kernel
/// lets go however the process ends. So who finds an unfinished edit can tell whether it is still being worked on.
final class LongEditLock {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock of the store at `path`; nil where another process has it.
  init?(besideStore path: String) throws(CatalogError) {
    self.path = path + "-lock"
    while true {
      let descriptor = open(self.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .cannotWrite(path: self.path, reason: SystemFailure().reason) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw .cannotWrite(path: self.path, reason: SystemFailure(code).reason)
      }
      // Who had it before may have removed the file after this one opened it.
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
