internal import CLinux

/// sync_file_range(2).
extension Linux {
  package static func startWriting(_ descriptor: Int32) {
    _ = sync_file_range(descriptor, 0, 0, UInt32(PACKSHOT_SYNC_FILE_RANGE_WRITE))
  }
}
