import Foundation
import ImageCodecs
import PixelCore
import Testing

@Suite struct AVIFWritingTests {
  /// Smooth colours with some detail, translucent if `alpha` is set.
  static func picture(width: Int = 45, height: Int = 37, alpha: Bool = false) -> Picture {
    WebPWritingTests.picture(width: width, height: height, alpha: alpha)
  }

  @Test func anAVIFIsCloseToThePicture() throws {
    let smooth = Picture(width: 64, height: 48) { x, y in [UInt16(x * 4), UInt16(y * 5), UInt16(255 - x * 2), 255] }
    var last = 0
    for (quality, decibels) in [(0, 20.0), (60, 30.0), (82, 35.0), (100, 40.0)] {
      let file = try smooth.encoded(.avif(quality: quality))
      #expect(try Picture(decoding: file).psnr(to: smooth) > decibels, "quality \(quality)")
      #expect(file.count > last, "quality \(quality)")
      last = file.count
    }
  }

  /// Grey pixels of any sampling are kept exactly at the highest quality, because their luma is their level.
  @Test(arguments: EncodeOptions.ChromaSubsampling.allCases)
  func grayAndAlphaAreKept(subsampling: EncodeOptions.ChromaSubsampling) throws {
    let grey = Picture(width: 31, height: 23) { x, y in
      let level = UInt16((x * 37 + y * 91) & 255)
      return [level, level, level, UInt16((x * 5 + y * 3) & 255)]
    }
    let file = try grey.encoded(.avif(quality: 100, effort: 0, subsampling: subsampling), alpha: .straight)
    #expect(try Picture(decoding: file) == grey)
  }

  @Test(arguments: [0, 50, 100])
  func alphaIsKeptAtAnyQuality(quality: Int) throws {
    let picture = Self.picture(alpha: true)
    let read = try Picture(decoding: picture.encoded(.avif(quality: quality), alpha: .straight))
    let alphas = { (picture: Picture) in stride(from: 3, to: picture.samples.count, by: 4).map { picture.samples[$0] } }
    #expect(alphas(read) == alphas(picture))
  }

  /// Transparent pixels are black in filters' outputs. That black must not leak into the chroma of neighbouring pixels.
  @Test func transparentPixelsDoNotDarkenEdges() throws {
    let picture = Picture(width: 16, height: 16) { x, _ in x < 7 ? [0, 0, 0, 0] : [200, 40, 90, 255] }
    let read = try Picture(decoding: picture.encoded(.avif(quality: 100), alpha: .straight))
    for y in 0..<16 {
      // The second of a pair whose first pixel is transparent.
      let (seen, hidden) = (read[7, y], read[9, y])
      #expect(abs(Int(seen[0]) - 200) < 40 && abs(Int(seen[1]) - 40) < 40, "\(seen) beside \(hidden)")
    }
  }

  @Test(arguments: [(false, EncodeOptions.ChromaSubsampling.twoByTwo), (true, .none)])
  func theHeaderDescribesThePicture(hasAlpha: Bool, subsampling: EncodeOptions.ChromaSubsampling) throws {
    for profile in [nil, [UInt8](repeating: 7, count: 133)] {
      let file = try Self.picture(alpha: hasAlpha).encoded(
        .avif(subsampling: subsampling), alpha: hasAlpha ? .straight : .opaque, iccProfile: profile)
      let info = try ImageCodec.probe(EncodedImage(file))
      #expect(info.size == PixelSize(width: 45, height: 37) && info.bitDepth == 8 && info.iccProfile == profile)
      #expect(info.pixelFormat == (hasAlpha ? .encodedStraight : .encodedOpaque) && info.colorModel == .yCbCr)
      #expect(try Picture(decoding: file).warnings == [], "a written file is read without warnings")
    }
  }

  /// `avifdec --info` prints the file's colours: sRGB's code points in H.273 if there is no profile, otherwise the profile.
  @Test(.enabled(if: Program.avifdec != nil, "avifdec is not in PATH"))
  func libavifsDecoderReadsIt() throws {
    let avifdec = try #require(Program.avifdec)
    for (profile, words) in [
      (nil, ["Color Primaries: 1", "Transfer Char. : 13", "Matrix Coeffs. : 6"]),
      ([UInt8](repeating: 7, count: 133), ["Color Primaries: 2", "Transfer Char. : 2", "ICC Profile    : Present"]),
    ] as [([UInt8]?, [String])] {
      let file = try Self.picture(alpha: true).encoded(.avif(), alpha: .straight, iccProfile: profile)
      let told = try withFile(file) { String(decoding: try avifdec.output("--info", $0), as: UTF8.self) }
      for word in ["45x37", "Bit Depth      : 8", "Format         : YUV420", "Range          : Full"] + words {
        #expect(told.contains(word), "\(told)")
      }
    }
  }

  /// Qualities map to the same quantizers as ever, because cache keys contain only the quality.
  @Test(arguments: [(100, 0), (91, 8), (82, 16), (60, 29), (41, 40), (0, 63)])
  func aQualityMapsToItsQuantizer(quality: Int, quantizer: Int) throws {
    #expect(AVIF(quality: quality, effort: 4, subsampling: .twoByTwo).quantizer == quantizer)
  }

  @Test func moreEffortMakesASmallerFile() throws {
    let picture = Self.picture(width: 160, height: 120)
    #expect(try picture.encoded(.avif(effort: 6)).count < picture.encoded(.avif(effort: 0)).count)
  }

  @Test func settingsOutOfRangeAreRefused() {
    for (coding, name) in [
      (EncodeOptions.Coding.avif(quality: 101), "quality"), (.avif(quality: -1), "quality"),
      (.avif(effort: 11), "effort"),
    ] {
      let error = #expect(throws: CodecError.self) { try Self.picture().encoded(coding) }
      #expect(error?.message.hasPrefix("the \(name) of the AVIF is ") == true)
    }
  }

  @Test func aPictureThatLibavifCannotReadIsNotWritten() throws {
    func write(_ width: Int, _ height: Int) throws {
      let shape = ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque)
      _ = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.avif())) { _ in }
    }
    for (width, height) in [(32_769, 1), (1, 32_769), (65_536, 10)] {
      expectRefusal("tooLargeToWrite", "cannot hold \(width) × \(height) pixels; neither side may exceed 32768") {
        try write(width, height)
      }
    }
    expectRefusal("tooManyPixelsToWrite", "16385 × 16384 = 268451840 pixels; the limit is 268435456") {
      try write(16_385, 16_384)
    }
    let long = try Picture(width: 32_768, height: 1) { x, _ in [UInt16(x & 255), 9, 9, 255] }.encoded(.avif(effort: 0))
    #expect(try Picture(decoding: long).size == PixelSize(width: 32_768, height: 1))
    guard let avifdec = Program.avifdec else { return }
    let told = try withFile(long) { String(decoding: try avifdec.output("--info", $0), as: UTF8.self) }
    #expect(told.contains("32768x1"))
  }

  private struct DiskFull: Error {}

  @Test func aSinksErrorIsRethrownUnchanged() {
    let error = #expect(throws: CodecError.self) {
      try Self.picture().encode(EncodeOptions(.avif())) { _ in throw DiskFull() }
    }
    guard case .sinkFailed(is DiskFull)? = error else {
      Issue.record("\(String(describing: error)) instead of the sink's own error")
      return
    }
  }
}

/// Calls `body` with the path of a temporary file of `bytes`.
func withFile<R>(_ bytes: [UInt8], _ suffix: String = ".avif", _ body: (String) throws -> R) throws -> R {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + suffix)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try body(file.path)
}
