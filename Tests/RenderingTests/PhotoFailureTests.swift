import Errors
import Filters
import Foundation
import ImageCodecs
import PixelCore
import Recipes
import TestSupport
import Testing

@testable import Rendering

@Suite struct PhotoFailureTests {
  private let large = CodecError.tooManyPixels(size: PixelSize(width: 30, height: 20), limit: 599)

  @Test func aFailureFromAnotherProcessIsDecodedUnchanged() throws {
    let failure = PhotoFailure(large)
    let read = try JSONDecoder().decode(PhotoFailure.self, from: JSONEncoder().encode(failure))
    #expect(read.code == .overLimit && read.reason == "too-many-pixels" && read.message == large.message)
    #expect(read.details["width"] == 30 && read.details["limit"] == 599)
    let remedy = try #require(read.remedy)
    #expect(remedy == .raiseLimit(.maxPixels))
  }

  @Test func onlyCodesOfPhotosAreAccepted() throws {
    let read = { (json: String) in try JSONDecoder().decode(PhotoFailure.self, from: Data(json.utf8)) }
    #expect(try read(#"{"code":"catalog","message":"m"}"#).code == .fault)
    #expect(try read(#"{"code":"crashed","message":"m"}"#).code == .crashed)
  }

  @Test func otherErrorsAreMappedToCodesOfPhotos() {
    let missing = RenderingError.missing(path: "a.png")
    #expect(missing.code == .missing && PhotoFailure(missing).code == .unreadable)
    let filter = FilterError.unsuitableImage(why: "the picture has no alpha")
    #expect(filter.code == .filter && PhotoFailure(filter).code == .recipe)
    #expect(PhotoFailure(CodecError.sinkFailed(missing)).reason == "missing-file")
    #expect(PhotoFailure(large).worded("a.png: too large", ["path": "a.png"]).details["path"] == "a.png")
    #expect(PhotoFailure(CancellationError()).code == .fault)
  }

  @Test func everyRenderingErrorHasADistinctReason() {
    let errors: [RenderingError] = [
      .missing(path: "a"), .unreadable(path: "a", why: "it is a folder"),
      .tooLarge(path: "a", bytes: 9_000_000, limit: 8_000_000, setting: .maxFileSize),
      .unusableProfile(path: "a", why: "it is for RGB"), .noWorker(why: "it ended immediately"),
    ]
    #expect(objections(to: errors) == [])
    #expect(errors[2].remedy == .raiseLimit(.maxFileSize))
    #expect(errors[2].message == "a is 9 MB; the limit is 8 MB")
  }
}
