import Foundation
import ImageCodecs
import PackshotKit
import TestSupport
import Testing

/// CMYK without an embedded profile: which profile converts it, and how that enters the cache key.
@Suite struct CMYKProfileTests {
  /// CMYK channels from 0 to 255, as Little CMS converts them with the CMYK test profile, and as the plain formula does.
  private static let inks: [UInt8] = [121, 131, 193, 61]
  private static let byProfile = [171, 153, 97]
  private static let byFormula = [102, 94, 47]
  private static let warning = "CMYK was converted without a colour profile"

  /// The colour conversion is recorded with the photo and with the picture.
  @Test func theColorConversionIsRecorded() throws {
    let packshot = try Self.shop()
    try packshot.writePhoto("photos/rgb.png")
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--cmyk", "press/inks.icc")
    let show = { (photo: String) in
      try packshot.run("photos", "show", photo, "--catalog", "out/catalog.sqlite").output.split(separator: "\n")
        .first { $0.hasPrefix("colours") }?.dropFirst(13)
    }
    #expect(try show("photos/scan.tif") == "CMYK without a profile that can be used")
    #expect(try show("out/scan.png") == "CMYK without a profile that can be used, converted to sRGB by four inks")
    #expect(try show("photos/rgb.png") == "sRGB, because the file declares no other")
    let json = try packshot.run("photos", "show", "out/scan.png", "--json", "--catalog", "out/catalog.sqlite").events
    #expect((json.first?["colors"] as? String)?.hasSuffix("converted to sRGB by four inks") == true)
  }

  @Test(arguments: [
    ("", ["--cmyk", "press/inks.icc"], byProfile),
    ("cmyk: press/inks.icc\n", [], byProfile),
    ("cmyk: press/inks.icc\n", ["--no-sandbox"], byProfile),
    ("cmyk: press/inks.icc\n", ["--cmyk", "none"], byFormula),
    ("cmyk: press/none.icc\n", ["--cmyk", "press/inks.icc"], byProfile),
    ("", ["--cmyk", "none"], byFormula),
  ])
  func theProfileIsSetByAnOptionOrTheRecipe(key: String, options: [String], expected: [Int]) throws {
    let packshot = try Self.shop(key: key)
    let run = try packshot.run(["render", "recipe.yaml", "photos/scan.tif", "a.png"] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains(Self.warning) == (expected == Self.byFormula), "\(run.errors)")
    let colour = try corner(of: packshot.read("a.png"))
    #expect(zip(colour, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(colour)")
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: CMYKChoice.installedPath),
      "this machine has no profile of CMYK from Ghostscript"))
  func theInstalledProfileIsTheDefault() throws {
    let packshot = try Self.shop()
    _ = try packshot.run("render", "recipe.yaml", "photos/scan.tif", "a.png")
    _ = try packshot.run("render", "recipe.yaml", "photos/scan.tif", "b.png", "--cmyk", CMYKChoice.installedPath)
    #expect(try packshot.read("a.png") == packshot.read("b.png"))
  }

  @Test func theRecipesCMYKImagesAreConvertedByTheProfile() throws {
    let packshot = try Self.shop()
    let recipe = "packshot: 1\nsources: { scan: photos/scan.tif }\nsteps: [ { sourceOver: { foreground: scan } } ]\n"
    try packshot.write(recipe + "outputs: [ { file: \"{stem}.png\" } ]", to: "recipe.yaml")
    try packshot.writePhoto("white.png")
    _ = try packshot.run("render", "recipe.yaml", "white.png", "a.png", "--cmyk", "press/inks.icc")
    let colour = try corner(of: packshot.read("a.png"), x: 30, y: 20)
    #expect(zip(colour, Self.byProfile).allSatisfy { abs($0 - $1) <= 1 }, "\(colour)")
  }

  @Test func anotherProfileMakesOnlyCMYKPhotosStale() throws {
    let packshot = try Self.shop()
    try packshot.writePhoto("photos/rgb.png")
    let statuses = { (profile: String) in
      let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--cmyk", profile, "--json")
      let photos = run.events.filter { $0["event"] as? String == "photo" }
      return photos.compactMap { event in (event["input"] as? String).map { "\($0) \(event["status"]!)" } }.sorted()
    }
    let unchanged = ["photos/rgb.png unchanged", "photos/scan.tif unchanged"]
    #expect(try statuses("press/inks.icc") == ["photos/rgb.png rendered", "photos/scan.tif rendered"])
    #expect(try statuses("press/inks.icc") == unchanged)
    // Only the profile's content counts, not its name.
    try packshot.write(packshot.read("press/inks.icc"), to: "renamed.icc")
    #expect(try statuses("renamed.icc") == unchanged)
    try packshot.write(Data(ProfileBuilder.press.bytes), to: "press/inks.icc")
    #expect(try statuses("press/inks.icc") == ["photos/rgb.png unchanged", "photos/scan.tif rendered"])
    #expect(try statuses("none") == ["photos/rgb.png unchanged", "photos/scan.tif rendered"])
  }

  @Test func theProfilesHashIsRecorded() throws {
    let packshot = try Self.shop()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--cmyk", "press/inks.icc")
    let sums = try packshot.shell("sha256sum press/inks.icc").output.prefix(64)
    let run = try #require(
      try packshot.run("runs", "list", "--catalog", "out/catalog.sqlite", "--json").events.first)
    let options = try #require(run["options"] as? String)
    #expect(options.contains("\"cmyk\"") && options.contains(sums), "\(options)")
  }

  @Test(arguments: [
    ("rgb.icc", "--cmyk rgb.icc cannot be used: it is for RGB, and not for CMYK"),
    ("recipe.yaml", "--cmyk recipe.yaml cannot be used: it is not an ICC profile"),
    ("cut.icc", "--cmyk cut.icc cannot be used: it has no tag A2B0"),
    ("gone.icc", "--cmyk gone.icc cannot be used: there is no such file"),
    ("photos", "--cmyk photos cannot be used: it cannot be read: it is a folder"),
  ])
  func anInvalidCMYKProfileIsReportedBeforeAnythingIsWritten(file: String, message: String) throws {
    let packshot = try Self.shop()
    try packshot.write(Data(ProfileBuilder.displayP3.bytes), to: "rgb.icc")
    var cut = ProfileBuilder.cmykProfile
    cut.tags.removeLast()
    try packshot.write(Data(cut.bytes), to: "cut.icc")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--cmyk", file)
    #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/out"))
    try packshot.write("packshot: 1\ncmyk: \(file)\noutputs: [ { file: a.png } ]\n", to: "named.yaml")
    let named = try packshot.run("recipe", "check", "named.yaml")
    let words = message.replacingOccurrences(of: "--cmyk \(file)", with: "named.yaml:2:7: cmyk: the profile \(file)")
      .replacingOccurrences(of: "cannot be used:", with: "cannot be used for CMYK:")
    #expect(named.status == 64 && named.errors.contains(words), "\(named.errors)")
  }

  @Test func thePlanNamesTheProfile() throws {
    let packshot = try Self.shop(key: "cmyk: press/inks.icc\n")
    let shown = try packshot.run("recipe", "show", "recipe.yaml", "--photo", "photos/scan.tif").output
    #expect(
      shown.contains("colours: CMYK without a profile that can be used, converted to sRGB by four inks\n"), "\(shown)")
    let plain = try packshot.run("recipe", "show", "recipe.yaml", "--photo", "photos/scan.tif", "--cmyk", "none").output
    #expect(plain.contains("converted to sRGB by a plain formula\n"), "\(plain)")
  }

  // MARK: Files

  /// A folder with a recipe, a CMYK profile and a photo of one CMYK colour.
  private static func shop(key: String = "") throws -> Packshot {
    let packshot = try Packshot()
    try packshot.write("packshot: 1\n\(key)outputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
    try packshot.write(Data(ProfileBuilder.cmykProfile.bytes), to: "press/inks.icc")
    try packshot.write(Data(tiff), to: "photos/scan.tif")
    return packshot
  }

  /// Eight CMYK pixels in one strip (TIFF 6.0, section 16).
  private static var tiff: [UInt8] {
    let strip = Array(repeating: inks, count: 8).joined()
    // Tag, type, count, value. The four depths don't fit into an entry, so they are stored before the strip, at offset 8.
    let entries: [[Int]] = [
      [256, 4, 1, 4], [257, 4, 1, 2], [258, 3, 4, 8], [259, 3, 1, 1], [262, 3, 1, 5], [273, 4, 1, 16], [277, 3, 1, 4],
      [278, 4, 1, 2], [279, 4, 1, strip.count],
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0] + long(16 + strip.count) + [8, 0, 8, 0, 8, 0, 8, 0]
    file += strip
    file += [9, 0]
    for entry in entries { file += long(entry[1] << 16 | entry[0]) + long(entry[2]) + long(entry[3]) }
    return file + long(0)
  }

  private static func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xff) } }

  private func corner(of file: Data, x: Int = 0, y: Int = 0) throws -> [Int] {
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(Array(file)))
    var buffer = PixelBuffer(shape: reader.shape)
    _ = try reader.read(rows: reader.shape.size.height, into: buffer.mutableRow(0), stride: buffer.stride)
    return (0..<3).map { Int(buffer.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self)) }
  }
}
