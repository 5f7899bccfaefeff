import Foundation
import PackshotKit
import TestSupport
import Testing

/// The contents of a check's reports, and the renderings that they cost.
@Suite struct GoldenReportingTests {
  /// A suite of one failing case, whose photo can be removed.
  private struct Failing {
    let folder: TemporaryFolder
    let check: GoldenCheck
    let outcomes: [GoldenOutcome]
    let summary: GoldenSummary

    var photo: String { folder.path("suite/mug/input.png") }

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("packshot: 1\nname: plain\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
      try TestPicture.write(to: folder.path("photo.png"), width: 8, height: 8, .white)
      _ = try NewGoldenCase(
        suite: folder.path("suite"), name: "mug", recipe: folder.path("recipe.yaml"), input: folder.path("photo.png")
      ).make()
      try TestPicture.write(to: folder.path("suite/mug/expected.png"), width: 8, height: 8, .black)
      check = try GoldenCheck(GoldenSuite(folder: folder.path("suite")))
      var outcomes: [GoldenOutcome] = []
      summary = check.run { outcomes.append($0) }
      self.outcomes = outcomes
      try #require(outcomes.map(\.state) == [.failed])
    }
  }

  private func pictureCount(_ page: String) -> Int { page.components(separatedBy: "data-type=").count - 1 }

  @Test func aPageUsesWrittenPicturesAndRendersNothing() throws {
    let failing = try Failing()
    let results = failing.folder.path("results")
    try failing.check.writePictures(of: failing.outcomes[0], to: results)
    try FileManager.default.removeItem(atPath: failing.photo)
    let report = failing.check.report(
      failing.outcomes, failing.summary, pictures: results, page: failing.folder.path("report.html"))
    #expect(pictureCount(report.html()) == 3)
  }

  @Test func aPageRendersACaseOnce() throws {
    let failing = try Failing()
    var page = ""
    try failing.check.report(failing.outcomes, failing.summary).writeHTML { piece in
      page += String(decoding: piece, as: UTF8.self)
      // The second picture is the current rendering; the third is the difference.
      if pictureCount(page) == 2, FileManager.default.fileExists(atPath: failing.photo) {
        try FileManager.default.removeItem(atPath: failing.photo)
      }
    }
    #expect(pictureCount(page) == 3)
  }

  @Test func anUnknownCaseIsReportedWithTheNearestName() throws {
    let failing = try Failing()
    let suite = try GoldenSuite(folder: failing.folder.path("suite"))
    for (name, hint) in [
      ("muk", "did you mean mug?"), ("\(suite.folder)/mug", "without the suite's folder: mug"),
      ("mug@12", "eight digits"), ("mug@12345678", "are for approving a case"),
    ] {
      let error = #expect(throws: PackshotError.self) { try suite.cases(named: [name]) }
      #expect(error?.remedy?.suggestion.contains(hint) == true, "\(error?.remedy?.suggestion ?? "")")
    }
  }

  @Test(arguments: ["density: 5%", "channels: 2\ndensity: 5%"])
  func densityWithoutPixelsIsRefused(settings: String) throws {
    let failing = try Failing()
    try failing.folder.write("recipe: ../../recipe.yaml\n\(settings)\n", to: "suite/mug/case.yaml")
    var message = ""
    _ = failing.check.run { message = $0.message }
    #expect(message.contains("`density` limits how tightly") && message.contains("pixels: 0.1%"), "\(message)")
    try failing.folder.write("recipe: ../../recipe.yaml\npixels: 1\n\(settings)\n", to: "suite/mug/case.yaml")
    _ = failing.check.run { message = $0.message }
    #expect(message.contains("64 pixels differ"), "\(message)")
  }
}
