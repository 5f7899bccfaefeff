import Foundation
import PackshotKit
import Synchronization

/// The last check of each golden suite, with its pictures in a temporary folder.
final class StudioGoldens: Sendable {
  /// A finished check.
  struct Check: Sendable {
    let outcomes: [GoldenOutcome]
    let summary: GoldenSummary
    let at: Date
    /// Folder with the pictures of cases that didn't pass.
    let pictures: String
    /// Cases whose new picture was looked at and isn't wanted.
    var rejected: Set<String> = []
  }

  private let checks = Mutex<[String: Check]>([:])
  private let folder = NSTemporaryDirectory() + "packshot-studio-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  subscript(_ suite: String) -> Check? {
    get { checks.withLock { $0[suite] } }
    set { checks.withLock { $0[suite] = newValue } }
  }

  /// The suites with failed cases in their last check, sorted by name.
  var failing: [(suite: String, cases: Int)] {
    checks.withLock(\.self).map { (suite: $0.key, cases: $0.value.failing.count) }.filter { $0.cases > 0 }
      .sorted { $0.suite < $1.suite }
  }

  /// Renders and compares a suite's cases.
  func check(_ suite: String, at path: String, _ options: GoldenCheck.Options) async throws {
    let check = try await BlockingWork.run { _ in try GoldenCheck(GoldenSuite(folder: path), options: options) }
    let outcomes = Mutex<[GoldenOutcome]>([])
    let summary = try await check.run { outcome in outcomes.withLock { $0.append(outcome) } }
    let all = outcomes.withLock(\.self)
    // Each check has its own folder, so that no picture of an earlier one is shown as today's.
    let pictures = folder + "/" + UUID().uuidString
    try await BlockingWork.run { _ in
      for outcome in all { try check.writePictures(of: outcome, to: pictures) }
    }
    let earlier = self[suite]
    if let earlier { try? FileManager.default.removeItem(atPath: earlier.pictures) }
    // A rejection is for the picture that was looked at, not for the case.
    let rejected = all.filter { outcome in
      earlier?.rejected.contains(outcome.name) == true
        && earlier?.outcomes.contains { $0.name == outcome.name && $0.digest == outcome.digest } == true
    }
    self[suite] = Check(
      outcomes: all, summary: summary, at: Date(), pictures: pictures, rejected: Set(rejected.map(\.name)))
  }
}
