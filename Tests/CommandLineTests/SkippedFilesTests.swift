import Foundation
import Testing

@Suite struct SkippedFilesTests {
  /// A shop with pictures of another format and a text among its photos.
  private func shop(pdfs: Int) throws -> Packshot {
    let packshot = try Packshot.shop()
    for number in 0..<pdfs { try packshot.write("%PDF-1.4", to: "photos/pdfs/\(number).pdf") }
    try packshot.write("prices", to: "photos/prices.txt")
    return packshot
  }

  private func run(_ packshot: Packshot, _ options: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + options)
  }

  @Test func picturesInOtherFormatsAreWarnedAbout() throws {
    let packshot = try shop(pdfs: 2)
    let run = try run(packshot)
    #expect(run.status == 0)
    for number in 0..<2 {
      let line =
        "warning: photos/pdfs/\(number).pdf was skipped: it seems to be a PDF document, which packshot cannot read; "
        + "export its pages as PNG or TIFF\n"
      #expect(run.errors.contains(line), "\(run.errors)")
    }
    #expect(!run.errors.contains("prices.txt"))
    #expect(
      run.errors.contains("3 rendered; 2 pictures or archives of other formats and 1 other file skipped; "),
      "\(run.errors)")
    #expect(try self.run(packshot, "--quiet").errors.isEmpty)
    let strict = try self.run(packshot, "--quiet", "--strict")
    #expect(strict.status == 1 && strict.errors.contains("photos/pdfs/1.pdf was skipped"), "\(strict.errors)")
  }

  @Test func theListOfSkippedFilesIsTruncatedUnlessVerbose() throws {
    let packshot = try shop(pdfs: 13)
    let run = try run(packshot)
    #expect(run.errors.components(separatedBy: ".pdf was skipped").count == 11)
    #expect(
      run.errors.contains("warning: 3 more pictures or archives of other formats skipped; --verbose lists them all\n"))
    let verbose = try self.run(packshot, "--verbose")
    #expect(verbose.errors.components(separatedBy: ".pdf was skipped").count == 14)
    #expect(verbose.errors.contains("skipped photos/prices.txt: not a picture\n") && !verbose.errors.contains("3 more"))
  }

  @Test func eachSkippedFileIsAnEvent() throws {
    let run = try run(shop(pdfs: 1), "--json")
    let skipped = run.events.filter { $0["event"] as? String == "skipped" }
    #expect(skipped.map { $0["input"] as? String } == ["photos/pdfs/0.pdf", "photos/prices.txt"])
    #expect(skipped.map { $0["reason"] as? String } == ["unsupported-format", "not-a-picture"])
    #expect(skipped.map { $0["format"] as? String } == ["pdf", nil])
    let summary = try #require(run.events.last)
    #expect(summary["skipped"] as? Int == 2 && summary["skippedPictures"] as? Int == 1)
  }

  @Test func strictExitsWith1ForASkippedPictureOrArchive() throws {
    let packshot = try shop(pdfs: 1)
    #expect(try run(packshot, "--strict").status == 1)
    try packshot.remove("photos/pdfs")
    #expect(try run(packshot, "--strict").status == 0)
    try packshot.write("Rar!", to: "photos/delivery.rar")
    let strict = try run(packshot, "--strict", "--verbose")
    #expect(strict.status == 1)
    #expect(
      strict.errors.contains(
        "photos/delivery.rar was skipped: it is an archive, and only ZIP archives outside of archives are read; unpack it"
      ),
      "\(strict.errors)")
  }
}
