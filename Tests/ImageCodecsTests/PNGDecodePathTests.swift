import ImageCodecs
import PixelCore
import Testing

/// PNGs are read either at once by libdeflate or row by row by libpng, and written likewise. ``Picture`` reads the files of all
/// tests on both paths and compares them. The tests here concern the fast path.
@Suite struct PNGDecodePathTests {
  private static let kinds = PNGFormat.Kind.all.filter { $0.bitDepth == 8 }

  private func builder(_ kind: PNGFormat.Kind, width: Int, height: Int = 5, seed: UInt64) -> PNGBuilder {
    var random = SeededRandom(seed: seed)
    let samples = (0..<width * height * 4).map { _ in Int.random(in: 0...255, using: &random) }
    var builder = PNGBuilder(width: width, height: height, bitDepth: 8, colorType: kind.colorType) { x, y, channel in
      samples[(y * width + x) * 4 + channel]
    }
    if kind.colorType == 3 { builder.palette = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) } }
    return builder
  }

  private func isInflatedWhole(_ file: [UInt8], spareMemory: Int = 1 << 30) throws -> Bool {
    try PNGDecoder(EncodedImage(file), limits: DecodeLimits()).inflatedPicture(spareMemory: spareMemory) != nil
  }

  @Test(arguments: kinds, 0...4)
  func everyFilterIsUndoneLikeLibpng(kind: PNGFormat.Kind, filter: Int) throws {
    for width in Array(1...34) + [65] {
      var builder = builder(kind, width: width, seed: UInt64(width))
      builder.filter = { _ in UInt8(filter) }
      if kind.colorType == 3, width % 2 == 0 { builder.transparency = [0, 9, 255, 77] }
      let file = builder.bytes
      #expect(try isInflatedWhole(file))
      #expect(try Picture(decoding: file, bandHeight: 2).hasPixels(of: ReferencePNG.decode(file)), "width \(width)")
    }
  }

  /// Two rows of Paeth's filter are undone at once, wherever they are.
  @Test(arguments: kinds) func mixedFiltersAreUndoneLikeLibpng(kind: PNGFormat.Kind) throws {
    for (width, bandHeight) in [(1, 1), (2, 3), (5, 1), (33, 2), (70, 1)] {
      var builder = builder(kind, width: width, height: 23, seed: UInt64(width))
      builder.filter = { [4, 1, 4, 4, 3, 4, 4, 4, 2, 0][$0 % 10] }
      let file = builder.bytes
      #expect(try Picture(decoding: file, bandHeight: bandHeight).hasPixels(of: ReferencePNG.decode(file)), "\(width)")
    }
  }

  @Test func unusualFilesAreReadByLibpng() throws {
    let kind = Self.kinds.first { $0.colorType == 6 }!
    let builder = builder(kind, width: 9, seed: 1)
    let stream = PNGBuilder.zlib(builder.rows)
    func idat(_ data: some Sequence<UInt8>) -> [UInt8] { PNGBuilder.chunk("IDAT", Array(data)) }
    func file(_ chunks: [UInt8]...) -> [UInt8] { builder.beforePicture + chunks.joined() + PNGBuilder.end }
    let (start, rest) = (idat(stream[..<7]), idat(stream[7...]))
    let text = PNGBuilder.chunk("tEXt", Array("a\0b".utf8))
    #expect(try isInflatedWhole(file(idat(stream))))
    #expect(try isInflatedWhole(file(start, rest)))
    #expect(try isInflatedWhole(file(idat(stream), text)))
    #expect(try isInflatedWhole(file(idat(stream)) + [1, 2, 3]), "bytes after the end")
    let odd: [[UInt8]] = [
      file(idat(stream + [0])), file(idat(PNGBuilder.zlib(builder.rows + [0]))), file(idat(stream.dropLast())),
      file(start, text, rest), file(idat(stream), PNGBuilder.chunk("tRNS", [0])), file(idat(stream)).dropLast(),
    ]
    for file in odd { #expect(try !isInflatedWhole(file)) }
    var filtered = builder
    filtered.filter = { $0 == 3 ? 5 : 0 }
    #expect(try !isInflatedWhole(filtered.bytes))
    var transparent = self.builder(Self.kinds.first { $0.colorType == 2 }!, width: 9, seed: 1)
    transparent.transparency = [0, 1, 0, 2, 0, 3]
    #expect(try !isInflatedWhole(transparent.bytes))
  }

  /// Damage with correct checksums, so that it reaches the inflating. Both decode paths must give the same result.
  @Test func damagedDataGivesTheSameResultOnBothPaths() throws {
    var random = SeededRandom(seed: 20_261_121)
    let picture = Picture(width: 19, height: 13) { x, y in [x * x, x * y, y * 9, 255 - x].map { UInt16($0 & 255) } }
    let file = try picture.encoded(.png(), alpha: .straight)
    let place = PNGChunks.signatureLength + PNGChunks.framing + 13
    let stream = Array(file[place + 8..<file.count - 2 * PNGChunks.framing + 8])
    for _ in 0..<2000 {
      var changed = stream
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
        case 1: changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: changed.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: changed.remove(at: index)
        }
      }
      let damaged = file[..<place] + PNGBuilder.chunk("IDAT", changed) + PNGBuilder.end
      do { _ = try Picture(decoding: Array(damaged)) } catch is CodecError {}
    }
  }

  @Test func theFastPathIsTakenOnlyWithinTheMemoryLimit() throws {
    let file = builder(Self.kinds.first { $0.colorType == 6 }!, width: 100, height: 50, seed: 2).bytes
    let info = try ImageCodec.probe(EncodedImage(file))
    // A row of zeros, and fifty rows with the number of their filter.
    let needed = 51 * 401
    #expect(info.inflatingBytes == needed)
    #expect(try isInflatedWhole(file, spareMemory: needed))
    #expect(try !isInflatedWhole(file, spareMemory: needed - 1))
    let without = ImageCodec.decodingMemory(for: info, spareMemory: needed - 1)
    #expect(ImageCodec.decodingMemory(for: info, spareMemory: needed) == without + needed)
    #expect(ImageCodec.decodingMemory(for: info) == without + needed)
  }

  @Test func aFileTooShortForItsPictureTakesNoMemory() throws {
    let start = PNGBuilder(width: 2800, height: 2800, bitDepth: 8, colorType: 6) { _, _, _ in 0 }.beforePicture
    #expect(try !isInflatedWhole(start + PNGBuilder.chunk("IDAT", PNGBuilder.zlib([0])) + PNGBuilder.end))
  }

  /// Row by row by libpng, in many chunks, or at once in a single chunk.
  @Test func aVeryLargePictureIsWrittenRowByRow() throws {
    let width = 2048
    let largestHeight = DeflatedPicture.largestByteCount / (1 + 4 * width)
    for (height, isWhole) in [(largestHeight, true), (largestHeight + 1, false)] {
      let shape = ImageShape(size: PixelSize(width: width, height: height), format: .encodedStraight)
      #expect(DeflatedPicture.takes(shape) == isWhole)
      let rows = (0..<2).map { offset in (0..<width * 4).map { index -> UInt8 in UInt8((index * 7 + offset) & 255) } }
      var pieces: [Int] = []
      var file: [UInt8] = []
      let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png(compression: 1))) {
        pieces.append($0.count)
        file += $0
      }
      for y in 0..<height {
        try rows[y % 2].withUnsafeBytes {
          try writer.write(RowBand(shape: shape, rows: y..<y + 1, base: $0.baseAddress!, stride: width * 4))
        }
      }
      try writer.finish()
      #expect((PNGChunks(EncodedImage(file)).filter { $0.isOf("IDAT") }.count == 1) == isWhole)
      let memory = ImageCodec.encodingMemory(for: shape, coding: .png(compression: 1))
      #expect(isWhole == (memory > DeflatedPicture.largestByteCount))

      let reader = try ImageCodec.makeReader(bytes: EncodedImage(file))
      var row = [UInt8](repeating: 0, count: width * 4)
      for y in 0..<height {
        _ = try row.withUnsafeMutableBytes { try reader.read(rows: 1, into: $0.baseAddress!, stride: width * 4) }
        guard row == rows[y % 2] else {
          Issue.record("row \(y)")
          break
        }
      }
    }
  }

  @Test(arguments: EncodeOptions.compressions, [PixelFormat.Depth.eight, .sixteen])
  func everyCompressionRoundTrips(compression: Int, depth: PixelFormat.Depth) throws {
    var random = SeededRandom(seed: 11)
    for width in [1, 2, 7, 40] {
      let picture = Picture(width: width, height: 9, depth: depth) { x, y in
        let color = [x * 900 + y, y * 1000, .random(in: 0...depth.largest, using: &random)]
        return color.map { UInt16($0 & depth.largest) } + [UInt16((x * y * 3000) & depth.largest)]
      }
      let file = try picture.encoded(.png(compression: compression), alpha: .straight, bandHeight: 4)
      #expect(try Picture(decoding: file).hasPixels(of: picture))
      #expect(try ReferencePNG.decode(file).hasPixels(of: picture))
    }
  }

  /// Random pixels of four colours have two bits each, which their neighbours don't predict. A slope of colours has almost none
  /// once they are filtered.
  @Test func rowsAreFilteredIfThatMakesThemSmaller() throws {
    var random = SeededRandom(seed: 5)
    let colors: [[UInt16]] = [[30, 60, 90, 255], [200, 20, 120, 255], [90, 250, 10, 255], [160, 130, 240, 255]]
    let dithered = Picture(width: 256, height: 256) { _, _ in colors[.random(in: 0..<4, using: &random)] }
    let slope = Picture(width: 256, height: 256) { x, y in [UInt16(x), UInt16(y), UInt16((x + y) / 2), 255] }
    for compression in [1, 6] {
      let files = try [dithered, slope].map { try $0.encoded(.png(compression: compression), alpha: .straight) }
      // Filtered, the first takes 50 KB or more; unfiltered, the second takes 70.
      #expect(files[0].count < 42_000 && files[1].count < 6_000, "\(files.map(\.count))")
      #expect(try ReferencePNG.decode(files[0]).hasPixels(of: dithered))
      #expect(try ReferencePNG.decode(files[1]).hasPixels(of: slope))
    }
  }
}
