import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PackshotKit

/// Golden cases whose files are changed while they are rendered.
@Suite(.serialized) struct GoldenChangedPhotoTests {
  private func suite() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.folder("suite/mug")
    try folder.write(
      """
      packshot: 1
      name: made
      sources: { cut: "masks-{stem}.png" }
      steps: [ scribble, { mask: cut } ]
      outputs: [ { file: "{stem}.png" } ]
      """, to: "suite/mug/recipe.yaml")
    for name in ["input", "masks-input"] {
      try TestPicture.write(to: folder.path("suite/mug/\(name).png"), width: 8, height: 8, .white)
    }
    return folder
  }

  private func outcome(_ folder: TemporaryFolder) throws -> GoldenOutcome {
    var options = GoldenCheck.Options()
    options.filters = try FilterList.standard + [Scribble.self]
    var outcomes: [GoldenOutcome] = []
    _ = try GoldenCheck(GoldenSuite(folder: folder.path("suite")), options: options).run { outcomes.append($0) }
    return outcomes[0]
  }

  @Test(arguments: ["input.png", "masks-input.png"])
  func aFileThatChangesDuringRenderingIsReportedInsteadOfCompared(name: String) throws {
    let folder = try suite()
    #expect(try outcome(folder).state == .missing)
    Scribble.path.withLock { $0 = folder.path("suite/mug/" + name) }
    defer { Scribble.path.withLock { $0 = nil } }
    let outcome = try outcome(folder)
    #expect(outcome.state == .broken)
    #expect(outcome.message.contains(name) && outcome.message.contains("changed while it was being read"))
  }
}

/// Leaves the picture unchanged, and writes to a file during rendering.
private struct Scribble: Filter {
  static let path = Mutex<String?>(nil)

  static let name = "scribble"
  static let summary = "Writes into a file."
  static let example = "scribble: {}"
  static let parameters: [Parameter<Self>] = []

  func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    FilterPlan(
      output: input,
      work: .stage { _, sink in
        if let path = Self.path.withLock({ $0 }), let file = FileHandle(forWritingAtPath: path) {
          try file.seekToEnd()
          try file.write(contentsOf: Data([0]))
          try file.close()
        }
        return sink
      })
  }
}
