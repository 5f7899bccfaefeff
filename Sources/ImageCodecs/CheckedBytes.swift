/// The bytes of a file, for reading at offsets that the file itself states. Reading beyond the end throws
/// ``CodecError/truncated(_:row:)``.
struct CheckedBytes {
  let bytes: UnsafeRawBufferPointer
  /// The format that errors name.
  let format: ImageFileFormat

  init(_ bytes: UnsafeRawBufferPointer, _ format: ImageFileFormat) { (self.bytes, self.format) = (bytes, format) }

  /// Returns `count` bytes at an offset.
  func part(at offset: Int, count: Int) throws(CodecError) -> UnsafeRawBufferPointer {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { throw .truncated(format, row: nil) }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  func byte(at offset: Int) throws(CodecError) -> Int { Int(try part(at: offset, count: 1)[0]) }

  /// Reads a number of at most 32 bits, lowest byte first.
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) throws(CodecError) -> Int {
    Int(try part(at: offset, count: MemoryLayout<Number>.size).littleEndian(type, at: 0))
  }

  /// Reads a number of at most 32 bits, highest byte first.
  func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) throws(CodecError) -> Int {
    Int(Number(bigEndian: try part(at: offset, count: MemoryLayout<Number>.size).loadUnaligned(as: Number.self)))
  }
}

extension UInt32 {
  /// Creates a pixel of four bytes in the order in memory: red, green, blue, alpha.
  init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.init(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// An opaque black pixel.
  static let black = UInt32(red: 0, green: 0, blue: 0)
}
