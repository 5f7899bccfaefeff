/// Bytes of a file with little-endian numbers at untrusted offsets. No offset or number makes a read trap.
struct LittleEndianBytes {
  let bytes: [UInt8]

  /// Returns the unsigned number at an offset. Returns nil if it isn't completely inside.
  ///
  /// - Parameter width: Number of bytes, at most 8.
  func number(at offset: Int, width: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    return (0..<width).reversed().reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) }
  }

  func number16(at offset: Int) -> Int? { number(at: offset, width: 2).map(Int.init) }
  func number32(at offset: Int) -> Int? { number(at: offset, width: 4).map(Int.init) }
  /// Returns nil also for numbers from 2^63 up, which no file size reaches.
  func number64(at offset: Int) -> Int? { number(at: offset, width: 8).flatMap { Int(exactly: $0) } }

  /// Returns `count` bytes from an offset on. Returns nil if they aren't completely inside.
  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return bytes[offset..<(offset + count)]
  }
}
