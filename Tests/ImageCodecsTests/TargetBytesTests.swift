import ImageCodecs
import PixelCore
import Testing

/// Files with a limited number of bytes.
@Suite struct TargetBytesTests {
  private static let picture = WebPWritingTests.picture(width: 90, height: 70)

  private static let codings: [EncodeOptions.Coding] = [
    .jpeg(quality: 95), .jpeg(quality: 90, subsampling: .none, progressive: true), .webp(quality: 95, effort: 1),
    .avif(quality: 95, effort: 0),
  ]

  private func fitting(_ coding: EncodeOptions.Coding, in bytes: Int) throws -> [UInt8] {
    var coding = coding
    coding.targetBytes = bytes
    return try Self.picture.encoded(coding, iccProfile: nil)
  }

  @Test(arguments: codings)
  func aFileWithinTheLimitIsUnchanged(coding: EncodeOptions.Coding) throws {
    let file = try Self.picture.encoded(coding)
    #expect(try fitting(coding, in: file.count) == file)
    #expect(try fitting(coding, in: 1 << 30) == file)
  }

  /// Encoding at every quality shows the right one: a file that fits, while the next higher quality doesn't.
  @Test(arguments: codings)
  func otherwiseTheHighestQualityThatFitsIsUsed(coding: EncodeOptions.Coding) throws {
    let files = try (1...90).map { quality in
      switch coding.settings {
      case var jpeg as JPEG:
        jpeg.quality = quality
        return try Self.picture.encoded(.init(jpeg))
      case var webp as WebP:
        webp.quality = quality
        return try Self.picture.encoded(.init(webp))
      case var avif as AVIF:
        avif.quality = quality
        return try Self.picture.encoded(.init(avif))
      default: preconditionFailure()
      }
    }
    let (least, most) = (files[0].count, files[89].count)
    for share in [0.1, 0.35, 0.7, 0.95] {
      let limit = least + Int(Double(most - least) * share)
      let fitting = try fitting(coding, in: limit)
      #expect(fitting.count <= limit)
      let place = try #require(files.lastIndex { $0 == fitting }, "it is one of them")
      #expect(files[place + 1].count > limit)
    }
  }

  @Test(arguments: codings)
  func aPictureThatCannotBeSmallEnoughIsAnError(coding: EncodeOptions.Coding) throws {
    let error = #expect(throws: CodecError.self) { try fitting(coding, in: 60) }
    guard case .tooManyBytes(coding.format, quality: 0...1, found: let found, limit: 60)? = error else {
      Issue.record("\(error?.message ?? "no error")" as Comment)
      return
    }
    #expect(found > 60)
    #expect(error?.message.contains("\(found) bytes even at quality") == true)
  }

  @Test func formatsWithoutAQualityAreRefused() {
    for coding in [EncodeOptions.Coding.png(), .webp(lossless: true)] {
      let error = #expect(throws: CodecError.self) { try fitting(coding, in: 1000) }
      guard case .invalidOption(coding.format, name: "targetBytes", found: "1000", allowed: _)? = error else {
        Issue.record("\(error?.message ?? "no error")" as Comment)
        continue
      }
    }
  }

  @Test func aFailingSinkIsReported() {
    struct DiskFull: Error {}
    var options = EncodeOptions(.jpeg())
    options.coding.targetBytes = 1 << 20
    let error = #expect(throws: CodecError.self) { try Self.picture.encode(options) { _ in throw DiskFull() } }
    guard case .sinkFailed(is DiskFull)? = error else {
      Issue.record("\(error?.message ?? "no error")" as Comment)
      return
    }
  }

  @Test func memoryIncludesThePicture() {
    let shape = ImageShape(size: PixelSize(width: 1000, height: 500), format: .encodedOpaque)
    var coding = EncodeOptions.Coding.jpeg()
    let usual = ImageCodec.encodingMemory(for: shape, coding: coding)
    coding.targetBytes = 10_000
    #expect(ImageCodec.encodingMemory(for: shape, coding: coding) >= usual + 1000 * 500 * 3)
  }
}
