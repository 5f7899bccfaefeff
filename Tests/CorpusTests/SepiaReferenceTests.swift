import PackshotKit
import Testing

/// What Apple's own Core Image makes of a picture, as AlamofireImage publishes it for its tests.
@Suite(.enabled(if: Corpus.isThere)) struct SepiaReferenceTests {
  @Test func isWithinOneLevelOfCoreImage() throws {
    let folder = "references/Alamofire+AlamofireImage"
    let original = try Photo(contentsOf: Corpus.path("\(folder)/Original_Images/unicorn.png"))
    let published = try Photo(
      contentsOf: Corpus.path("\(folder)/Modified_Images/Core_Image_Filters/unicorn-sepia.tone.png"))
    let ours = try original.applying(SepiaTone(intensity: 1)).image().channels
    let theirs = try published.image().channels
    try #require(ours.count == theirs.count)
    // Both are premultiplied here, so the one limit holds for opaque and for translucent pixels.
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(differences.max()! <= 1)
    let exact = differences.count { $0 == 0 }
    print(
      "sepia of unicorn.png: \(100 * exact / differences.count) % of channels exact, none off by more than \(differences.max()!)"
    )
  }
}
