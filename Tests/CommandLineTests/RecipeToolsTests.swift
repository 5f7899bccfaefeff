import Foundation
import PackshotKit
import Testing

/// What the program prints about recipes and filters, for people and editors.
@Suite struct RecipeToolsTests {
  @Test func printsTheSchemaOfRecipes() throws {
    let run = try Packshot().run("recipe", "schema")
    #expect(run.status == 0 && run.errors.isEmpty)
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(run.output == Recipe.schema().prettyJSON + "\n")
  }

  @Test func aFilterIsFoundByItsCoreImageName() throws {
    let explained = try Packshot().run("filters", "CISepiaTone").output
    for words in ["sepiaTone: Gives", "EXAMPLE", FilterList.standard.all.first { $0.name == "sepiaTone" }!.example] {
      #expect(explained.contains(words), "\(explained)")
    }
    #expect(explained.contains("`CISepiaTone` for `sepiaTone`, `inputIntensity` for `intensity`"))
  }

  @Test func jsonHasExamplesAndCoreImageNames() throws {
    let filters = try Packshot().run("filters", "--json").events
    #expect(filters.map { $0["example"] as? String } == FilterList.standard.all.map { $0.example })
    #expect(filters.map { $0["coreImageName"] as? String } == FilterList.standard.all.map { $0.coreImageName })
  }

  @Test func formatsAreListedAndExplained() throws {
    let list = try Packshot().run("formats").output.split(separator: "\n")
    #expect(
      list.map { $0.prefix { $0 != " " } } == ["jpeg", "png", "webp", "avif", "tiff", "heic", "gif", "bmp", "psd"])
    #expect(list[1].hasSuffix(" PNG (.png), 8 or 16 bits per channel, alpha, lossless, sides up to 2147483647 pixels"))
    let explained = try Packshot().run("formats", "WEBP").output
    for words in [
      "webp: WebP (.webp), 8 bits per channel, alpha, lossy or lossless, sides up to 16383 pixels", "0 to 6; default 4",
    ] {
      #expect(explained.contains(words), "\(explained)")
    }
    #expect(try Packshot().run("formats", "svg").errors.contains("'svg'"))
    let json = try Packshot().run("formats", "jpg", "--json").events
    #expect(
      json.count == 1 && json[0]["mediaType"] as? String == "image/jpeg" && json[0]["longestSide"] as? Int == 65_500)
    #expect(json[0]["alpha"] as? Bool == false && json[0]["depths"] as? [Int] == [8])
    let parameters = json[0]["parameters"] as? [[String: Any]]
    #expect(parameters?.map { $0["name"] as? String } == ["quality", "subsampling", "progressive", "optimize"])
    #expect(parameters?[0]["maximum"] as? Int == 100 && parameters?[0]["default"] as? Int == 82)
  }

  /// A required parameter has no default. Any other parameter has one within its range.
  @Test func jsonHasNoInvalidDefault() throws {
    let filters = try Packshot().run("filters", "--json").events
    for parameter in filters.flatMap({ $0["parameters"] as? [[String: Any]] ?? [] }) {
      #expect((parameter["required"] as? Bool == true) == (parameter["default"] == nil), "\(parameter)")
      if let number = parameter["default"] as? Double, let minimum = parameter["minimum"] as? Double {
        #expect(number >= minimum, "\(parameter)")
      }
    }
    let crop = try #require(filters.first { $0["name"] as? String == "crop" }?["parameters"] as? [[String: Any]])
    #expect(
      crop.filter { $0["required"] as? Bool == true }.compactMap { $0["name"] as? String } == ["width", "height"])
  }

  @Test func rendersAnExample() throws {
    let packshot = try Packshot()
    let run = try packshot.run("filters", "sepiaTone", "--example", "sepia.png")
    #expect(run.status == 0 && run.errors.contains("wrote sepia.png"), "\(run.errors)")
    // Two pictures of 224 × 224 with a gap of 24.
    #expect(try Photo(contentsOf: packshot.folder + "/sepia.png").size == PixelSize(width: 472, height: 224))
  }

  @Test func anExampleIsWrittenAndShown() throws {
    let packshot = try Packshot()
    let arguments = ["filters", "sepiaTone", "--example", "sepia.png", "--preview"]
    let shown = try packshot.runOnTerminal(arguments, environment: ["TERM": "xterm-kitty"])
    #expect(shown.status == 0 && shown.output.hasPrefix("\u{1b}_Ga=T,f=100"), "the picture, and nothing before it")
    #expect(shown.errors.contains("wrote sepia.png"))
    let away = try packshot.run(arguments)
    #expect(away.status == 0 && away.output.isEmpty && away.errors.contains("standard output is not a terminal"))
    #expect(away.errors.contains("wrote sepia.png"), "the file is written all the same")
  }

  @Test func aPreviewWithoutATerminalPrintsTheText() throws {
    let text = try Packshot().run("filters", "sepiaTone").output
    let run = try Packshot().run("filters", "sepiaTone", "--preview")
    #expect(run.status == 0 && run.output == text)
    #expect(run.errors.contains("warning: the picture cannot be shown"))
  }

  @Test func anExampleNeedsAFilterAndAPNG() throws {
    let packshot = try Packshot()
    for option in ["--example=a.png", "--preview"] {
      let json = try packshot.run("filters", "opacity", "--json", option)
      #expect(json.status == 64 && json.errors.contains("--json cannot be used with \(option.prefix { $0 != "=" })\n"))
    }
    #expect(try !packshot.names(in: ".").contains("a.png"))
    let nameless = try packshot.run("filters", "--example", "a.png")
    #expect(nameless.status == 64 && nameless.errors.contains("needs the name of a filter"))
    let wrongFormat = try packshot.run("filters", "opacity", "--example", "a.jpg")
    #expect(wrongFormat.status == 64 && wrongFormat.errors.contains(".png"))
  }
}
