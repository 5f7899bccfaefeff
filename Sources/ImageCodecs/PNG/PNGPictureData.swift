/// The zlib data of a PNG's picture, in its consecutive IDAT chunks.
struct PNGPictureData {
  /// Bytes of data.
  private(set) var byteCount = 0
  private let file: EncodedImage
  private let start: Int
  private var end: Int
  /// Maximum bytes of a chunk after the picture that libpng skips without a warning.
  private let skippedLimit: Int

  /// Reads only the lengths and types of chunks.
  ///
  /// - Parameter start: Offset of the first IDAT chunk.
  init(in file: EncodedImage, from start: Int, limits: DecodeLimits) {
    (self.file, self.start, end, skippedLimit) = (file, start, start, limits.maxMetadata)
    var chunks = PNGChunks(file, from: start)
    while let chunk = chunks.next(), chunk.isOf("IDAT") {
      byteCount += chunk.data.count
      end = chunks.place
    }
  }

  private var isInOnePiece: Bool { end - start == PNGChunks.framing + byteCount }

  /// Bytes of a copy, needed if the data is in several chunks.
  var copiedByteCount: Int { isInOnePiece ? 0 : byteCount }

  /// Calls `body` with the data in one piece. Nil if memory is short, or the file has changed.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R? {
    if isInOnePiece {
      return file.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[start + 8..<start + 8 + byteCount])) }
    }
    guard let copy = Memory(byteCount: byteCount) else { return nil }
    var place = 0
    for chunk in PNGChunks(file, from: start).lazy.prefix(while: { $0.isOf("IDAT") }) {
      // A mapped file may have changed since its lengths were read.
      guard chunk.data.count <= byteCount - place else { return nil }
      UnsafeMutableRawBufferPointer(rebasing: copy.bytes[place...]).copyMemory(from: chunk.data)
      place += chunk.data.count
    }
    guard place == byteCount else { return nil }
    return withExtendedLifetime(copy) { body(UnsafeRawBufferPointer(copy.bytes)) }
  }

  /// Whether everything from the first IDAT chunk to the end of the file is valid: checksums are correct, and libpng
  /// skips the chunks after the picture without a warning.
  var isInGoodOrder: Bool {
    var isBehind = false
    for chunk in PNGChunks(file, from: start) {
      guard chunk.isIntact else { return false }
      if chunk.isOf("IEND") { return chunk.data.isEmpty }
      if chunk.isOf("IDAT") {
        guard !isBehind else { return false }
      } else {
        isBehind = true
        guard isSkipped(chunk) else { return false }
      }
    }
    return false
  }

  /// Whether libpng skips a chunk after the picture without a warning. It does if the chunk is ancillary (a lower-case
  /// first letter) and isn't a misplaced profile or transparency.
  private func isSkipped(_ chunk: PNGChunks.Chunk) -> Bool {
    let isWord = chunk.type.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    return isWord && chunk.type[0] & 0x20 != 0 && chunk.data.count <= skippedLimit && !chunk.isOf("tRNS")
      && !chunk.isOf("iCCP")
  }
}
