import Foundation
import Testing

/// Which photos a run reads, from arguments and from lists.
@Suite struct InputsTests {
  private func run(_ packshot: Packshot, _ arguments: [String], input: String? = nil) throws -> Packshot.Result {
    try packshot.run(
      ["run", "recipe.yaml", "--output", "out", "--dry-run", "--json"] + arguments, input: input.map { Data($0.utf8) })
  }

  private func photos(_ result: Packshot.Result) -> [String] {
    result.events.filter { $0["event"] as? String == "photo" && $0["error"] == nil }.compactMap {
      $0["input"] as? String
    }
  }

  private static let all = ["photos/MUG-1_front.jpg", "photos/MUG-1_side.jpg", "photos/vases/VASE-2.png"]

  @Test func everyPrintedPathExcludesItsPhoto() throws {
    let packshot = try Packshot.shop()
    for inputs in [["photos"], ["./photos/"], [packshot.folder + "/photos"], Self.all] {
      let printed = photos(try run(packshot, inputs))
      #expect(printed.count == 3)
      for path in printed {
        let run = try run(packshot, inputs + ["--exclude", path])
        #expect(photos(run) == printed.filter { $0 != path } && !run.errors.contains("matches nothing"), "\(path)")
      }
    }
    #expect(photos(try run(packshot, ["photos", "--exclude", packshot.folder + "/photos/vases"])).count == 2)
  }

  @Test func aRefusedFirstRunDoesNotTurnThePhotosFolderIntoAnOutputFolder() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\nname: same\noutputs: [ { file: \"{stem}.jpg\" } ]\n", to: "same.yaml")
    let refused = try packshot.run("run", "same.yaml", "photos/MUG-1_front.jpg", "--output", "photos")
    #expect(refused.status == 64, "\(refused.errors)")
    let run = try packshot.run("run", "same.yaml", "photos", "--output", "out")
    #expect(run.status == 0 && run.errors.contains("output folder") == false, "\(run.errors)")
  }

  @Test func excludePatternsHaveSeveralForms() throws {
    let packshot = try Packshot.shop()
    #expect(photos(try run(packshot, ["photos", "--exclude", "vases/"])) == Array(Self.all.prefix(2)))
    #expect(photos(try run(packshot, ["photos", "--exclude", "*.{jpg,jpeg}"])) == [Self.all[2]])
    #expect(photos(try run(packshot, ["photos", "--include", "MUG-*", "--exclude", "*_side.*"])) == [Self.all[0]])
    let none = try run(packshot, ["photos", "--exclude", "photos/*"])
    #expect(none.status == 66 && none.errors.contains("in photos, apart from files that --exclude and --include skip"))
    let thumb = try packshot.run(
      "thumb", "photos", "--width", "9", "--output", "out", "--dry-run", "--json", "--include", "vases")
    #expect(photos(thumb) == [Self.all[2]])
  }

  @Test func aPatternWithoutMatchesIsAWarning() throws {
    let run = try run(Packshot.shop(), ["photos", "--exclude", "vase", "--include", "photos"])
    #expect(run.errors.contains("warning: the exclude pattern vase matches nothing\n"))
    #expect(run.status == 0 && photos(run) == Self.all)
  }

  /// A broken link in a folder that is walked would fail the run.
  @Test func anExcludedFolderIsNotWalked() throws {
    let packshot = try Packshot.shop()
    try FileManager.default.createSymbolicLink(
      atPath: packshot.folder + "/photos/vases/lost.jpg", withDestinationPath: "nowhere")
    #expect(try run(packshot, ["photos"]).status == 1)
    let run = try run(packshot, ["photos", "--exclude", "vases"])
    #expect(run.status == 0)
    let skipped = run.events.filter { $0["event"] as? String == "skipped" }
    #expect(skipped.map { $0["input"] as? String } == ["photos/vases"])
    #expect(skipped.map { $0["reason"] as? String } == ["excluded"])
  }

  @Test func aListNamesPhotosAndFolders() throws {
    let packshot = try Packshot.shop()
    for list in [
      "photos/vases\n\nphotos/MUG-1_side.jpg", "photos/vases\r\nphotos/MUG-1_side.jpg\r\n",
      "photos/vases\0photos/MUG-1_side.jpg\0", "\u{FEFF}photos/vases\nphotos/MUG-1_side.jpg\n",
    ] {
      try packshot.write(list, to: "list.txt")
      for source in ["list.txt", "-"] {
        let run = try run(packshot, ["--files-from", source], input: list)
        #expect(photos(run) == [Self.all[2], Self.all[1]], "\(run.errors)")
      }
    }
    let zeros = try run(packshot, ["-0", "--files-from", "-"], input: "photos/vases")
    #expect(photos(zeros) == [Self.all[2]])
    #expect(
      photos(try run(packshot, ["photos/vases", "--files-from", "-"], input: Self.all[0])) == [
        Self.all[2], Self.all[0],
      ])
  }

  @Test func anErrorInAListNamesItsLineAndStopsNothing() throws {
    let run = try run(Packshot.shop(), ["--files-from", "-"], input: "photos/vases\n\nnone.jpg\n")
    #expect(run.status == 1 && photos(run) == [Self.all[2]])
    #expect(
      run.errors.contains("error: none.jpg: standard input:3: no such file or folder\n"), "\(run.errors)")
    let missing = try self.run(Packshot.shop(), ["--files-from", "list.txt"])
    #expect(missing.status == 66 && missing.errors.contains("error: no such file or folder: list.txt"))
  }

  @Test func aPictureInPlaceOfAListIsReported() throws {
    let run = try run(Packshot.shop(), ["--files-from", Self.all[2]])
    #expect(run.status == 66 && run.errors.contains("it is a picture, not a list"), "\(run.errors)")
  }

  @Test func photosWithOneOutputAreRefusedWithTheReason() throws {
    let packshot = try Packshot.shop()
    _ = try packshot.shell("cp -r photos/vases photos/more")
    let run = try run(packshot, ["photos/vases/VASE-2.png", "photos/more/VASE-2.png"])
    #expect(run.status == 1 && run.errors.contains("{relative} does not tell them apart"), "\(run.errors)")
  }

  @Test func aRunNeedsAnInput() throws {
    let run = try run(Packshot.shop(), [])
    #expect(run.status == 64 && run.errors.contains("name photos or folders, or a list"))
    #expect(try self.run(Packshot.shop(), ["photos", "-0"]).status == 64)
  }
}
