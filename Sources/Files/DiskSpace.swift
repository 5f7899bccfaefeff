import Glibc

/// Whether a disk has room left.
package enum DiskSpace {
  /// Bytes that a folder must have room for to count as not full.
  private static let needed = 64 << 10
  /// `O_TMPFILE`, which Swift's module of the C library leaves out.
  private static let unnamedFile: Int32 = 0o20000000 | O_DIRECTORY

  /// Whether an error number means that a disk is full or that the user's quota is used up.
  package static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Whether nothing more can be written in a folder, found out by reserving room for a file that never gets a name. For errors
  /// of libraries that don't say why a write failed.
  package static func isFull(in folder: String) -> Bool {
    let descriptor = open(folder, unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor < 0 { return isFull(errno) || hasNoBlocks(in: folder) }
    defer { close(descriptor) }
    return isFull(posix_fallocate(descriptor, 0, off_t(needed)))
  }

  /// Whether a disk says that it has no room for a user other than root.
  package static func hasNoBlocks(in folder: String) -> Bool {
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 && Int(disk.f_bavail) * Int(disk.f_frsize) < needed
  }
}
