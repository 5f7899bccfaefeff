import ImageCodecs
import Testing

/// JPEGs of whose data the decoder passes over a part: a little of it is harmless, most of it is another picture.
@Suite struct SkippedDataTests {
  /// Noise, which takes many bytes.
  private func noise() throws -> [UInt8] {
    var random = SeededRandom(seed: 19)
    let picture = Picture(width: 64, height: 96) { _, _ in
      (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) } + [255]
    }
    return try picture.encoded(.jpeg(quality: 90))
  }

  private func place(of marker: UInt8, in file: [UInt8]) throws -> Int {
    try #require(zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, marker) }?.offset)
  }

  /// Where the scan's data begins.
  private func dataStart(of file: [UInt8]) throws -> Int {
    let scan = try place(of: 0xda, in: file)
    return scan + 2 + Int(file[scan + 2]) << 8 + Int(file[scan + 3])
  }

  private func expectMostIsSkipped(_ file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) { try Picture(decoding: file) }
    guard case .damaged(.jpeg, let reason, _)? = error else {
      Issue.record("\(String(describing: error)) instead of damage", sourceLocation: sourceLocation)
      return
    }
    #expect(reason.hasSuffix("bytes of its picture data belong to no pixel"), sourceLocation: sourceLocation)
  }

  /// The data is Huffman's, and the header says that it is arithmetic: a grey picture comes out of a few bytes.
  @Test func dataOfAnotherCodingIsDamage() throws {
    var file = try noise()
    file[try place(of: 0xc0, in: file) + 1] = 0xc9
    expectMostIsSkipped(file)
  }

  /// A third of the rows: the others' data is left.
  @Test func aHeaderThatTellsOfFewRowsIsDamage() throws {
    var file = try noise()
    file[try place(of: 0xc0, in: file) + 6] = 32
    expectMostIsSkipped(file)
  }

  @Test func dataThatARestartPassesOverIsDamage() throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(width: 160, height: 160, components: [.init(id: 1, value: value)])
    builder.restartInterval = 40
    let file = builder.bytes
    let start = try dataStart(of: file)
    let (first, second) = (try place(of: 0xd0, in: file), try place(of: 0xd1, in: file))
    #expect(try Picture(decoding: file).warnings.isEmpty)
    // The data again before each restart: neither is most of it, together they are.
    let junk = (0..<3).flatMap { _ in file[start..<first] }
    let once = Array(file[..<first]) + junk + file[first...]
    #expect(try Picture(decoding: once).warnings.count == 1)
    expectMostIsSkipped(Array(file[..<first]) + junk + file[first..<second] + junk + file[second...])
  }

  @Test func oneScanOfAProgressiveFileIsEnough() throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(
      width: 64, height: 64, components: (1...3).map { JPEGBuilder.Component(id: $0, value: value) })
    builder.frameType = 0xc2
    builder.scans = [[0], [1], [2]]
    let file = builder.bytes
    let start = try dataStart(of: file)
    let end = start + (try place(of: 0xda, in: Array(file[start...])))
    expectMostIsSkipped(Array(file[..<end]) + file[start..<end] + file[end...])
  }

  @Test(arguments: [
    (1...20).map { $0 }, [UInt8](repeating: 0, count: 50_000), [UInt8](repeating: 0xff, count: 50_000),
    (0..<200).map { $0 },
  ])
  func aFewBytesAndPaddingPassWithAWarning(junk: [UInt8]) throws {
    let file = try noise()
    let picture = try Picture(decoding: file)
    let padded = try Picture(decoding: Array(file.dropLast(2)) + junk + [0xff, 0xd9])
    #expect(padded.hasPixels(of: picture))
    #expect(padded.warnings.count == (junk.allSatisfy { $0 == 0xff } ? 0 : 1))
  }

  /// A picture of few bytes, and as many behind it as some encoders write.
  @Test func aFewBytesBehindASmallPicturePass() throws {
    let file = try Picture(width: 8, height: 8) { _, _ in [90, 90, 90, 255] }.encoded(.jpeg())
    let picture = try Picture(decoding: Array(file.dropLast(2)) + Array(1...16) + [0xff, 0xd9])
    #expect(picture.warnings.count == 1)
  }
}
