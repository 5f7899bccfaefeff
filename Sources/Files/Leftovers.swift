import Platform
import Synchronization

/// Unfinished files whose writers were killed.
enum Leftovers {
  /// Folders that were already searched. Searching each folder once per process is enough.
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
      // A shared lock works on NFS without write access, and still excludes the writer's lock.
      flock(descriptor, LOCK_SH | LOCK_NB) == 0
    else { return }
    // The copy of a catalog may have journal files beside it.
    for suffix in ["", "-journal", "-wal", "-shm"] { unlinkat(folder, name + suffix, 0) }
  }
}
