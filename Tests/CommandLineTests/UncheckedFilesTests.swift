import Foundation
import PackshotKit
import Testing

/// `check` of folders with pictures that it can't read.
@Suite struct UncheckedFilesTests {
  /// A picture that eBay accepts, one in an unsupported format, and a text.
  private func shop() throws -> Packshot {
    let packshot = try Packshot()
    try packshot.writePhoto("shop/a.jpg", width: 600, height: 600, shade: 255)
    try packshot.write(Data("%PDF-1.4".utf8), to: "shop/b.pdf")
    try packshot.write("a text", to: "shop/notes.txt")
    return packshot
  }

  @Test func anUnreadablePictureIsListedAndCounted() throws {
    let run = try shop().run("check", "shop", "--for", "ebay")
    #expect(
      run.errors.contains("shop/b.pdf was not checked: it seems to be a PDF document, which packshot cannot read"),
      "\(run.errors)")
    #expect(run.errors.contains("1 of 1 picture follows") && run.errors.contains("; 1 file was not checked"))
    #expect(run.status == 0 && !run.errors.contains("notes.txt"))
  }

  /// Findings and messages can go to one file.
  @Test func theSummaryFollowsTheFindingsInOneFile() throws {
    let packshot = try shop()
    try packshot.writePhoto("shop/small.jpg", width: 60, height: 40, shade: 255)
    let run = try packshot.shell("'\(Packshot.executable.path)' check shop --for ebay > both.txt 2>&1")
    let lines = String(decoding: try packshot.read("both.txt"), as: UTF8.self).split(separator: "\n")
    #expect(run.status == 1 && lines.last?.hasPrefix("1 of 2 pictures follow") == true, "\(lines)")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("shop/") || $0.hasPrefix("warning: ") }, "\(lines)")
  }

  @Test func strictFailsForAnUncheckedPicture() throws {
    let packshot = try shop()
    #expect(try packshot.run("check", "shop", "--for", "ebay", "--strict").status == 1)
    try packshot.remove("shop/b.pdf")
    #expect(try packshot.run("check", "shop", "--for", "ebay", "--strict").status == 0)
  }

  @Test func anUncheckedPictureHasAJSONObject() throws {
    let packshot = try shop()
    for (options, status) in [([], Int32(0)), (["--strict"], 1)] {
      let run = try packshot.run(["check", "shop", "--for", "ebay", "--json"] + options)
      let results = try run.output.split(separator: "\n").map {
        try JSONDecoder().decode(PictureCheckResult.self, from: Data($0.utf8))
      }
      #expect(run.status == status && results.map(\.picture) == ["shop/a.jpg", "shop/b.pdf"])
      #expect(results.map(\.accepted) == [true, false] && results[0].error == nil)
      #expect(results[1].error?.code == .notAnImage && results[1].findings.isEmpty)
    }
  }

  /// A broken link must not be ignored either.
  @Test func aBrokenLinkIsRefused() throws {
    let packshot = try shop()
    try FileManager.default.createSymbolicLink(
      atPath: packshot.folder + "/shop/lost.jpg", withDestinationPath: "nowhere")
    let run = try packshot.run("check", "shop", "--for", "ebay")
    #expect(run.status == 1 && run.errors.contains("shop/lost.jpg was not checked: the link is broken"))
    #expect(run.errors.contains("1 of 2 pictures follow"))
  }

  @Test func aFolderWithOnlyUncheckedPicturesFails() throws {
    let packshot = try shop()
    try packshot.remove("shop/a.jpg")
    let run = try packshot.run("check", "shop", "--for", "ebay")
    #expect(run.status == 1 && run.errors.contains("shop/b.pdf was not checked"))
  }
}
