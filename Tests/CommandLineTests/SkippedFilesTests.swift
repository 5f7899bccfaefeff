import Foundation
import Testing

@Suite struct SkippedFilesTests {
  /// A shop with pictures of another format and a text among its photos.
  private func shop(gifs: Int) throws -> Packshot {
    let packshot = try Packshot.shop()
    for number in 0..<gifs { try packshot.write("GIF89a", to: "photos/gifs/\(number).gif") }
    try packshot.write("prices", to: "photos/prices.txt")
    return packshot
  }

  private func run(_ packshot: Packshot, _ options: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + options)
  }

  @Test func picturesInOtherFormatsAreWarnedAbout() throws {
    let packshot = try shop(gifs: 2)
    let run = try run(packshot)
    #expect(run.status == 0)
    for number in 0..<2 {
      let line =
        "warning: photos/gifs/\(number).gif was skipped: it seems to be a GIF picture, which packshot cannot read\n"
      #expect(run.errors.contains(line), "\(run.errors)")
    }
    #expect(!run.errors.contains("prices.txt"))
    #expect(run.errors.contains("3 rendered; 2 pictures of other formats and 1 other file skipped; "), "\(run.errors)")
    #expect(try self.run(packshot, "--quiet").errors.isEmpty)
    let strict = try self.run(packshot, "--quiet", "--strict")
    #expect(strict.status == 1 && strict.errors.contains("photos/gifs/1.gif was skipped"), "\(strict.errors)")
  }

  @Test func theListOfSkippedFilesIsTruncatedUnlessVerbose() throws {
    let packshot = try shop(gifs: 13)
    let run = try run(packshot)
    #expect(run.errors.components(separatedBy: ".gif was skipped").count == 11)
    #expect(run.errors.contains("warning: 3 more pictures of other formats skipped; --verbose lists them all\n"))
    let verbose = try self.run(packshot, "--verbose")
    #expect(verbose.errors.components(separatedBy: ".gif was skipped").count == 14)
    #expect(verbose.errors.contains("skipped photos/prices.txt: not a picture\n") && !verbose.errors.contains("3 more"))
  }

  @Test func eachSkippedFileIsAnEvent() throws {
    let run = try run(shop(gifs: 1), "--json")
    let skipped = run.events.filter { $0["event"] as? String == "skipped" }
    #expect(skipped.map { $0["input"] as? String } == ["photos/gifs/0.gif", "photos/prices.txt"])
    #expect(skipped.map { $0["reason"] as? String } == ["unsupported-format", "not-a-picture"])
    #expect(skipped.map { $0["format"] as? String } == ["gif", nil])
    let summary = try #require(run.events.last)
    #expect(summary["skipped"] as? Int == 2 && summary["skippedPictures"] as? Int == 1)
  }

  @Test func strictExitsWith1ForASkippedPicture() throws {
    let packshot = try shop(gifs: 1)
    #expect(try run(packshot, "--strict").status == 1)
    try packshot.remove("photos/gifs")
    #expect(try run(packshot, "--strict").status == 0)
  }
}
