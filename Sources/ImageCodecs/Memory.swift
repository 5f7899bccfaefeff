import PixelCore
import Platform

/// A block of memory whose size comes from a file. Creating it returns nil if there isn't enough memory.
final class Memory {
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates memory that isn't initialised. Blocks of at least 4 MiB use large pages, so that there are fewer page
  /// faults.
  ///
  /// - Parameter isSparse: Whether only a small part is likely to be used. Large pages would cost more to clear than they save.
  init?(byteCount: Int, isSparse: Bool = false) {
    guard let start = malloc(max(byteCount, 1)) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    if !isSparse { LargePages.use(in: bytes) }
  }

  /// Allocates memory filled with zeros.
  init?(zeros byteCount: Int) {
    guard let start = calloc(max(byteCount, 1), 1) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  deinit { free(bytes.baseAddress) }
}
