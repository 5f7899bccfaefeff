/// The size of pipes: `F_SETPIPE_SZ` in fcntl(2).
extension Linux {
  package static func enlargePipe(_ descriptor: Int32, byteCount: Int32) {
    _ = fcntl(descriptor, setPipeSize, byteCount)
  }

  /// `F_SETPIPE_SZ`, missing in Swift's C library module.
  private static let setPipeSize: Int32 = 1031
}
