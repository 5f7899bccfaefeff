import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import Testing

/// A photo's own focus, which a person sets, takes the place of the recipe's.
@Suite struct OwnFocusTests {
  private let packshot: Packshot

  /// Four squares of 100 pixels in a row.
  private static let colors = ["#d02020", "#20a020", "#2040d0", "#f0d020"].map { Color(css: $0)! }

  init() throws {
    packshot = try Packshot()
    try packshot.write(Self.photo(), to: "photos/mug.png")
  }

  private static func photo() throws -> Data {
    try MadePicture.file(PixelSize(width: 400, height: 100), .png()) { x, _ in colors[x / 100] }
  }

  private static func recipe(_ steps: String) -> String {
    "packshot: 1\nname: r\nsteps: [ \(steps) ]\noutputs: [ { file: \"{stem}.png\" } ]\n"
  }

  private static let cover = "{ resize: { width: 50, height: 50, mode: cover } }"

  private func set(_ focus: String) throws {
    try packshot.succeed("photos", "edit", "photos/mug.png", "focus=\(focus)", "--catalog", "out/catalog.sqlite")
  }

  /// Runs a recipe, and returns its messages and the index of the square in the middle of the picture.
  private func run(_ steps: String, name: String = "mug") throws -> (errors: String, square: Int?) {
    try packshot.write(Self.recipe(steps), to: "r.yaml")
    let run = try packshot.run("run", "r.yaml", "photos", "--output", "out", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let file = try EncodedImage([UInt8](packshot.read("out/\(name).png")))
    let reader = try ImageCodec.makeReader(bytes: file)
    var buffer = PixelBuffer(shape: reader.shape)
    let size = reader.shape.size
    _ = try reader.read(rows: size.height, into: buffer.mutableRow(0), stride: buffer.stride)
    let bytes = buffer.row(size.height / 2)
    let channels = (0..<3).map { channel in
      bytes.load(fromByteOffset: size.width / 2 * reader.shape.format.bytesPerPixel + channel, as: UInt8.self)
    }
    return (run.errors + run.output, Self.colors.firstIndex { [$0.red, $0.green, $0.blue] == channels })
  }

  @Test func itTakesThePlaceOfTheRecipesFocus() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    let once = try run(Self.cover)
    #expect(once.square == 0 && once.errors.contains("\"reason\":[\"focus\"]"), "\(once.errors)")
    #expect(try run(Self.cover).errors.contains("\"unchanged\":1,"))
    for steps in [
      "{ resize: { width: 50, height: 50, mode: cover, focus: [0.9, 0.5] } }",
      "{ resize: { width: 50, height: 50, mode: cover, focus: attention } }",
      "{ crop: { width: 90, height: 90 } }", "{ crop: { width: 90, height: 90, focus: product } }",
      "{ sepiaTone: 0 }, { resize: { width: 200 } }, \(Self.cover)",
    ] { #expect(try run(steps).square == 0, "\(steps)") }
    try set("62%, 50%")
    #expect(try run(Self.cover).square == 2)
    try set("")
    #expect(try run("{ resize: { width: 50, height: 50, mode: cover, focus: [0.9, 0.5] } }").square == 3)
  }

  /// A turned picture is turned with its focus.
  @Test func itMovesWithTurns() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    for turn in ["{ flip: horizontal }", "{ rotate: 180 }", "{ rotate: 90 }", "{ rotate: 270 }, { flip: vertical }"] {
      #expect(try run("\(turn), \(Self.cover)").square == 0, "\(turn)")
    }
  }

  /// The left half, of which the middle square is cropped again.
  @Test func itIsFollowedThroughACrop() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    let twice = try run("{ resize: { width: 200, height: 100, mode: cover } }, \(Self.cover)")
    #expect(twice.square == 0 && !twice.errors.contains("own focus"), "\(twice.errors)")
  }

  @Test func aPlaceInTheRecipeStays() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    #expect(try run("{ crop: { width: 90, height: 90, at: right } }").square == 3)
  }

  @Test func aWarningSaysWhereItIsLost() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    for step in [
      "{ crop: { width: 200, height: 100, at: right } }", "{ pad: { left: 300, right: 300 } }",
      "{ rotate: { angle: 170, canvas: keep } }", "{ trim: {} }", "{ fit: { width: 400, height: 100, content: 0.9 } }",
    ] {
      let lost = try run("\(step), \(Self.cover)")
      #expect(lost.square != 0 && lost.errors.contains("own focus was not used"), "\(lost.errors)")
    }
    let unused = try run("{ pad: { left: 300 } }, { crop: { width: 50, height: 50, at: right } }")
    #expect(!unused.errors.contains("own focus"), "\(unused.errors)")
    let whole = try run("{ pad: { left: 400 } }, { resize: { width: 80, height: 10, mode: cover } }")
    #expect(!whole.errors.contains("own focus"), "\(whole.errors)")
  }

  /// `trim` looks for the product while the photo is decoded or before, depending on `fidelity`, and finds none here.
  @Test func theResultDoesNotDependOnTheDecodingPath() throws {
    let size = PixelSize(width: 2400, height: 1200)
    let photo = try MadePicture.file(size, .jpeg(), in: .encodedOpaque) { x, y in
      Color(red: UInt8(x * 255 / size.width), green: UInt8((x ^ y) & 255), blue: UInt8(y * 255 / size.height))
    }
    try packshot.write(photo, to: "photos/mug.jpg")
    try packshot.remove("photos/mug.png")
    let recipe = { (fidelity: String, shared: String, own: String) in
      "packshot: 1\nname: r\nfidelity: \(fidelity)\nsteps: [ \(shared) ]\noutputs: [ { file: \"{stem}.png\", steps: [ \(own) ] } ]\n"
    }
    let crop = "{ crop: { width: 300, height: 300 } }"
    _ = try run(Self.cover)
    try packshot.succeed("photos", "edit", "photos/mug.jpg", "focus=80% 50%", "--catalog", "out/catalog.sqlite")
    var made: [Data] = []
    for (fidelity, shared, own) in [
      ("sufficient", "{ trim: {} }, \(crop)", ""), ("sufficient", "{ trim: {} }", crop),
      ("exact", "{ trim: {} }, \(crop)", ""),
    ] {
      try packshot.write(recipe(fidelity, shared, own), to: "r.yaml")
      let run = try packshot.run("run", "r.yaml", "photos", "--output", "out", "--force", "--json")
      #expect(run.status == 0 && run.output.contains("own focus was not used"), "\(run.output) \(run.errors)")
      made.append(try packshot.read("out/mug.png"))
    }
    #expect(made[0] == made[1] && made[1] == made[2])
  }

  @Test func itFollowsARenamedPhoto() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    _ = try packshot.shell("mv photos/mug.png photos/cup.png")
    #expect(try run(Self.cover, name: "cup").square == 0)
    #expect(try run(Self.cover, name: "cup").errors.contains("\"unchanged\":1,"))
  }

  @Test func itStaysWhenTheFileChanges() throws {
    _ = try run(Self.cover)
    try set("12.5% 50%")
    try packshot.write(try Self.photo() + Data([0]), to: "photos/mug.png")
    #expect(try run(Self.cover).square == 0)
    #expect(try run(Self.cover).errors.contains("\"unchanged\":1,"))
  }

  @Test(arguments: ["1", "120% 10%", "left", "nan nan", "-1% 0%", "10% 20% 30%", "1 1", "0x1p-2 1e-3"])
  func refusesWhatIsNoPoint(text: String) throws {
    _ = try run(Self.cover)
    let edit = try packshot.run(
      "photos", "edit", "photos/mug.png", "focus=\(text)", "--catalog", "out/catalog.sqlite")
    #expect(edit.status == 65 && edit.errors.contains("30% 42.5%"), "\(edit.errors)")
  }
}
