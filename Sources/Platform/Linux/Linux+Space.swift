/// Unnamed files: `O_TMPFILE` in open(2).
extension Linux {
  /// `O_TMPFILE`, missing in Swift's C library module.
  private static let unnamedFile: Int32 = 0o20000000 | O_DIRECTORY

  package static func reserveSpace(_ byteCount: Int, in folder: String) -> Int32? {
    let descriptor = open(folder, unnamedFile | O_WRONLY | O_CLOEXEC, 0o600)
    // A full disk may have no room for the unnamed file either.
    if descriptor < 0 { return errno == ENOSPC || errno == EDQUOT ? errno : nil }
    defer { close(descriptor) }
    return posix_fallocate(descriptor, 0, off_t(byteCount))
  }
}
