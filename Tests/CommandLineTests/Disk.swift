import Foundation

/// A small in-memory disk mounted on a folder. The initializer returns nil if the tests may not mount disks.
final class Disk {
  let path: String

  /// - Parameter kilobytes: The disk's size.
  init?(at path: String, kilobytes: Int = 4096) {
    self.path = path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { return nil }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Whether disks can be mounted: as root, outside most containers.
  static let canBeMounted =
    Disk(at: NSTemporaryDirectory() + "packshot-disk-\(UUID().uuidString)", kilobytes: 64) != nil

  /// Remounts the disk read-only.
  func makeReadOnly() -> Bool {
    mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
  }

  /// Fills the remaining space.
  func fill() {
    let file = open(path + "/filling", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(file, zeros, zeros.count) > 0 {}
  }

  /// Frees the space again.
  func empty() { unlink(path + "/filling") }
}
