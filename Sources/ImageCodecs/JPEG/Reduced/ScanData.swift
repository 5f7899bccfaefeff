import Glibc

/// A scan's data as bits one after the other: without the zeros that are stuffed behind each 0xff, and cut at its restarts.
///
/// Behind each piece there are zeros, so that whoever reads ahead of what they have checked reads those.
struct ScanData {
  /// More bytes than are read behind a piece's end: three steps of up to 31 bits, and a window of 64.
  static let padding = 64

  private let memory: Memory
  /// The pieces between restarts: where each begins, and how many bytes it has.
  let pieces: [(start: UnsafeRawPointer, count: Int)]
  /// Where in the file the marker is that ends the scan.
  let end: Int

  /// Takes the data of `bytes` at `start`; nil where memory is short, the file ends first, restarts are not numbered in turn,
  /// or there are not `pieceCount` pieces.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int, pieceCount: Int) {
    // Restarts are of some bytes at least, so that a small file takes little memory.
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
      // The 0xff is data, where a zero follows it.
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

  /// Where the data ends that begins at `start` of `bytes`, of which nothing is read: at the next marker that is no restart; nil
  /// where the file ends first.
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
