import Foundation
import Testing

/// How commands handle damaged pictures.
@Suite struct DamagedPhotosTests {
  private static let photo = "photos/MUG-1_front.jpg"

  /// A shop with a truncated photo.
  private func shopWithATruncatedPhoto() throws -> Packshot {
    let packshot = try Packshot.shop()
    try packshot.write(packshot.read(Self.photo).dropLast(20), to: "cut.jpg")
    return packshot
  }

  /// A command about one picture can't continue without it.
  @Test(arguments: [
    "render recipe.yaml cut.jpg out.png", "compare cut.jpg cut.jpg", "compare photos/MUG-1_front.jpg cut.jpg",
    "compare cut.jpg photos/MUG-1_front.jpg", "products add Cup --photo cut.jpg",
    "golden new suite mug --recipe recipe.yaml --input cut.jpg",
  ])
  func aCommandOnOneDamagedPictureExitsWith66(command: String) throws {
    let run = try shopWithATruncatedPhoto().run(command.split(separator: " ").map(String.init))
    #expect(run.status == 66 && run.errors.contains("cut"), "\(run.errors)")
  }

  /// A command about many pictures continues with the undamaged ones.
  @Test(arguments: [
    "run recipe.yaml photos cut.jpg --output out", "thumb photos cut.jpg --width 20 --output out",
    "sheet photos cut.jpg --output sheet.png",
  ])
  func aCommandOnManyPicturesExitsWith1(command: String) throws {
    let run = try shopWithATruncatedPhoto().run(command.split(separator: " ").map(String.init))
    #expect(run.status == 1 && run.errors.contains("cut.jpg: "), "\(run.errors)")
  }

  /// A few bytes after the last block can be damage, or the padding of another encoder.
  @Test func strictRefusesAPossiblyDamagedPhoto() throws {
    let packshot = try Packshot.shop()
    let photo = try packshot.read(Self.photo)
    try packshot.write(photo.dropLast(2) + Data(1...12) + Data([0xff, 0xd9]), to: Self.photo)
    let run = { (options: String...) in
      try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + options)
    }
    for _ in 0..<2 {
      let strict = try run("--strict")
      #expect(strict.status == 1 && strict.errors.contains("bytes of picture data are left over"), "\(strict.errors)")
    }
    let lenient = try run()
    #expect(lenient.status == 0 && lenient.errors.contains("warning: \(Self.photo): "), "\(lenient.errors)")
  }

  /// Every block is present, and only the end marker is missing.
  @Test func aJPEGWithoutItsEndMarkerWarnsAndStrictRefusesIt() throws {
    let packshot = try Packshot.shop()
    let whole = try packshot.read(Self.photo)
    let run = { (options: String...) in
      try packshot.run(["run", "recipe.yaml", "photos", "--output", "out", "--json"] + options)
    }
    #expect(try run().status == 0)
    let name = try #require(packshot.names(in: "out").first { $0.contains("MUG-1") })
    let expected = try packshot.read("out/" + name)
    try packshot.write(whole.dropLast(2), to: Self.photo)
    let strict = try run("--strict")
    #expect(strict.status == 1 && strict.output.contains("the JPEG is cut short"), "\(strict.output)")
    let lenient = try run()
    #expect(lenient.status == 0 && lenient.output.contains("its end marker (EOI) is missing"), "\(lenient.output)")
    #expect(try packshot.read("out/" + name) == expected)
  }

  /// A message may only name options that the command accepts.
  @Test(arguments: [
    "products add Cup --photo photos/MUG-1_front.jpg", "recipe show recipe.yaml --photo photos/MUG-1_front.jpg",
    "golden new suite mug --recipe recipe.yaml --input photos/MUG-1_front.jpg",
    "render recipe.yaml photos/MUG-1_front.jpg out.png",
  ])
  func theOptionInALimitsMessageRaisesTheLimit(command: String) throws {
    let packshot = try Packshot.shop()
    let words = command.split(separator: " ").map(String.init)
    let refused = try packshot.run(words + ["--max-pixels", "2399"])
    #expect(refused.status == 66 && refused.errors.contains("--max-pixels raises it"), "\(refused.errors)")
    #expect(try packshot.run(words + ["--max-pixels", "2400"]).status == 0)
  }
}
