import Foundation
import PackshotKit
import Testing

@Suite struct RenderTests {
  private static let photo = "photos/MUG-1_front.jpg"

  @Test func rendersFromStandardInputToStandardOutput() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("render", "recipe.yaml", Self.photo, "file.png")
    let piped = try packshot.run("render", "recipe.yaml", "-", "-", input: packshot.read(Self.photo))
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    #expect(try piped.bytes == packshot.read("file.png"))
  }

  @Test func theRecipeSetsTheFormatUnlessItIsGiven() throws {
    let packshot = try Packshot.shop()
    let first = { (arguments: String...) in
      try packshot.run(["render", "recipe.yaml", Self.photo] + arguments).bytes.prefix(4)
    }
    let (png, jpeg) = (Data([0x89, 0x50, 0x4e, 0x47]), Data([0xff, 0xd8, 0xff]))
    #expect(try first("-") == png)
    #expect(try first("-", "--output-index", "1").starts(with: jpeg))
    #expect(try first("-", "--format", "jpg").starts(with: jpeg))
    _ = try first("picture.dat", "--format", "jpeg")
    #expect(try packshot.read("picture.dat").starts(with: jpeg))
  }

  @Test(arguments: [
    (Data("a letter".utf8), [], "standard input: this is text"),
    (Data(), [], "standard input: this is an empty file"),
    (Data(count: 1_000_001), ["--max-memory", "1MB"], "standard input is larger than the limit of 1 MB"),
    (Data([0xff, 0xd8, 0xff, 0xe0]), [], "standard input: "),
  ])
  func errorsNameStandardInput(input: Data, options: [String], words: String) throws {
    let run = try Packshot.shop().run(["render", "recipe.yaml", "-", "-"] + options, input: input)
    #expect(run.status == 66 && run.bytes.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  /// `run` reports the same failure, with the photo's name before the message.
  @Test func aPhotoUnsuitableForTheRecipeIsNamed() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nsteps: [ { crop: { width: 61, height: 10 } } ]\noutputs: [ { file: \"{stem}.png\" } ]",
      to: "crop.yaml")
    let words = ": crop.yaml:2:12: steps[0].crop: `crop` keeps 61 × 10 pixels, but the image has 60 × 40;"
    let render = try packshot.run("render", "crop.yaml", Self.photo, "mug.png")
    #expect(render.status == 64 && render.errors.contains(Self.photo + words), "\(render.errors)")
    let piped = try packshot.run("render", "crop.yaml", "-", "-", input: packshot.read(Self.photo))
    #expect(piped.status == 64 && piped.errors.contains("standard input" + words), "\(piped.errors)")
    let run = try packshot.run("run", "crop.yaml", Self.photo, "--output", "out")
    #expect(run.status == 1 && run.errors.contains(Self.photo + words), "\(run.errors)")
  }

  @Test func aMissingRecipeArgumentIsReported() throws {
    let packshot = try Packshot.shop()
    for (arguments, command) in [
      ([Self.photo, "out file.png"], "packshot render RECIPE.yaml \(Self.photo) 'out file.png'"),
      ([Self.photo, "recipe.yaml", "out.png"], "packshot render recipe.yaml \(Self.photo) out.png"),
    ] {
      let run = try packshot.run(["render"] + arguments)
      #expect(run.status == 64)
      #expect(run.errors.contains("\(Self.photo) is a picture, not a recipe"), "\(run.errors)")
      #expect(run.errors.contains(command), "\(run.errors)")
    }
    let run = try packshot.run("run", Self.photo, Self.photo, "--output", "out")
    #expect(run.status == 64 && run.errors.contains("\(Self.photo) is a picture, not a recipe"), "\(run.errors)")
    // On standard input there is no file name to go by.
    let check = try packshot.run("recipe", "check", "-", input: packshot.read(Self.photo))
    #expect(check.status == 64 && check.errors.contains("standard input: this is a picture, not a recipe"))
  }

  @Test func aPictureIsNotWrittenToATerminal() throws {
    let run = try Packshot.shop().runOnTerminal(
      "render", "recipe.yaml", Self.photo, "-", environment: ["TERM": "xterm-256color"])
    #expect(run.status == 64 && run.bytes.isEmpty)
    #expect(run.errors.contains("standard output is a terminal"))
  }

  @Test func aPreviewShowsThePictureAndWritesNothing() throws {
    let packshot = try Packshot.shop()
    let before = try packshot.names(in: ".").filter { $0 != ".stdout" && $0 != ".stderr" }
    let run = try packshot.runOnTerminal(
      "render", "recipe.yaml", Self.photo, "--preview",
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    // 30 × 30 pixels, on white above and below.
    let lines = run.output.split(separator: "\r\n")
    #expect(lines.count == 15)
    #expect(lines.allSatisfy { line in line.count { $0 == "▀" } == 30 })
    #expect(lines.first?.hasPrefix("\u{1b}[38;2;255;255;255;48;2;255;255;255m") == true)
    #expect(try packshot.names(in: ".").filter { $0 != ".stdout" && $0 != ".stderr" } == before)
  }

  @Test func aFileIsWrittenAndShown() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.runOnTerminal(
      "render", "recipe.yaml", Self.photo, "mug.png", "--preview", environment: ["TERM": "xterm-kitty"])
    #expect(run.status == 0 && run.output.hasPrefix("\u{1b}_Ga=T,f=100"))
    #expect(try Photo(contentsOf: packshot.folder + "/mug.png").size == PixelSize(width: 30, height: 30))
  }

  /// --max-pixels limits the photo, which has 2400 pixels. The rendered picture may have more.
  @Test func maxPixelsDoesNotLimitThePreview() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nsteps: [ { pad: 9 } ]\noutputs: [ { file: \"{stem}.png\" } ]", to: "larger.yaml")
    for output in [["mug.png"], []] {
      let run = try packshot.runOnTerminal(
        ["render", "larger.yaml", Self.photo] + output + ["--preview", "--max-pixels", "2400"],
        environment: ["TERM": "xterm-kitty"])
      #expect(run.status == 0 && run.output.hasPrefix("\u{1b}_Ga=T,f=100"), "\(run.errors)")
    }
  }

  @Test func aPreviewThatCannotBeShownIsExplained() throws {
    let packshot = try Packshot.shop()
    let away = try packshot.run("render", "recipe.yaml", Self.photo, "--preview")
    #expect(away.status == 64 && away.errors.contains("standard output is not a terminal"))
    let file = try packshot.run("render", "recipe.yaml", Self.photo, "mug.png", "--preview")
    #expect(
      file.status == 0 && file.errors.contains("standard output is not a terminal"), "the file is written all the same")
    for (variables, word) in [(["TERM": "xterm", "NO_COLOR": "1"], "NO_COLOR"), (["TERM": "dumb"], "dumb")] {
      let run = try packshot.runOnTerminal(
        "render", "recipe.yaml", Self.photo, "--preview", environment: variables)
      #expect(run.status == 64 && run.bytes.isEmpty && run.errors.contains(word))
    }
  }

  @Test func renderNeedsADestination() throws {
    let packshot = try Packshot.shop()
    let nowhere = try packshot.run("render", "recipe.yaml", Self.photo)
    #expect(nowhere.status == 64 && nowhere.errors.contains("--preview"))
    let twice = try packshot.run("render", "recipe.yaml", Self.photo, "-", "--preview")
    #expect(twice.status == 64 && twice.errors.contains("both write to standard output"))
  }
}
