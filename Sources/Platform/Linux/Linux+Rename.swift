/// renameat2(2).
extension Linux {
  package static func rename(_ path: String, toFree destination: String) -> Bool? {
    guard let renameat2 else { return nil }
    if renameat2(AT_FDCWD, path, AT_FDCWD, destination, onlyIfFree) == 0 { return true }
    return [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) ? nil : false
  }

  private typealias RenameAt2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// The C library function, missing in Swift's module.
  private static let renameat2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
  /// `RENAME_NOREPLACE`.
  private static let onlyIfFree: UInt32 = 1
}
