import Platform

/// Detects full disks.
package enum DiskSpace {
  /// Free bytes below which a disk counts as full.
  private static let needed = 64 << 10

  /// Whether an error number means a full disk or an exhausted quota.
  package static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Whether nothing more can be written in a folder. Tries to reserve space for an unnamed file. Used for libraries
  /// whose errors don't say why a write failed.
  package static func isFull(in folder: String) -> Bool {
    System.reserveSpace(needed, in: folder).map(isFull) ?? hasNoBlocks(in: folder)
  }

  /// Whether a disk reports less than 64 KiB of free space for users other than root.
  package static func hasNoBlocks(in folder: String) -> Bool {
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 && Int(disk.f_bavail) * Int(disk.f_frsize) < needed
  }
}
