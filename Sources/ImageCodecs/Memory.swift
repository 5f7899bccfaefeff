import Glibc
import PixelCore

/// A block of memory whose size comes from a file. Creating it returns nil if there isn't enough memory. Large blocks use
/// large pages.
final class Memory {
  let bytes: UnsafeMutableRawBufferPointer

  init?(byteCount: Int) {
    guard let start = malloc(max(byteCount, 1)) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    LargePages.use(in: bytes)
  }

  /// Allocates memory filled with zeros.
  init?(zeros byteCount: Int) {
    guard let start = calloc(max(byteCount, 1), 1) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  deinit { free(bytes.baseAddress) }
}
