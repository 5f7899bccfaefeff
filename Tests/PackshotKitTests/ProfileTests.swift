import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// How a photo's colours and its profile are converted.
@Suite struct ProfileTests {
  private static let alone = "outputs: [ { file: a.png } ]"
  private static let composited = "steps: [ { sourceOver: { foreground: disc } } ]\noutputs: [ { file: a.png } ]"

  @Test(arguments: [
    // (230, 57, 70) in Display P3 is (250, 24, 62) in sRGB.
    ("", alone, [250, 24, 62], false),
    ("", "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.png } ]", [250, 24, 62], false),
    ("working: linear\n", "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.png } ]", [250, 24, 62], false),
    ("", composited, [250, 24, 62], false),
    ("profile: keep\n", alone, [230, 57, 70], true),
    ("profile: keep\n", "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.png } ]", [230, 57, 70], true),
    ("profile: keep\n", composited, [250, 24, 62], false),
    // The photo is composited over another, and the recipe still keeps its profile.
    (
      "profile: keep\n",
      "steps: [ { sourceOver: { foreground: disc, frame: [900, 0, 4, 4] } } ]\noutputs: [ { file: a.png } ]",
      [250, 24, 62],
      false
    ),
  ])
  func colorsAreConvertedToSRGBUnlessTheRecipeKeepsThem(
    _ key: String, _ text: String, _ expected: [Int], _ isKept: Bool
  ) throws {
    let profile = ProfileBuilder.displayP3.bytes
    let (file, warnings) = try render(key + text, profile: profile, Color(red: 230, green: 57, blue: 70))
    #expect(try ImageCodec.probe(file).iccProfile == (isKept ? profile : nil))
    #expect(try corner(of: file) == expected)
    #expect(warnings.isEmpty)
  }

  /// By Little CMS, (230, 57, 70) in sRGB is (211.96, 72.56, 75.99) in Display P3.
  @Test(
    arguments: [
      ("", alone, nil, [212, 73, 76]),
      ("working: linear\n", alone, nil, [212, 73, 76]),
      ("", alone, .displayP3, [230, 57, 70]),
      ("", composited, .displayP3, [230, 57, 70]),
      (
        "", "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.jpg, quality: 100 } ]", .displayP3,
        [230, 57, 70]
      ),
      (
        "", "steps: [ { pad: { all: 5, background: \"#e63946\" } } ]\noutputs: [ { file: a.png } ]", .displayP3,
        [212, 73, 76]
      ),
      (
        "", "steps: [ { opacity: 0 } ]\noutputs: [ { file: a.jpg, quality: 100, background: \"#e63946\" } ]", nil,
        [212, 73, 76]
      ),
      (
        "",
        "steps: [ { sourceOver: { foreground: disc, frame: [-60, -60, 160, 160] } } ]\noutputs: [ { file: a.png } ]",
        nil,
        [212, 73, 76]
      ),
    ] as [(String, String, ProfileBuilder?, [Int])])
  func colorsAreConvertedToDisplayP3IfTheRecipeSaysSo(
    _ key: String, _ text: String, _ profile: ProfileBuilder?, _ expected: [Int]
  ) throws {
    let (file, warnings) = try render(
      "profile: displayP3\n" + key + text,
      sources: "sources: { disc: { circle: { size: [9, 9], fill: \"#e63946\" } } }\n",
      profile: profile?.bytes, Color(red: 230, green: 57, blue: 70))
    let info = try ImageCodec.probe(file)
    #expect(info.colors.profileName == "Display P3" && info.iccProfile!.count < 500 && warnings.isEmpty, "\(warnings)")
    let colour = try corner(of: file)
    #expect(zip(colour, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(colour)")
  }

  @Test(arguments: ["", "profile: displayP3\n", "profile: keep\n"])
  func processingAgainChangesNothing(key: String) throws {
    let folder = try TemporaryFolder()
    let color = Color(red: 230, green: 57, blue: 70)
    let (first, _) = try render(key + Self.alone, profile: ProfileBuilder.displayP3.bytes, color, in: folder)
    try first.withBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.path("again.png")))
    let rendering = try SingleRendering(recipeFile: folder.path("recipe.yaml"))
    let (second, picture) = try rendering.render(.file(folder.path("again.png")))
    #expect(second.hasSameBytes(as: first) && picture.warnings.isEmpty)
  }

  @Test func aRecipesColorIsTheSameBesideEveryProfile() throws {
    let text = "steps: [ { pad: { all: 5, background: \"#e63946\" } } ]\noutputs: [ { file: a.png } ]"
    for profile in [nil, ProfileBuilder.displayP3.bytes, ProfileBuilder.adobeRGB.bytes] {
      let (file, _) = try render(text, profile: profile, Color(red: 10, green: 200, blue: 30))
      #expect(try corner(of: file) == [230, 57, 70])
    }
  }

  /// (230, 57, 70) by the profiles' published primaries and powers is (198.7, 59.6, 71.2) in Adobe RGB and (161.8, 76.8, 58.7) in
  /// ProPhoto RGB.
  @Test(arguments: [
    (ProfileBuilder.adobeRGB, [199, 60, 71]), (.proPhotoRGB, [162, 77, 59]), (.displayP3, [212, 73, 76]),
    (.sRGB, [230, 57, 70]),
  ])
  func aRecipesColorIsWrittenInTheProfileThatIsKept(_ profile: ProfileBuilder, _ expected: [Int]) throws {
    let color = Color(red: 10, green: 200, blue: 30)
    let (file, _) = try render(
      "profile: keep\nsteps: [ { pad: { all: 5, background: \"#e63946\" } } ]\noutputs: [ { file: a.png } ]",
      profile: profile.bytes, color)
    #expect(try ImageCodec.probe(file).iccProfile == profile.bytes)
    #expect(try corner(of: file) == expected)
    // An output with a drawn picture can't keep the profile, and changes nothing in others.
    let folder = try TemporaryFolder()
    try picture(profile.bytes, color).write(to: URL(fileURLWithPath: folder.path("photo.webp")))
    try folder.write(
      "packshot: 1\nsources: { disc: { circle: { size: [9, 9] } } }\nprofile: keep\n"
        + "steps: [ { pad: { all: 5, background: \"#e63946\" } } ]\noutputs: [ { file: a.png }, "
        + "{ file: b.png, steps: [ { sourceOver: { foreground: disc, frame: [30, 30, 4, 4] } } ] } ]",
      to: "recipe.yaml")
    let options = BatchOptions(inputs: [folder.path("photo.webp")], outputFolder: folder.path("out"))
    let summary = try Batch(recipeFile: folder.path("recipe.yaml"), options: options) { _ in }.run()
    #expect(summary.rendered == 1)
    let bytes = { try EncodedImage([UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("out/" + $0))))) }
    #expect(try bytes("a.png").hasSameBytes(as: file))
    #expect(try corner(of: bytes("b.png")) == [230, 57, 70] && ImageCodec.probe(bytes("b.png")).iccProfile == nil)
  }

  @Test func sRGBUnderAnotherNameIsNotConverted() throws {
    let (file, warnings) = try render(
      Self.alone, profile: ProfileBuilder.sRGB.bytes, Color(red: 230, green: 57, blue: 70))
    #expect(try corner(of: file) == [230, 57, 70] && warnings.isEmpty)
  }

  @Test func anUnusableProfileIsAWarning() throws {
    for (profile, problem) in [
      ([1, 2, 3], "it is damaged"),
      (ProfileBuilder(colorSpace: "HSV ", tags: []).bytes, "it is for HSV , and not for RGB, grey or CMYK"),
      (ProfileBuilder(grey: ProfileBuilder.gamma(2)).bytes, "it is for grey, and the file is RGB"),
    ] as [([UInt8], String)] {
      let (file, warnings) = try render(Self.alone, profile: profile, Color(red: 230, green: 57, blue: 70))
      #expect(try corner(of: file) == [230, 57, 70])
      #expect(warnings == ["its colour profile cannot be used (\(problem)), so its colours are read as sRGB"])
    }
  }

  @Test func theRecipesImagesAreConverted() throws {
    let folder = try TemporaryFolder()
    try picture(ProfileBuilder.displayP3.bytes, Color(red: 230, green: 57, blue: 70))
      .write(to: URL(fileURLWithPath: folder.path("badge.webp")))
    let (file, _) = try render(
      "steps: [ { sourceOver: { foreground: badge } } ]\noutputs: [ { file: a.png } ]",
      sources: "sources: { badge: badge.webp }\n", profile: nil, .white, in: folder)
    #expect(try corner(of: file) == [250, 24, 62])
  }

  // MARK: Pictures

  private func render(
    _ text: String, sources: String = "sources: { disc: { circle: { size: [9, 9] } } }\n",
    profile: [UInt8]?, _ color: Color, in folder: TemporaryFolder? = nil
  ) throws -> (file: EncodedImage, warnings: [String]) {
    let folder = try folder ?? TemporaryFolder()
    try folder.write("packshot: 1\n" + sources + text, to: "recipe.yaml")
    try picture(profile, color).write(to: URL(fileURLWithPath: folder.path("photo.webp")))
    let rendering = try SingleRendering(recipeFile: folder.path("recipe.yaml"))
    let (file, picture) = try rendering.render(.file(folder.path("photo.webp")))
    return (file, picture.warnings)
  }

  /// A lossless picture of one colour.
  private func picture(_ profile: [UInt8]?, _ color: Color) throws -> Data {
    var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque))
    for y in 0..<30 { color.pixel(in: .encodedOpaque).fill(rows.mutableRow(y), count: 40) }
    var bytes = Data()
    let options = EncodeOptions(.webp(lossless: true), iccProfile: profile)
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: options) { bytes.append(contentsOf: $0) }
    try Image(rows).withBand { try writer.write($0) }
    try writer.finish()
    return bytes
  }

  /// The colour of the first pixel.
  private func corner(of file: EncodedImage) throws -> [Int] {
    let reader = try ImageCodec.makeReader(bytes: file)
    var buffer = PixelBuffer(shape: reader.shape)
    _ = try reader.read(rows: reader.shape.size.height, into: buffer.mutableRow(0), stride: buffer.stride)
    return (0..<3).map { Int(buffer.row(0).load(fromByteOffset: $0, as: UInt8.self)) }
  }
}
