import ImageCodecs
import TestSupport
import Testing

/// JPEGs in which the decoder skips some data. A few bytes are harmless; more mean that the decoded picture is not the
/// intended one.
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

  /// The start of the scan's data.
  private func dataStart(of file: [UInt8]) throws -> Int {
    let scan = try place(of: 0xda, in: file)
    return scan + 2 + Int(file[scan + 2]) << 8 + Int(file[scan + 3])
  }

  private func expectTooMuchIsSkipped(_ file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: CodecError.self, sourceLocation: sourceLocation) { try Picture(decoding: file) }
    guard case .damaged(.jpeg, let reason, _)? = error else {
      Issue.record("\(String(describing: error)) instead of damage", sourceLocation: sourceLocation)
      return
    }
    #expect(reason.hasSuffix("bytes of picture data are left over"), sourceLocation: sourceLocation)
  }

  /// Huffman-coded data with a header for arithmetic coding: a few bytes decode to a grey picture.
  @Test func dataOfAnotherCodingIsDamage() throws {
    var file = try noise()
    file[try place(of: 0xc0, in: file) + 1] = 0xc9
    expectTooMuchIsSkipped(file)
  }

  /// Fewer rows in the header than in the data: the remaining data is skipped. The last row of blocks is a sixth of it.
  @Test(arguments: [32, 80] as [UInt8])
  func aHeaderWithTooFewRowsIsDamage(height: UInt8) throws {
    var file = try noise()
    file[try place(of: 0xc0, in: file) + 6] = height
    expectTooMuchIsSkipped(file)
  }

  /// A grey picture of 400 blocks of 5 to 13 bits each.
  private func blocks(restartInterval: Int = 0) -> [UInt8] {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(width: 160, height: 160, components: [.init(id: 1, value: value)])
    builder.restartInterval = restartInterval
    return builder.bytes
  }

  /// Webcams leave a few bytes before some restarts, usually with a correct picture.
  @Test func aFewBytesBeforeARestartAreAWarning() throws {
    let file = blocks(restartInterval: 40)
    let first = try place(of: 0xd0, in: file)
    let with = { (count: Int) in Array(file[..<first]) + (0..<count).map { UInt8($0) } + file[first...] }
    #expect(try Picture(decoding: file).warnings.isEmpty)
    let picture = try Picture(decoding: with(24))
    #expect(picture.warnings == ["24 extraneous bytes before marker 0xd0"])
    #expect(picture.hasPixels(of: try Picture(decoding: file)))
    expectTooMuchIsSkipped(with(25))
  }

  @Test func bytesBeforeEveryRestartAreDamageIfTheyAreMostOfTheData() throws {
    let file = blocks(restartInterval: 8)
    var padded: [UInt8] = []
    for (index, byte) in file.enumerated() {
      if byte == 0xff, index + 1 < file.count, 0xd0...0xd7 ~= file[index + 1] { padded += (1...20).map { $0 } }
      padded.append(byte)
    }
    expectTooMuchIsSkipped(padded)
  }

  /// Zeros decode to blocks equal to the previous one, of five bits each. Too few blocks are missing to use up the zeros.
  @Test func zerosBeforeARestartAreDamage() throws {
    var file = blocks(restartInterval: 40)
    let (first, second) = (try place(of: 0xd0, in: file), try place(of: 0xd1, in: file))
    let start = first + 2
    file.replaceSubrange(start..<second, with: [UInt8](repeating: 0, count: max(second - start, 60)))
    expectTooMuchIsSkipped(file)
  }

  /// The leftover data looks like padding but begins within the picture's data.
  @Test func zerosToTheEndOfTheDataAreDamage() throws {
    var file = blocks()
    let end = file.count - 2
    for index in end - 300..<end { file[index] = 0 }
    expectTooMuchIsSkipped(file)
  }

  /// Common damage at random places. It can't be detected if the data still decodes to its very end, which is rare.
  @Test(arguments: ["zeros", "noise", "a gap"])
  func damageInsideTheDataIsFound(kind: String) throws {
    var random = SeededRandom(seed: 64)
    let picture = Picture(width: 160, height: 160) { x, y in
      [x * y / 50 + Int.random(in: 0...40, using: &random), x + y / 2, 255 - y].map { UInt16($0 & 255) } + [255]
    }
    let file = try picture.encoded(.jpeg(quality: 85))
    let start = try dataStart(of: file)
    var found = 0
    for _ in 0..<20 {
      var damaged = file
      let place = Int.random(in: start..<file.count - 600, using: &random)
      switch kind {
      case "zeros": damaged.replaceSubrange(place..<place + 400, with: [UInt8](repeating: 0, count: 400))
      case "noise": for index in place..<place + 64 { damaged[index] = UInt8.random(in: 0...254, using: &random) }
      default: damaged.removeSubrange(place..<place + 300)
      }
      if (try? Picture(decoding: damaged)) == nil { found += 1 }
    }
    #expect(found >= (kind == "noise" ? 10 : 18), "\(found) of 20")
  }

  @Test func oneDamagedScanOfAProgressiveFileIsEnough() throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    var builder = JPEGBuilder(
      width: 64, height: 64, components: (1...3).map { JPEGBuilder.Component(id: $0, value: value) })
    builder.frameType = 0xc2
    builder.scans = [[0], [1], [2]]
    let file = builder.bytes
    let start = try dataStart(of: file)
    let end = start + (try place(of: 0xda, in: Array(file[start...])))
    expectTooMuchIsSkipped(Array(file[..<end]) + file[start..<end] + file[end...])
  }

  @Test(arguments: [
    (1...16).map { $0 }, [UInt8](repeating: 0, count: 50_000), [UInt8](repeating: 0xff, count: 50_000),
  ])
  func aFewBytesAndPaddingAreAWarning(junk: [UInt8]) throws {
    let file = try noise()
    let picture = try Picture(decoding: file)
    let padded = try Picture(decoding: Array(file.dropLast(2)) + junk + [0xff, 0xd9])
    #expect(padded.hasPixels(of: picture))
    #expect(padded.warnings.count == (junk.allSatisfy { $0 == 0xff } ? 0 : 1))
  }

  @Test(arguments: [32, 200] as [UInt8])
  func moreBytesAtTheEndAreDamage(count: UInt8) throws {
    let file = try noise()
    expectTooMuchIsSkipped(Array(file.dropLast(2)) + Array(0..<count) + [0xff, 0xd9])
  }

  /// If no damage is allowed, even probably harmless bytes are refused.
  @Test func strictLimitsRefuseAnySkippedByte() throws {
    var strict = DecodeLimits()
    strict.isStrict = true
    let file = try noise()
    #expect(try Picture(decoding: file, limits: strict).warnings.isEmpty)
    #expect(try Picture(decoding: file + [1, 2, 3], limits: strict).warnings.isEmpty)
    let padded = Array(file.dropLast(2)) + (1...12) + [0xff, 0xd9]
    #expect(try Picture(decoding: padded).warnings.count == 1)
    expectDamaged(.jpeg) { try Picture(decoding: padded, limits: strict) }
  }

  /// A picture of few bytes, followed by as many as some encoders write.
  @Test func aFewBytesAfterASmallPictureAreAWarning() throws {
    let file = try Picture(width: 8, height: 8) { _, _ in [90, 90, 90, 255] }.encoded(.jpeg())
    let picture = try Picture(decoding: Array(file.dropLast(2)) + Array(1...16) + [0xff, 0xd9])
    #expect(picture.warnings.count == 1)
  }
}
