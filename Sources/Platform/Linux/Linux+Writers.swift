/// Leases: `F_SETLEASE` in fcntl(2).
extension Linux {
  /// The kernel grants a read lease on a file only if no process writes it. It notifies the holder by `SIGIO` when a
  /// process wants to write. Only root and the file's owner get a lease, and only if the file system supports it.
  package static func hasWriter(_ path: String) -> Bool? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    if fcntl(descriptor, setLease, F_RDLCK) == 0 {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN ? true : nil
  }

  /// `F_SETLEASE`, missing in Swift's C library module.
  private static let setLease: Int32 = 1024
}
