import CPNG

/// The chunks of a PNG file, from the header on; they end where the file does, or where one would reach beyond it.
struct PNGChunks: Sequence, IteratorProtocol {
  private let file: UnsafeRawBufferPointer
  private var place = 8

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// A chunk: length, type, data, check sum of type and data.
  struct Chunk {
    fileprivate let typeAndData: UnsafeRawBufferPointer
    private let checkSum: UInt32

    fileprivate init(_ typeAndData: UnsafeRawBufferPointer, _ checkSum: UInt32) {
      (self.typeAndData, self.checkSum) = (typeAndData, checkSum)
    }

    var data: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: typeAndData[4...]) }

    /// Whether its check sum is right.
    var isIntact: Bool {
      packshot_png_crc(typeAndData.baseAddress!.assumingMemoryBound(to: UInt8.self), typeAndData.count) == checkSum
    }

    /// Whether it is of a type, such as `eXIf`.
    func isOf(_ type: String) -> Bool { typeAndData.prefix(4).elementsEqual(type.utf8) }
  }

  mutating func next() -> Chunk? {
    guard place <= file.count - 12 else { return nil }
    let length = Int(number(at: place))
    guard length <= file.count - 12 - place else { return nil }
    defer { place += 12 + length }
    return Chunk(
      UnsafeRawBufferPointer(rebasing: file[place + 4..<place + 8 + length]), number(at: place + 8 + length))
  }

  private func number(at offset: Int) -> UInt32 {
    UInt32(bigEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
