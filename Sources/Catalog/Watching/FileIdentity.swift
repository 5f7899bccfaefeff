import Foundation

/// Which file a path leads to: a connection keeps its file when that is removed or replaced, and sees no more changes.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is no file.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
