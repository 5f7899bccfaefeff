import Foundation
import PackshotKit
import PixelKernels
import TestSupport
import Testing

@Suite struct CommandLineTests {
  @Test func aRunPrintsASummary() throws {
    let run = try Packshot.shop().run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("3 photos: 3 rendered"))
    #expect(run.errors.contains("packshot photos list --catalog out/catalog.sqlite"))
    #expect(!run.errors.contains("\u{1b}"), "no colours or bars away from a terminal")
  }

  @Test func jsonOutputHasOneObjectPerLineAndNothingElse() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.events.map { $0["event"] as? String } == ["start", "found", "photo", "photo", "photo", "summary"])
    #expect(
      run.events[2..<5].map { $0["input"] as? String } == [
        "photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg", "photos/vases/VASE-2.png",
      ])
    #expect(run.events[2..<5].allSatisfy { $0["status"] as? String == "rendered" })
    let outputs = try #require(run.events[4]["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["path"] as? String } == ["vases/VASE-2.png", "small/vases/VASE-2.jpg"])
    #expect(outputs[1]["width"] as? Int == 10 && outputs[1]["height"] as? Int == 10)
    #expect((outputs[0]["sha256"] as? String)?.count == 64)
    #expect(run.events[5]["rendered"] as? Int == 3 && run.events[5]["failed"] as? Int == 0)

    let again = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(again.events[5]["unchanged"] as? Int == 3)
  }

  @Test func failuresAreListedAndTheOtherPhotosRendered() throws {
    let packshot = try Packshot.shop()
    try packshot.write("a letter", to: "photos/letter.jpg")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(run.status == 1)
    let failed = try #require(run.events.first { $0["status"] as? String == "failed" })
    #expect(failed["input"] as? String == "photos/letter.jpg")
    let error = try #require(failed["error"] as? [String: Any])
    #expect(error["code"] as? String == "not-an-image")
    #expect(
      (error["message"] as? String)?.contains("packshot reads JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP and PSD")
        == true)
    #expect(run.errors.contains("photos/letter.jpg"))
    #expect(run.events.last?["rendered"] as? Int == 3)
  }

  @Test func showPrintsAnOutputsIngredientsAndASourcesRenditions() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    let output = try packshot.run("photos", "show", "out/vases/VASE-2.png", "--catalog", "out/catalog.sqlite", "--json")
      .events[0]
    #expect(output["kind"] as? String == "rendition")
    #expect((output["source"] as? [String: Any])?["path"] as? String == packshot.folder + "/photos/vases/VASE-2.png")
    #expect(((output["source"] as? [String: Any])?["sha256"] as? String)?.count == 64)
    #expect((output["recipe"] as? [String: Any])?["name"] as? String == "thumbs")
    #expect((output["run"] as? [String: Any])?["status"] as? String == "finished")
    #expect((output["product"] as? [String: Any])?["sku"] as? String == "VASE-2")

    let source = try packshot.run(
      "photos", "show", "photos/vases/VASE-2.png", "--json", environment: ["PACKSHOT_CATALOG": "out/catalog.sqlite"]
    ).events[0]
    let renditions = try #require(source["renditions"] as? [[String: Any]])
    #expect(renditions.map { $0["path"] as? String } == ["small/vases/VASE-2.jpg", "vases/VASE-2.png"])

    let products = try packshot.run("products", "list", "--catalog", "out/catalog.sqlite", "--json").events
    #expect(products.map { $0["sku"] as? String } == ["MUG-1", "VASE-2"])
    let text = try packshot.run("products", "show", "MUG-1", "--catalog", "out/catalog.sqlite").output
    #expect(text.contains("side") && text.contains("photos/MUG-1_side.jpg"))
  }

  @Test func rendersOnePhotoWithoutACatalog() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("render", "recipe.yaml", "photos/MUG-1_front.jpg", "mug.jpg", "--output-index", "1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Photo(contentsOf: packshot.folder + "/mug.jpg").size == PixelSize(width: 10, height: 10))
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/catalog.sqlite"))
  }

  @Test func theFirstRecipeExplainsEachLine() throws {
    let lines = try Packshot().run("init").output.split(separator: "\n", omittingEmptySubsequences: false)
    var isExplained = false
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty {
        isExplained = false
      } else if text.hasPrefix("#") {
        isExplained = true
      } else {
        #expect(isExplained || text.contains("  # "), "\(text)")
        isExplained = false
      }
    }
  }

  @Test func theFirstRecipeIsValidAndNotOverwritten() throws {
    let packshot = try Packshot.shop()
    #expect(try packshot.run("init", "first.yaml").status == 0)
    #expect(try packshot.run("recipe", "check", "first.yaml").status == 0)
    #expect(try packshot.run("run", "first.yaml", "photos", "--output", "out").status == 0)
    let again = try packshot.run("init", "first.yaml")
    #expect(again.status == 74 && again.errors.contains("already exists"))
  }

  @Test func makesAContactSheet() throws {
    let packshot = try Packshot.shop()
    let sheet = try packshot.run("sheet", "photos", "--output", "sheet.png", "--columns", "2", "--size", "50")
    #expect(sheet.status == 0, "\(sheet.errors)")
    // Three pictures: two columns and two rows of 50 pixels, with margins of 12.
    #expect(try Photo(contentsOf: packshot.folder + "/sheet.png").size == PixelSize(width: 136, height: 136))
  }

  @Test func aContactSheetHasCaptionsGapsAndAGivenOrder() throws {
    let packshot = try Packshot.shop()
    let photos = try FileManager.default.contentsOfDirectory(atPath: packshot.folder + "/photos").sorted()
      .map { "photos/" + $0 }
    let made = { (inputs: [String], options: [String]) throws in
      let sheet = try packshot.run(
        ["sheet"] + inputs + ["--output", "sheet.png", "--size", "50", "--columns", "1", "--gap", "0"] + options)
      #expect(sheet.status == 0 && sheet.errors.isEmpty, "\(sheet.errors)")
      return try Photo(contentsOf: packshot.folder + "/sheet.png").image(in: .encodedOpaque)
    }
    #expect(try made(["photos"], []).size == PixelSize(width: 50, height: 150))
    // Captions of 10 pixels take 18. The paper is dark, so they are white.
    let captioned = try made(["photos"], ["--background", "#102030", "--caption", "{file}"])
    #expect(captioned.size == PixelSize(width: 50, height: 3 * 68))
    let reds = (50..<68).flatMap { y in
      (0..<50).map { captioned.row(y).load(fromByteOffset: $0 * 4, as: UInt8.self) }
    }
    #expect(reds.min()! < 40 && reds.max()! > 60)

    for (index, photo) in photos.enumerated() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(index))],
        ofItemAtPath: packshot.folder + "/" + photo)
    }
    let newestFirst = try made(["photos"], ["--order", "newest"])
    let reversed = try made(photos.reversed(), [])
    #expect((0..<150).allSatisfy { memcmp(newestFirst.row($0), reversed.row($0), 200) == 0 })

    for (option, value) in [
      ("--gap", "513"), ("--background", "#00000080"), ("--caption", "{skew}"), ("--caption", "{sku"), ("--rows", "0"),
      ("--order", "size"),
    ] {
      let refused = try packshot.run("sheet", "photos", "--output", "a.png", option, value)
      #expect(refused.status == 64 && refused.errors.contains(option), "\(refused.errors)")
    }
  }

  @Test func filtersAreListedAndExplained() throws {
    let packshot = try Packshot()
    #expect(try packshot.run("filters").output.contains("sepiaTone"))
    let one = try packshot.run("filters", "sepiaTone").output
    for words in ["intensity", "a number from 0 to 1", "default 1", "coreImage, css"] { #expect(one.contains(words)) }
    let all = try packshot.run("filters", "--json").events
    #expect(all.count == FilterList.standard.all.count)
    #expect(all.allSatisfy { ($0["parameters"] as? [[String: Any]])?.isEmpty == false })
  }

  /// A product's price is unknown until there is a photo.
  @Test func recipesWithFieldsInTextsAreChecked() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nsteps: [ { text: { text: \"{price} €\", size: 10 } } ]\noutputs: [ { file: \"{stem}.png\" } ]",
      to: "price.yaml")
    #expect(try packshot.run("recipe", "check", "price.yaml").status == 0)
    #expect(try packshot.run("recipe", "show", "price.yaml").status == 0)
    let rendered = try packshot.run("render", "price.yaml", "photos/MUG-1_front.jpg", "a.png")
    #expect(rendered.status != 0 && rendered.errors.contains("this photo's product has no price"), "\(rendered.errors)")
    try packshot.write(
      "packshot: 1\nsteps: [ { text: { text: \"{sku} {name}\", size: 10 } } ]\noutputs: [ { file: \"{stem}.png\" } ]\n"
        + "catalog: { sku: '(.*/)?(?<sku>[A-Z0-9-]+)(_(?<view>\\w+))?' }",
      to: "sku.yaml")
    let named = try packshot.run("render", "sku.yaml", "photos/MUG-1_front.jpg", "a.png")
    #expect(named.status == 0 && !named.errors.contains("no value"), "\(named.errors)")
  }

  @Test func thePlanNamesBarriersAndFusedGroups() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nsteps: [ { orient: 6 }, { sepiaTone: 1 }, { flatten: white }, { sepiaTone: { model: css } } ]\noutputs: [ { file: a.png } ]",
      to: "plan.yaml")
    let plan = try packshot.run("recipe", "show", "plan.yaml", "--size", "300x200").output
    #expect(plan.contains("barrier") && plan.contains("200 × 300") && plan.contains("fused"))
  }

  struct Mistake: Sendable {
    let arguments: [String]
    let status: Int32
    let says: String

    init(_ arguments: String..., status: Int32, says: String) {
      (self.arguments, self.status, self.says) = (arguments, status, says)
    }
  }

  /// Typical mistakes, with the exit status and a part of the message.
  @Test(arguments: [
    Mistake("run", "recipe.yaml", "photos", "--output", "out", "--nonsense", status: 64, says: "nonsense"),
    Mistake("run", "recipe.yaml", "photos", status: 64, says: "--output"),
    Mistake("run", "none.yaml", "photos", "--output", "out", status: 66, says: "no such file or folder: none.yaml"),
    Mistake(
      "run", "wrong.yaml", "photos", "--output", "out", status: 64,
      says: "wrong.yaml:2:36: steps[0].sepiaTone: `intensity` is 1.5"),
    Mistake("run", "recipe.yaml", "nowhere", "--output", "out", status: 66, says: "no such file or folder: nowhere"),
    Mistake("run", "recipe.yaml", "photos", "--output", "recipe.yaml", status: 74, says: "is not a folder"),
    Mistake("run", "recipe.yaml", "photos", "--output", "recipe.yaml/out", status: 74, says: "cannot be written"),
    Mistake("run", "recipe.yaml", "photos", "--output", "out", "--jobs", "0", status: 64, says: "--jobs is 0"),
    Mistake("run", "recipe.yaml", "photos", "--output", "out", "--max-memory", "lots", status: 64, says: "lots"),
    Mistake(
      "run", "recipe.yaml", "photos", "--output", "out", "--max-memory", "999999", status: 64,
      says: "--max-memory is 999999 bytes; it must be 1 MB or more"),
    Mistake("run", "recipe.yaml", "photos", "--output", "", status: 64, says: "--output is empty"),
    Mistake("run", "recipe.yaml", "photos", "--output", "photos", status: 64, says: "not one of the inputs"),
    Mistake(
      "render", "recipe.yaml", "photos/MUG-1_front.jpg", "./photos/MUG-1_front.jpg", status: 64,
      says: "is the photo; write it to another folder or give it another name"),
    Mistake(
      "rander", "recipe.yaml", status: 64, says: "no command `rander` (did you mean `render`?); the commands are"),
    Mistake(
      "photos", "lst", status: 64, says: "no command `lst` (did you mean `list`?); the commands are list, show, add"),
    Mistake(
      "photos", "show", "nope", "--catalog", "shop.sqlite", status: 66, says: "there is no photo “nope” in the catalog"),
    Mistake("photos", "list", "--catalog", "none.sqlite", status: 66, says: "none.sqlite"),
    Mistake("photos", "list", "--catalog", "recipe.yaml", status: 66, says: "recipe.yaml"),
    Mistake(
      "render", "recipe.yaml", "photos/MUG-1_front.jpg", "a.gif", status: 64,
      says: ".jpg, .jpeg, .png, .webp, .avif, .tif or .tiff"),
    Mistake(
      "render", "recipe.yaml", "recipe.yaml", "a.png", status: 66,
      says: "packshot reads JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP and PSD"),
    Mistake(
      "render", "recipe.yaml", "photos/MUG-1_front.jpg", "a.png", "--output-index", "9", status: 64, says: "0 to 1"),
    Mistake("filters", "sepia", status: 64, says: "did you mean `sepiaTone`"),
    Mistake("recipe", "check", "wrong.yaml", status: 64, says: "from 0 to 1"),
  ])
  func mistakesAreExplained(mistake: Mistake) throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nsteps: [ { sepiaTone: { intensity: 1.5 } } ]\noutputs: [ { file: a.png } ]", to: "wrong.yaml")
    if mistake.arguments.contains("shop.sqlite") {
      _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--catalog", "shop.sqlite")
    }
    let result = try packshot.run(mistake.arguments)
    #expect(result.status == mistake.status, "\(result.errors)")
    #expect(result.errors.contains(mistake.says), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/none.sqlite"), "reading makes no catalog")
  }

  @Test(arguments: [["empty"], ["empty", "letters"], ["photos", "--exclude", "*"]])
  func inputsWithoutPicturesWriteNothing(inputs: [String]) throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "letters/a.txt")
    try FileManager.default.createDirectory(atPath: packshot.folder + "/empty", withIntermediateDirectories: false)
    for command in [["run", "recipe.yaml"], ["thumb", "--width", "20"]] {
      let run = try packshot.run(command + inputs + ["--output", "out"])
      let folders = inputs.prefix { $0 != "--exclude" }.joined(separator: ", ")
      #expect(
        run.status == 66
          && run.errors.contains("error: no JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP or PSD found in \(folders)"),
        "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/out"))
    }
  }

  @Test func aFolderWithoutPicturesIsNamed() throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "letters/a.txt")
    let inputs = ["photos/vases", "photos/vases/VASE-2.png", "letters", "photos"]
    let run = try packshot.run(["run", "recipe.yaml"] + inputs + ["--output", "out"])
    #expect(run.status == 0)
    #expect(
      run.errors.components(separatedBy: "no JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP or PSD found in ").count == 2,
      "\(run.errors)")
    #expect(run.errors.contains("warning: no JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP or PSD found in letters\n"))
  }

  @Test func theSummaryReportsTheRun() throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "photos/a.txt")
    let arguments = ["run", "recipe.yaml", "photos", "--output", "out", "--max-memory", "4MB"]
    let first = try packshot.run(arguments)
    #expect(first.errors.contains(/3 photos: 3 rendered; 1 other file skipped; [\d.]+ s, [\d.]+ photos\/s\n/))
    let second = try packshot.run(arguments)
    #expect(second.errors.contains(/3 photos: 3 unchanged; 1 other file skipped; [\d.]+ s\n/))
    try FileManager.default.removeItem(atPath: packshot.folder + "/out/small/MUG-1_side.jpg")
    #expect(try packshot.run(arguments).errors.contains("3 photos: 1 rendered (1 file), 2 unchanged"))
  }

  @Test func aStoppedRunReportsItsProgress() throws {
    let packshot = try Packshot.shop()
    try FileManager.default.createSymbolicLink(
      atPath: packshot.folder + "/photos/lost.jpg", withDestinationPath: "nowhere")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--fail-fast")
    #expect(run.status == 1 && run.errors.contains("stopped: 1 of 4 photos done: 1 failed; "), "\(run.errors)")
    let json = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--fail-fast", "--json")
    #expect(json.events.last?["stopped"] as? Bool == true)
  }

  @Test func anInvalidCPULevelIsRefused() throws {
    let run = try Packshot.shop().run(
      "run", "recipe.yaml", "photos", "--output", "out", environment: ["PACKSHOT_CPU": "z80"])
    #expect(run.status == 64 && run.errors.contains("baseline, avx2, avx512"))
  }

  @Test func anUnknownEncodingOfNamesInArchivesIsRefused() throws {
    let run = try Packshot.shop().run(
      "run", "recipe.yaml", "photos", "--output", "out", environment: ["PACKSHOT_ZIP_NAMES": "nope"])
    #expect(run.status == 64 && run.errors.contains("PACKSHOT_ZIP_NAMES is \"nope\", which is no encoding"))
  }

  /// The bytes of a name on their own are a word in Cyrillic or two signs of a formula.
  @Test func theEncodingOfNamesInArchivesCanBeStated() throws {
    let packshot = try Packshot.shop()
    let photo = try #require(FileManager.default.contents(atPath: packshot.folder + "/photos/vases/VASE-2.png"))
    let entry = ZIPBuilder.Entry([0xe2, 0xe3, 0x2e, 0x70, 0x6e, 0x67], Array(photo))
    try Data(ZIPBuilder([entry]).bytes).write(to: URL(filePath: packshot.folder + "/a.zip"))
    for (encoding, name) in [("cp866", "ту"), ("windows-1253", "βγ")] {
      let run = try packshot.run(
        "run", "recipe.yaml", "a.zip", "--output", "out", "--dry-run", "--json",
        environment: ["PACKSHOT_ZIP_NAMES": encoding])
      #expect(run.events.contains { $0["input"] as? String == "a.zip/\(name).png" }, "\(run.output)")
    }
  }

  @Test func theLogExplainsDecisionsOnlyOnRequest() throws {
    let packshot = try Packshot.shop()
    let run = { try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--quiet", environment: $0) }
    let first = try run(["PACKSHOT_LOG": "debug"]).errors
    let lines = first.split(separator: "\n")
    #expect(
      lines.contains { $0.contains(" debug ") && $0.contains(" by planes") && $0.hasSuffix("; render: new") },
      "\(first)")
    #expect(
      lines.contains {
        $0.wholeMatch(of: /.*: hash .*, wait for a worker .* ms, .*, render [0-9.]+ ms/) != nil
      })
    #expect(first.contains("photos published and recorded: "))
    #expect(try run([:]).errors == "")
    #expect(try run(["PACKSHOT_LOG": "info"]).errors == "")
    let wrong = try run(["PACKSHOT_LOG": "loud"])
    #expect(wrong.status == 64 && wrong.errors.contains("PACKSHOT_LOG is \"loud\"; it must be trace, debug, "))
  }

  @Test func everyCPULevelWritesTheSameBytes() throws {
    let packshot = try Packshot.shop()
    let levels = try CPULevel.available.map { level in
      let run = try packshot.run(
        "run", "recipe.yaml", "photos", "--output", level.rawValue, "--json",
        environment: ["PACKSHOT_CPU": level.rawValue])
      let outputs = run.events.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
      return outputs.compactMap { $0["sha256"] as? String }
    }
    #expect(levels.allSatisfy { $0.count == 6 && $0 == levels[0] })
  }

  @Test func anErrorBeforeTheFirstPhotoIsAnEvent() throws {
    let run = try Packshot.shop().run("run", "none.yaml", "photos", "--output", "out", "--json")
    #expect(run.events.map { $0["event"] as? String } == ["error"])
    #expect((run.events[0]["error"] as? [String: Any])?["code"] as? String == "missing")
  }

  @Test func controlCharactersInNamesAreEscaped() throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "photos/\u{1b}[2Jevil\n.jpg")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 1)
    #expect(!run.errors.contains("\u{1b}"))
  }

  @Test func progressAndColorsAreShownOnCapableTerminals() throws {
    let packshot = try Packshot.shop()
    try packshot.write("a letter", to: "photos/letter.jpg")
    let screen = { (environment: [String: String]) in
      try packshot.runOnTerminal(
        "run", "recipe.yaml", "photos", "--output", "out", "--force", environment: environment, withErrors: true
      ).output
    }
    let lively = try screen(["TERM": "xterm-256color"])
    #expect(lively.contains("█ 4/4") && lively.contains("\u{1b}[1;31merror:\u{1b}[0m photos/letter.jpg"))
    let plain = try screen(["TERM": "xterm-256color", "NO_COLOR": "1"])
    #expect(plain.contains("█ 4/4") && plain.contains("error: photos/letter.jpg") && !plain.contains("\u{1b}[1;31m"))
    let dumb = try screen(["TERM": "dumb"])
    #expect(dumb.contains("error: photos/letter.jpg") && !dumb.contains("\u{1b}") && !dumb.contains("█"))
  }

  @Test func outputsOfAnotherRunAreNotRenderedAsPhotos() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "photos/out")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "photos/out2", "--json")
    #expect(run.events.last?["rendered"] as? Int == 3)
    #expect(run.errors.contains("photos/out is the output folder of another run"))
  }
}
