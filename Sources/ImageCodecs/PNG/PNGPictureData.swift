/// Where a PNG holds its picture: the zlib data in its IDAT chunks, which follow each other.
struct PNGPictureData {
  /// Bytes of data.
  private(set) var byteCount = 0
  private let file: EncodedImage
  private let start: Int
  private var end: Int
  /// Bytes of a chunk behind the picture that libpng skips without a word about its size.
  private let skippedLimit: Int

  /// Looks at the lengths and types of chunks alone.
  ///
  /// - Parameter start: Where in the file the first IDAT chunk begins.
  init(in file: EncodedImage, from start: Int, limits: DecodeLimits) {
    (self.file, self.start, end, skippedLimit) = (file, start, start, limits.maxMetadata)
    var chunks = PNGChunks(file, from: start)
    while let chunk = chunks.next(), chunk.isOf("IDAT") {
      byteCount += chunk.data.count
      end = chunks.place
    }
  }

  private var isInOnePiece: Bool { end - start == PNGChunks.framing + byteCount }

  /// Bytes that a copy takes, where the data do not lie in one piece.
  var copiedByteCount: Int { isInOnePiece ? 0 : byteCount }

  /// The data in one piece, or nil where memory is short, or the file is not as it was.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R? {
    if isInOnePiece {
      return file.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[start + 8..<start + 8 + byteCount])) }
    }
    guard let copy = Memory(byteCount: byteCount) else { return nil }
    var place = 0
    for chunk in PNGChunks(file, from: start).lazy.prefix(while: { $0.isOf("IDAT") }) {
      // A file that is mapped may change between two looks at it.
      guard chunk.data.count <= byteCount - place else { return nil }
      UnsafeMutableRawBufferPointer(rebasing: copy.bytes[place...]).copyMemory(from: chunk.data)
      place += chunk.data.count
    }
    guard place == byteCount else { return nil }
    return withExtendedLifetime(copy) { body(UnsafeRawBufferPointer(copy.bytes)) }
  }

  /// Whether all is well from the first IDAT chunk to the end of the file: check sums, and chunks behind the picture that
  /// libpng skips without a word.
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

  /// Whether libpng skips a chunk behind the picture without a word: a picture can do without it (a small first letter),
  /// and it is no profile or transparency in the wrong place.
  private func isSkipped(_ chunk: PNGChunks.Chunk) -> Bool {
    let isWord = chunk.type.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    return isWord && chunk.type[0] & 0x20 != 0 && chunk.data.count <= skippedLimit && !chunk.isOf("tRNS")
      && !chunk.isOf("iCCP")
  }
}
