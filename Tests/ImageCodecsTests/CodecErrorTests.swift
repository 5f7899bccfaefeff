import Errors
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct CodecErrorTests {
  private struct Full: Error {}

  @Test func everyCaseHasAWordOfItsOwn() {
    let size = PixelSize(width: 3, height: 2)
    let errors: [CodecError] = [
      .notAnImage(found: "a text"), .unsupported(.jpeg, feature: "12-bit samples"),
      .noLibrary(.webp, name: "libwebp", reason: "no such file"), .tooManyPixels(size: size, limit: 5),
      .sideTooLong(size: size, limit: 2), .tooMuchMetadata(.png, found: nil, limit: 1), .tooManyScans(limit: 1),
      .tookTooLong(limit: 0.5), .truncated(.png, row: 1), .damaged(.png, reason: "no pixels", row: nil),
      .outOfMemory(.avif), .tooLargeToWrite(.webp, size: size, limit: 2),
      .tooManyPixelsToWrite(.avif, size: size, limit: 2),
      .invalidOption(.jpeg, name: "quality", found: "200", allowed: "1 to 100"),
      .tooManyBytes(.jpeg, quality: 1, found: 900, limit: 800), .noPlanes(.png),
      .notWritable(.heic, reason: "packshot only reads this format"), .sinkFailed(Full()),
    ]
    #expect(objections(to: errors) == [])
    #expect(objections(to: LimitRemedy.allCases) == [] && objections(to: CodecRemedy.examples) == [])
  }

  @Test func aPictureWithTooManyPixelsKnowsItsSizeAndWhatRaisesTheLimit() {
    let error = CodecError.tooManyPixels(size: PixelSize(width: 30, height: 20), limit: 599)
    #expect(error.code == .overLimit && error.facts == ["width": 30, "height": 20, "limit": 599])
    #expect(error.remedy as? LimitRemedy == .raise(.maxPixels))
    #expect(error.recoverySuggestion == "raise the limit maxPixels")
  }

  @Test func remediesAreToldFromTheirNamesAndFacts() {
    for remedy in LimitRemedy.allCases { #expect(LimitRemedy(name: remedy.name, facts: remedy.facts) == remedy) }
    for remedy in CodecRemedy.examples { #expect(CodecRemedy(name: remedy.name, facts: remedy.facts) == remedy) }
    #expect(LimitRemedy(name: "raise-limit", facts: ["limit": "maxFun"]) == nil)
    #expect(CodecRemedy(name: "raise-limit", facts: ["limit": "maxPixels"]) == nil)
  }
}
