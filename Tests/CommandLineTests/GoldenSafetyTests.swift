import Foundation
import PackshotKit
import Testing

/// What `packshot golden` writes and removes: only reviewed cases, and only its own files.
@Suite struct GoldenSafetyTests {
  /// A suite of two failing cases, with the arguments that approve them.
  private func failing() throws -> (packshot: Packshot, names: [String]) {
    let packshot = try Packshot.goldens()
    for name in ["png", "small"] { try packshot.damage("suite/mugs/\(name)/expected.png") }
    let check = try packshot.run("golden", "check", "suite")
    let names = check.output.matches(of: /mugs\/(png|small)@[0-9a-f]{8}/).map { String($0.0) }
    return (packshot, Array(Set(names)).sorted())
  }

  private func expected(_ packshot: Packshot) throws -> [Data] {
    try ["png", "small"].map { try packshot.read("suite/mugs/\($0)/expected.png") }
  }

  private func files(_ packshot: Packshot, _ folder: String) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/" + folder))
  }

  @Test(arguments: [0, 1])
  func oneWrongHashKeepsAllExpectedPictures(wrong: Int) throws {
    let (packshot, names) = try failing()
    #expect(names.count == 2)
    let before = try expected(packshot)
    var given = names
    given[wrong] = String(given[wrong].dropLast(8)) + "00000000"
    for arguments in [given, given.reversed()] {
      let run = try packshot.run(["golden", "approve", "suite", "--yes"] + arguments)
      #expect(run.status == 1 && run.errors.contains("it now renders differently"), "\(run.errors)")
      #expect(run.errors.contains("nothing was written"), "\(run.errors)")
      #expect(try expected(packshot) == before)
    }
    let json = try packshot.run(["golden", "approve", "suite", "--yes", "--json"] + given)
    #expect(json.events.map { $0["outcome"] as? String } == ["refused", "refused"], "\(json.output)")
    #expect(try expected(packshot) == before)

    #expect(try packshot.run(["golden", "approve", "suite", "--yes"] + names).status == 0)
    #expect(try packshot.run("golden", "check", "suite").status == 0)
    #expect(try packshot.unfinishedFiles().isEmpty)
  }

  @Test func aBrokenReviewedCaseKeepsTheOthers() throws {
    let (packshot, names) = try failing()
    try packshot.write("recipe: ../../../none.yaml\n", to: "suite/mugs/small/case.yaml")
    let before = try expected(packshot)
    let run = try packshot.run(["golden", "approve", "suite", "--yes"] + names)
    #expect(run.status == 1 && run.errors.contains("nothing was written"), "\(run.errors)")
    #expect(try expected(packshot) == before)
    // With --all instead of hashes, the other case is still approved.
    #expect(try packshot.run("golden", "approve", "suite", "--yes", "--all").status == 1)
    #expect(try expected(packshot)[0] != before[0])
  }

  @Test func aPictureThatGitLFSHasNotDownloadedIsNotReplaced() throws {
    let packshot = try Packshot.goldens()
    let digits = String(repeating: "0", count: 64)
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:\(digits)\nsize 5\n"
    try packshot.write(pointer, to: "suite/mugs/png/expected.png")
    let run = try packshot.run("golden", "approve", "suite", "--yes", "--all")
    #expect(run.status == 1 && run.errors.contains("git lfs pull"), "\(run.errors)")
    #expect(try packshot.read("suite/mugs/png/expected.png") == Data(pointer.utf8))
  }

  @Test func thePicturesOfAPassingCaseAreRemovedFromTheResults() throws {
    let (packshot, names) = try failing()
    #expect(try packshot.run("golden", "check", "suite", "--output", "results").status == 1)
    let pictures = Set(
      ["png", "small"].flatMap { name in
        ["expected", "actual", "difference"].map { "mugs/\(name)/\($0).png" }
      })
    #expect(try files(packshot, "results").isSuperset(of: pictures))
    #expect(try packshot.run("golden", "approve", "suite", "--yes", names[0]).status == 0)
    // The other case isn't checked.
    #expect(try packshot.run("golden", "check", "suite", "mugs/png", "--output", "results").status == 0)
    #expect(try files(packshot, "results").intersection(pictures) == pictures.filter { $0.contains("small") })
    #expect(try packshot.run("golden", "approve", "suite", "--yes", names[1]).status == 0)
    #expect(try packshot.run("golden", "check", "suite", "--output", "results").status == 0)
    #expect(try files(packshot, "results") == ["results.json"])
  }

  @Test func foreignFilesStayInTheResults() throws {
    let (packshot, names) = try failing()
    try packshot.write("mine", to: "results/mugs/png/notes.txt")
    #expect(try packshot.run("golden", "check", "suite", "--output", "results").status == 1)
    try packshot.damage("results/mugs/png/actual.png")
    try packshot.write("mine", to: "results/mugs/small/difference.png")
    #expect(try packshot.run(["golden", "approve", "suite", "--yes"] + names).status == 0)
    for _ in 0..<2 {
      #expect(try packshot.run("golden", "check", "suite", "--output", "results").status == 0)
      #expect(
        try files(packshot, "results").subtracting(["mugs", "mugs/png", "mugs/small"]) == [
          "results.json", "mugs/png/notes.txt", "mugs/png/actual.png", "mugs/small/difference.png",
        ])
    }
    // Pictures of a case that never failed belong to someone else.
    try packshot.write("mine", to: "other/mugs/png/expected.png")
    #expect(try packshot.run("golden", "check", "suite", "--output", "other").status == 0)
    #expect(try packshot.read("other/mugs/png/expected.png") == Data("mine".utf8))
  }

  @Test func aBrokenCaseKeepsNoOldRenderedPicture() throws {
    let (packshot, _) = try failing()
    _ = try packshot.run("golden", "check", "suite", "--output", "results")
    try packshot.write("recipe: ../../../none.yaml\n", to: "suite/mugs/small/case.yaml")
    _ = try packshot.run("golden", "check", "suite", "--output", "results")
    #expect(try files(packshot, "results").filter { $0.hasPrefix("mugs/small/") } == ["mugs/small/expected.png"])
  }

  @Test func resultsAreNotWrittenIntoTheSuite() throws {
    let (packshot, _) = try failing()
    let before = try expected(packshot)
    let run = try packshot.run("golden", "check", "suite", "--output", "suite")
    #expect(run.status == 64 && run.errors.contains("a file of the case mugs/png"), "\(run.errors)")
    #expect(try expected(packshot) == before)
  }
}
