import Errors
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct CodecErrorTests {
  private struct Full: Error {}

  @Test func everyCodecErrorHasADistinctReason() {
    let size = PixelSize(width: 3, height: 2)
    let errors: [CodecError] = [
      .notAnImage(found: "a text"), .unsupportedFormat(format: .pdf), .unsupported(.jpeg, feature: "12-bit samples"),
      .noLibrary(.webp, library: "libwebp", why: "no such file"), .tooManyPixels(size: size, limit: 5),
      .sideTooLong(size: size, limit: 2), .tooMuchMetadata(.png, found: nil, limit: 1), .tooManyScans(limit: 1),
      .tookTooLong(limit: 0.5), .truncated(.png, row: 1), .damaged(.png, why: "no pixels", row: nil),
      .outOfMemory(.avif), .tooLargeToWrite(.webp, size: size, limit: 2),
      .tooManyPixelsToWrite(.avif, size: size, limit: 2),
      .invalidOption(.jpeg, name: "quality", found: "200", allowed: "1 to 100"),
      .tooManyBytes(.jpeg, quality: 1, found: 900, limit: 800), .noPlanes(.png),
      .notWritable(.heic, why: "packshot only reads this format"), .sinkFailed(Full()),
    ]
    #expect(objections(to: errors) == [])
  }

  @Test func tooManyPixelsHasItsSizeAndTheLimitToRaise() {
    let error = CodecError.tooManyPixels(size: PixelSize(width: 30, height: 20), limit: 599)
    #expect(error.code == .overLimit && error.details == ["width": 30, "height": 20, "limit": 599])
    #expect(error.remedy == .raiseLimit(.maxPixels))
    #expect(error.recoverySuggestion == "raise the limit maxPixels")
  }
}
