import Foundation
import PackshotKit
import TestSupport
import Testing

/// What becomes of a photo's colour profile.
@Suite struct ProfileTests {
  /// The header of a profile for RGB, and no tag.
  private static let profile: [UInt8] = {
    var profile = [UInt8](repeating: 0, count: 132)
    profile[3] = 132
    profile.replaceSubrange(16..<20, with: "RGB ".utf8)
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    return profile
  }()

  private static let dropped = "its colour profile is dropped where other pictures are composited with it"

  @Test(arguments: [
    ("outputs: [ { file: a.jpg } ]", true),
    ("steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.jpg } ]", true),
    ("steps: [ { orient: 6 }, { sepiaTone: 1 } ]\noutputs: [ { file: a.jpg } ]", true),
    ("steps: [ { sourceOver: { foreground: disc } } ]\noutputs: [ { file: a.jpg } ]", false),
    ("steps: [ { sourceOver: { foreground: disc } }, { orient: 6 } ]\noutputs: [ { file: a.jpg } ]", false),
    ("steps: [ { sourceOver: { background: disc } }, { orient: 3 } ]\noutputs: [ { file: a.jpg } ]", false),
    // Beside the photo.
    (
      "steps: [ { sourceOver: { foreground: disc, frame: [900, 0, 4, 4] } }, { orient: 6 } ]\noutputs: [ { file: a.jpg } ]",
      false
    ),
  ])
  func itStaysUntilAnotherPictureComesIn(_ text: String, _ isKept: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("packshot: 1\nsources: { disc: { circle: { size: [9, 9] } } }\n" + text, to: "recipe.yaml")
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque))
    for y in 0..<30 { Color.white.pixel(in: .encodedOpaque).fill(rows.mutableRow(y), count: 40) }
    var bytes = Data()
    let options = EncodeOptions(.jpeg(), iccProfile: Self.profile)
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: options) { bytes.append(contentsOf: $0) }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    try bytes.write(to: URL(fileURLWithPath: folder.path("photo.jpg")))

    let rendering = try SingleRendering(recipeFile: folder.path("recipe.yaml"))
    let (file, warnings) = try rendering.render(.file(folder.path("photo.jpg")))
    #expect(try ImageCodec.probe(file).iccProfile == (isKept ? Self.profile : nil))
    #expect(warnings == (isKept ? [] : [Self.dropped]))
  }
}
