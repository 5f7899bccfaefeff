/// The chunks of a stretch of a WebP file, as RIFF has them: a name of four characters, a length, and so much data, filled up to
/// an even length. They end where the stretch or the file does.
struct WebPChunks: Sequence, IteratorProtocol {
  /// Bytes before a chunk's data.
  static let headerLength = 8

  struct Chunk {
    let name: String
    /// Where it begins, with its name.
    let start: Int
    /// Where its data should be: a file that was cut may end before.
    let data: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var place: Int

  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - stretch: Where chunks should be; it may reach beyond the file.
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

  /// The header of a chunk.
  static func header(_ name: String, length: Int) -> [UInt8] { Array(name.utf8) + littleEndian(length, count: 4) }

  /// The lowest bytes of a number, the lowest first.
  static func littleEndian(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// A number whose lowest byte comes first; all of it lies within the buffer.
  func littleEndian<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
