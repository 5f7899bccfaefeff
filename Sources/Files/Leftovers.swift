import Glibc
import Synchronization

/// Unfinished files whose writers were killed.
enum Leftovers {
  /// Folders that were looked through: once is enough for a program that does not run for long.
  private static let seen = Mutex<Set<FilePath>>([])

  static func removeOnce(in folder: String) {
    if seen.withLock({ $0.insert(FilePath(folder)).inserted }) { remove(in: folder) }
  }

  private static func remove(in folder: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      if let name = entry.withName({ String(validatingCString: $0) }), UnfinishedFile.isName(name) {
        removeUnlessLocked(name, in: dirfd(stream))
      }
    }
  }

  private static func removeUnlessLocked(_ name: String, in folder: Int32) {
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      // A shared lock, for which it need not be open for writing where locks are NFS's; its writer's keeps it away too.
      flock(descriptor, LOCK_SH | LOCK_NB) == 0
    else { return }
    // A copy of a catalog has a journal beside it.
    for suffix in ["", "-journal", "-wal", "-shm"] { unlinkat(folder, name + suffix, 0) }
  }
}
