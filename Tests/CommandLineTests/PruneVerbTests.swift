import Foundation
import Testing

/// What `--prune` and a dry run print about pictures that the recipe no longer produces or produces under another name.
@Suite struct PruneVerbTests {
  private let packshot: Packshot
  private static let gone = ["small/vases/VASE-2.jpg", "vases/VASE-2.png"]

  /// A rendered shop.
  init() throws {
    packshot = try Packshot.shop()
    #expect(try run().status == 0)
  }

  private func run(_ options: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + options)
  }

  private func outputExists(_ output: String) -> Bool {
    FileManager.default.fileExists(atPath: packshot.folder + "/out/" + output)
  }

  @Test func aDryRunListsRenamesAndRemovals() throws {
    _ = try packshot.shell("mv photos/MUG-1_side.jpg photos/MUG-1_back.jpg && rm photos/vases/VASE-2.png")
    let dry = try run("--dry-run", "--prune")
    #expect(
      Set(dry.output.split(separator: "\n")) == [
        "would rename MUG-1_side.png to MUG-1_back.png",
        "would rename small/MUG-1_side.jpg to small/MUG-1_back.jpg",
        "would remove small/vases/VASE-2.jpg", "would remove vases/VASE-2.png",
      ])
    #expect(dry.errors == "2 photos: 2 unchanged; 2 files to be renamed; 2 files to be removed\n")
    #expect(outputExists("MUG-1_side.png") && !outputExists("MUG-1_back.png") && Self.gone.allSatisfy(outputExists))

    let counts = { (run: Packshot.Result) in
      ["renamed", "wouldRename", "removed", "wouldRemove"].map { run.events.last?[$0] as? Int }
    }
    let dryEvents = try run("--dry-run", "--prune", "--json")
    #expect(counts(dryEvents) == [0, 2, 0, 2])
    let events = try run("--prune", "--yes", "--json")
    #expect(counts(events) == [2, 0, 2, 0])
    for (run, status) in [(dryEvents, "would-rename"), (events, "renamed")] {
      let outputs = run.events.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }.filter {
        $0["status"] as? String == status
      }
      #expect(outputs.map { $0["renamedFrom"] as? String } == ["MUG-1_side.png", "small/MUG-1_side.jpg"])
      #expect(outputs.map { $0["path"] as? String } == ["MUG-1_back.png", "small/MUG-1_back.jpg"])
    }
    #expect(
      !outputExists("MUG-1_side.png") && outputExists("MUG-1_back.png") && !Self.gone.contains(where: outputExists))
  }

  @Test func aVerboseRunListsRenames() throws {
    _ = try packshot.shell("mv photos/MUG-1_side.jpg photos/MUG-1_back.jpg")
    let verbose = try run("--verbose")
    #expect(verbose.errors.contains("renamed MUG-1_side.png to MUG-1_back.png\n"), "\(verbose.errors)")
  }

  @Test func aRunStoppedByAFailureReportsThatItPrunesNothing() throws {
    try packshot.write("no picture", to: "photos/bad.jpg")
    let run = try run("--prune", "--yes", "--fail-fast")
    #expect(run.errors.contains("nothing is pruned, because the run was stopped"), "\(run.errors)")
  }

  /// The disk may not be mounted.
  @Test func picturesOfAnInputWithoutPhotosAreKept() throws {
    _ = try packshot.shell("rm photos/vases/VASE-2.png")
    let kept = try packshot.run(
      "run", "recipe.yaml", "photos/vases", "photos/MUG-1_side.jpg", "--output", "out", "--prune", "--yes")
    #expect(kept.errors.contains("photos that were in photos/vases are kept"), "\(kept.errors)")
    #expect(kept.status == 0 && Self.gone.allSatisfy(outputExists))
    #expect(try run("--prune", "--yes").status == 0 && !Self.gone.contains(where: outputExists))
  }

  @Test func aRunWithNothingToPruneDoesNotAsk() throws {
    let prune = try run("--prune")
    #expect(prune.status == 0 && !prune.errors.contains("cannot ask"), "\(prune.errors)")
  }

  @Test func aRunThatCannotAskKeepsThePicturesAndRendersTheRest() throws {
    try packshot.remove("photos/vases/VASE-2.png")
    try packshot.writePhoto("photos/CUP-3.jpg", width: 51)
    let prune = try run("--prune", "--json")
    #expect(prune.status == 1)
    #expect(
      prune.errors
        == "error: cannot ask whether to remove 2 pictures that this run no longer produces, because this is not a "
        + "terminal; --yes confirms it\n")
    #expect(outputExists("CUP-3.png") && Self.gone.allSatisfy(outputExists))
    let orphans = prune.events.filter { $0["event"] as? String == "orphan" }
    #expect(orphans.map { $0["path"] as? String } == Self.gone)
    #expect(orphans.map { $0["status"] as? String } == ["kept", "kept"])
    #expect(prune.events.last?["kept"] as? Int == 2)
  }

  @Test(arguments: [("y", true), ("n", false), ("", false)])
  func theAnswerOnATerminalDecides(answer: String, isRemoved: Bool) throws {
    try packshot.remove("photos/vases/VASE-2.png")
    let prune = try packshot.runInteractively(
      "run", "recipe.yaml", "photos", "--output", "out", "--prune", typing: answer + "\n")
    #expect(prune.status == (isRemoved ? 0 : 1), "\(prune.output)")
    let screen = prune.output.replacing("\r\n", with: "\n")
    #expect(
      screen.contains(
        Self.gone.joined(separator: "\n") + "\nRemove 2 pictures that this run no longer produces? [y/N] "))
    #expect(screen.contains(isRemoved ? "; 2 files removed;" : "nothing was removed\n"))
    for path in Self.gone { #expect(outputExists(path) != isRemoved) }
    #expect(outputExists("MUG-1_front.png"))
  }

  /// The edited picture is no error of this run or of later ones.
  @Test func anEditedPictureIsKeptWithANoteAndFailsOnlyStrictRuns() throws {
    try packshot.remove("photos/vases/VASE-2.png")
    try packshot.write("retouched", to: "out/vases/VASE-2.png")
    for _ in 0..<2 {
      let prune = try run("--prune", "--yes")
      #expect(prune.status == 0, "\(prune.errors)")
      #expect(
        prune.errors.contains("warning: vases/VASE-2.png is no longer produced by this recipe, but was modified"))
    }
    #expect(!outputExists("small/vases/VASE-2.jpg") && outputExists("vases/VASE-2.png"))
    let strict = try run("--prune", "--yes", "--strict", "--json")
    #expect(strict.status == 1 && strict.events.last?["kept"] as? Int == 1)
  }
}
