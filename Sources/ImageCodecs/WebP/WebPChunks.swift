/// The chunks in a range of a WebP file, in RIFF's form: a name of four characters, a length, and the data, padded to
/// an even length. The sequence ends at the end of the range or the file.
struct WebPChunks: Sequence, IteratorProtocol {
  /// Bytes before a chunk's data.
  static let headerLength = 8

  struct Chunk {
    let name: String
    /// Offset of the chunk's name.
    let start: Int
    /// Range of its data. It may extend beyond the end of a truncated file.
    let data: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var place: Int

  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - stretch: The range of the chunks, which may extend beyond the file.
  init(_ bytes: UnsafeRawBufferPointer, in stretch: Range<Int>) {
    self.bytes = bytes
    place = stretch.lowerBound
    end = Swift.min(stretch.upperBound, bytes.count)
  }

  mutating func next() -> Chunk? {
    guard place <= end - Self.headerLength else { return nil }
    let start = place
    let length = Int(bytes.littleEndian(UInt32.self, at: start + 4))
    place += Self.headerLength + length + length % 2
    return Chunk(
      name: String(decoding: bytes[start..<start + 4], as: UTF8.self), start: start,
      data: start + Self.headerLength..<start + Self.headerLength + length)
  }

  /// Returns the header of a chunk.
  static func header(_ name: String, length: Int) -> [UInt8] { Array(name.utf8) + littleEndian(length, count: 4) }

  /// Returns the `count` lowest bytes of a number, lowest first.
  static func littleEndian(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a little-endian number, which must be within the buffer.
  func littleEndian<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
