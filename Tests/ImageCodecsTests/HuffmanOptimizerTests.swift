import ImageCodecs
import PixelCore
import Testing

/// JPEGs whose Huffman codes are computed. jpegtran computes the codes of existing files with libjpeg.
@Suite(.enabled(if: Program.jpegtran != nil, "jpegtran is not in PATH")) struct HuffmanOptimizerTests {
  /// Noise that is weak in most blocks and strong in a few, so that some symbols are thousands of times as frequent as others.
  private static func picture(_ width: Int, _ height: Int, seed: UInt64) -> Picture {
    var random = SeededRandom(seed: seed)
    let blocks = (width + 7) / 8
    let strengths = (0..<blocks * ((height + 7) / 8)).map { _ in random.next().leadingZeroBitCount }
    return Picture(width: width, height: height) { x, y in
      let strength = UInt64(255 >> max(0, 8 - strengths[y / 8 * blocks + x / 8]))
      let grey = random.next() % (strength + 1)
      return [UInt16(grey), UInt16((grey + random.next() % (strength / 4 + 1)) & 255), UInt16(grey), 255]
    }
  }

  private func checkCodes(_ picture: Picture, _ quality: Int, _ subsampling: EncodeOptions.ChromaSubsampling) throws {
    let file = try picture.encoded(.jpeg(quality: quality, subsampling: subsampling))
    let standard = try picture.encoded(.jpeg(quality: quality, subsampling: subsampling, optimize: false))
    let libjpegs = try Program.transcoded(standard, "-copy", "all", "-optimize")
    #expect(file == libjpegs, "\(picture.size), quality \(quality), \(subsampling)")
  }

  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases)
  func filesAreThoseOfLibjpeg(subsampling: EncodeOptions.ChromaSubsampling) throws {
    for (index, size) in [(1, 1), (8, 8), (17, 15), (16, 33), (200, 3), (333, 250)].enumerated() {
      for quality in [1, 30, 82, 100] {
        try checkCodes(Self.picture(size.0, size.1, seed: UInt64(index)), quality, subsampling)
      }
    }
  }

  /// Its codes would be longer than 16 bits. libjpeg writes it in many pieces.
  @Test func aLargePictureWithRareSymbolsIsThatOfLibjpeg() throws {
    try checkCodes(Self.picture(2500, 1700, seed: 7), 100, .twoByTwo)
  }

  /// 1700 × 1700 samples of noise in each channel are more symbols than are held.
  @Test func pixelsOfAPictureWithTooManySymbolsAreTheSame() throws {
    var random = SeededRandom(seed: 8)
    let noise = Picture(width: 1700, height: 1700) { _, _ in
      let bits = random.next()
      return [UInt16(bits & 255), UInt16(bits >> 8 & 255), UInt16(bits >> 16 & 255), 255]
    }
    let file = try noise.encoded(.jpeg(quality: 100, subsampling: .none))
    let standard = try noise.encoded(.jpeg(quality: 100, subsampling: .none, optimize: false))
    #expect(try Picture(decoding: file) == Picture(decoding: standard))
    let libjpegs = try Program.transcoded(standard, "-copy", "all", "-optimize")
    #expect(Double(file.count) < 1.001 * Double(libjpegs.count))
    #expect(
      try Program.transcoded(file, "-copy", "all", "-optimize") == libjpegs, "libjpeg reads the same coefficients")
  }
}
