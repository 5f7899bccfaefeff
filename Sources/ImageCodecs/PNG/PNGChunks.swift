import CLibraries

/// The chunks of a PNG file, starting with the header. The sequence ends at the end of the file, or before a chunk that
/// would extend beyond it.
package struct PNGChunks: Sequence, IteratorProtocol {
  /// Bytes of the signature before the first chunk.
  package static let signatureLength = 8
  /// Bytes of a chunk around its data: length, type and checksum.
  package static let framing = 12

  private let image: EncodedImage
  private let file: UnsafeRawBufferPointer
  /// Offset of the next chunk's length.
  private(set) var place: Int
  /// Offset of the last chunk, which the caller may still use.
  private var last: Int

  /// Creates a sequence of the chunks from `place` on, the offset of a chunk.
  package init(_ image: EncodedImage, from place: Int = signatureLength) {
    (self.image, file, self.place, last) = (image, image.bytes, place, place)
  }

  /// A chunk: length, type, data, checksum.
  package struct Chunk {
    private let typeAndData: UnsafeRawBufferPointer
    private let checkSum: UInt32

    fileprivate init(_ typeAndData: UnsafeRawBufferPointer, _ checkSum: UInt32) {
      (self.typeAndData, self.checkSum) = (typeAndData, checkSum)
    }

    var type: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: typeAndData[..<4]) }

    var data: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: typeAndData[4...]) }

    /// Whether its checksum is correct.
    var isIntact: Bool { PNGChunks.checkSum(of: typeAndData) == checkSum }

    /// Whether its type is `type`, such as `eXIf`.
    package func isOf(_ type: String) -> Bool { self.type.elementsEqual(type.utf8) }
  }

  package mutating func next() -> Chunk? {
    image.passed(from: last, to: place)
    last = place
    guard place <= file.count - Self.framing else { return nil }
    let length = Int(number(at: place))
    guard length <= file.count - Self.framing - place else { return nil }
    defer { place += Self.framing + length }
    return Chunk(
      UnsafeRawBufferPointer(rebasing: file[place + 4..<place + 8 + length]), number(at: place + 8 + length))
  }

  private func number(at offset: Int) -> UInt32 {
    UInt32(bigEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the checksum of a chunk, computed from its type and its data (PNG, third edition, annex D).
  static func checkSum(of typeAndData: UnsafeRawBufferPointer) -> UInt32 {
    libdeflate_crc32(0, typeAndData.baseAddress, typeAndData.count)
  }

  /// Returns a chunk with the given data.
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 8) + data + [0, 0, 0, 0]
    _ = chunk.withUnsafeMutableBytes { frame(type, dataCount: data.count, in: $0, at: 0) }
    return chunk
  }

  /// Completes a chunk whose data begins eight bytes after `place` in `file`: writes its length and type before the
  /// data, and its checksum after. Returns the offset of the chunk's end.
  static func frame(_ type: String, dataCount: Int, in file: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
    let end = place + framing + dataCount
    file.storeBytes(of: UInt32(dataCount).bigEndian, toByteOffset: place, as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: file[place + 4..<place + 8]).copyBytes(from: type.utf8)
    let sum = checkSum(of: UnsafeRawBufferPointer(rebasing: file[place + 4..<end - 4]))
    file.storeBytes(of: sum.bigEndian, toByteOffset: end - 4, as: UInt32.self)
    return end
  }
}
