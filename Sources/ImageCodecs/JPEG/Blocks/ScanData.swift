import Platform

/// A scan's data as a continuous bit stream, without the zeros stuffed after each 0xff, and split at its restarts.
///
/// Zeros follow each piece, so that reading ahead of a bounds check is safe.
struct ScanData {
  /// At least as many bytes as are read beyond a piece's end: three steps of up to 31 bits, and a window of 64.
  static let padding = 64

  private let memory: Memory
  /// Where the first piece starts.
  var start: UnsafeRawPointer { UnsafeRawPointer(memory.bytes.baseAddress!) }
  var byteCount: Int { memory.bytes.count }
  /// The pieces between restarts: the start and the number of bytes of each.
  let pieces: [(start: UnsafeRawPointer, count: Int)]
  /// Offset in the file of the marker that ends the scan.
  let end: Int

  /// Reads the data of `bytes` at `start`. Nil if memory is short, the file ends too early, restarts aren't numbered in
  /// order, or the number of pieces isn't `pieceCount`.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int, pieceCount: Int) {
    // Assumes at least four bytes per piece, so that a small file can't claim many pieces and take much memory.
    guard start <= bytes.count, pieceCount <= bytes.count / 4, let base = bytes.baseAddress,
      let memory = Memory(byteCount: bytes.count - start + (pieceCount + 1) * Self.padding)
    else { return nil }
    self.memory = memory
    var pieces: [(start: UnsafeRawPointer, count: Int)] = []
    pieces.reserveCapacity(pieceCount)
    var (source, end) = (base + start, base + bytes.count)
    var destination = memory.bytes.baseAddress!
    var first = destination
    while let found = memchr(source, 0xff, end - source).map({ UnsafeRawPointer($0) }), found + 1 < end {
      let marker = (found + 1).load(as: UInt8.self)
      // If a zero follows, the 0xff is data.
      let count = found - source + (marker == 0 ? 1 : 0)
      memcpy(destination, source, count)
      destination += count
      source = found + 2
      if marker == 0 { continue }
      guard pieces.count < pieceCount else { return nil }
      pieces.append((UnsafeRawPointer(first), destination - first))
      memset(destination, 0, Self.padding)
      destination += Self.padding
      first = destination
      if 0xd0...0xd7 ~= marker {
        guard Int(marker - 0xd0) == (pieces.count - 1) & 7 else { return nil }
        continue
      }
      guard pieces.count == pieceCount else { return nil }
      (self.pieces, self.end) = (pieces, found - base)
      return
    }
    return nil
  }

  /// Finds the end of the data that begins at `start` without reading it: the next marker that isn't a restart. Nil if
  /// the file ends first.
  static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start <= bytes.count, let base = bytes.baseAddress else { return nil }
    let end = base + bytes.count
    var source = base + start
    while let found = memchr(source, 0xff, end - source).map({ UnsafeRawPointer($0) }), found + 1 < end {
      let marker = (found + 1).load(as: UInt8.self)
      if marker != 0, !(0xd0...0xd7 ~= marker) { return found - base }
      source = found + 2
    }
    return nil
  }
}
