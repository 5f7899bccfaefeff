import Foundation
import PackshotKit
import Testing

/// Eight pictures of one landscape, each stored in another orientation, which look the same upright.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct OrientationReferenceTests {
  @Test(arguments: 2...8)
  func everyPictureIsUpright(orientation: Int) throws {
    let folder = "conformance/recurser+exif-orientation-examples"
    let upright = try Photo(contentsOf: Corpus.path("\(folder)/Landscape_1.jpg")).applying(Resize(width: 60)).image()
    let turned = try Photo(contentsOf: Corpus.path("\(folder)/Landscape_\(orientation).jpg")).applying(
      Resize(width: 60)
    ).image()
    #expect(turned.size == upright.size)
    // Each was compressed again, so only the mean shows that it is the same picture.
    let differences = zip(upright.channels, turned.channels).map { abs(Double($0) - Double($1)) }
    #expect(differences.reduce(0, +) / Double(differences.count) < 4)
  }
}
