import Glibc

/// A block of memory whose size a file decides, so that there may not be enough: then it is nil.
final class Memory {
  let bytes: UnsafeMutableRawBufferPointer

  init?(byteCount: Int) {
    guard let start = malloc(max(byteCount, 1)) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  /// The same, of zeros.
  init?(zeros byteCount: Int) {
    guard let start = calloc(max(byteCount, 1), 1) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  deinit { free(bytes.baseAddress) }
}
