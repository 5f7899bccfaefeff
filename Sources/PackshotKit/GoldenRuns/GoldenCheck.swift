import Files
import Filters
import Foundation
import Golden
import ImageCodecs
import PixelCore
import Recipes
import Rendering

/// Renders the cases of a suite and compares each picture with the expected one.
public struct GoldenCheck: Sendable {
  let suite: GoldenSuite
  let cases: [GoldenCase]
  private let options: Options
  let context: GoldenContext
  /// The shard of the suite to check. Nil for all selected cases.
  let shard: SuiteReport.Shard?
  /// A remark if there is nothing to check.
  private let note: String

  /// The settings of a check.
  public struct Options: Sendable {
    /// Cases to check, or folders of cases. If empty, all cases are checked.
    public var names: [String] = []
    /// The names in ``names`` that match only the case itself, not cases below it.
    var exactNames: Set<String> = []
    /// The shard of the cases to check.
    public var shard: GoldenShard?
    /// How often to retry a failing case. A case that passes on a retry is reported as flaky.
    public var retries = 0
    /// Number of cases checked at the same time. If nil, the number of processors.
    public var jobs: Int?
    /// Limits on the size of photos and on the resources to render them.
    public var limits = PhotoLimits()
    /// The worker processes that decode photos and expected pictures.
    public var workers = WorkerPool.none
    /// The filters that the cases' recipes can use.
    public var filters = FilterList.standard

    /// Creates the default settings: all cases, with the default limits, in process.
    public init() {}
  }

  /// - Throws: ``PackshotError`` for a name that matches no case.
  public init(_ suite: GoldenSuite, options: Options = Options()) throws(PackshotError) {
    try self.init(
      suite, options: options, context: GoldenContext(options.limits, options.workers, options.filters))
  }

  /// Creates a check that shares prepared recipes with other checks.
  init(_ suite: GoldenSuite, options: Options, context: GoldenContext) throws(PackshotError) {
    self.suite = suite
    self.options = options
    let chosen = try suite.cases(named: options.names, exactly: options.exactNames)
    cases = options.shard?.part(of: chosen) ?? chosen
    shard = options.shard.map { SuiteReport.Shard($0.index, of: $0.count, suiteCases: chosen.count) }
    if let shard = options.shard, cases.isEmpty {
      note = "shard \(shard) contains none of the \(chosen.count == 1 ? "one case" : "\(chosen.count) cases")"
    } else {
      note = ""
    }
    self.context = context
  }

  /// Number of cases to check.
  public var count: Int { cases.count }

  /// The suite's files with their roles. No report can replace them.
  package var neededFiles: [(path: String, role: String)] { suite.cases.flatMap(\.neededFiles) }

  /// Checks all cases and reports their outcomes sorted by name, and then the obsolete pictures.
  public func run(stop: StopRequest = StopRequest(), report: (GoldenOutcome) -> Void) -> GoldenSummary {
    let clock = ContinuousClock()
    let start = clock.now
    var summary = GoldenSummary()
    summary.note = note
    var waiting = [GoldenOutcome?](repeating: nil, count: cases.count)
    var next = 0
    let check = { @Sendable (goldenCase: GoldenCase) in self.check(goldenCase) }
    let jobs = min(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(1, cases.count))
    JobThreads.process(cases, count: jobs, stop: stop, work: check) { group in
      for done in group { waiting[done.index] = done.outcome }
      while next < waiting.count, let outcome = waiting[next] {
        summary.count(outcome)
        report(outcome)
        waiting[next] = nil
        next += 1
      }
    }
    summary.isStopped = next < cases.count
    if options.names.isEmpty, options.shard?.index ?? 1 == 1 {
      for name in suite.obsolete {
        let outcome = GoldenOutcome(
          name, .obsolete, "it has an \(GoldenCase.expectedName) but no case; delete the folder, or give it a recipe")
        summary.count(outcome)
        report(outcome)
      }
    }
    summary.seconds = start.duration(to: clock.now) / .seconds(1)
    return summary
  }

  private func check(_ goldenCase: GoldenCase) -> GoldenOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = checkOnce(goldenCase)
    for _ in 0..<options.retries where ![.passed, .missing].contains(outcome.state) {
      outcome = checkOnce(goldenCase)
      outcome.isFlaky = outcome.state == .passed
    }
    if outcome.state == .failed { outcome.isFlaky = rendersDifferently(goldenCase, than: outcome) }
    outcome.seconds = start.duration(to: clock.now) / .seconds(1)
    return outcome
  }

  /// Whether a failed case renders a different picture each time. Then the recipe hasn't necessarily changed: something
  /// in it is not deterministic.
  private func rendersDifferently(_ goldenCase: GoldenCase, than outcome: GoldenOutcome) -> Bool {
    guard let digest = outcome.digest, let settings = try? goldenCase.settings(),
      let again = try? GoldenRendering.render(goldenCase, settings, in: context).digest()
    else { return false }
    return again != digest
  }

  /// Whether Git LFS has a pointer in the place of a file.
  private static func isPointer(_ path: String) -> Bool {
    let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 64)
    return start?.withUnsafeBytes(isLFSPointer) == true
  }

  private func checkOnce(_ goldenCase: GoldenCase) -> GoldenOutcome {
    do {
      let settings = try goldenCase.settings()
      let rendering = try GoldenRendering.render(goldenCase, settings, in: context)
      guard FileStatus(path: goldenCase.expectedFile) != nil else {
        return GoldenOutcome(
          goldenCase.name, .missing, "there is no \(GoldenCase.expectedName) yet", digest: try rendering.digest())
      }
      let result: PictureDifferences
      do {
        result = try compare(rendering, with: goldenCase, settings)
      } catch let error as UnreadablePicture where error.path == goldenCase.expectedFile {
        // An approval would replace a picture that nobody has seen.
        if Self.isPointer(goldenCase.expectedFile) {
          return GoldenOutcome(goldenCase.name, .broken, "\(GoldenCase.expectedName): \(error.message)")
        }
        return GoldenOutcome(
          goldenCase.name, .failed, "\(error.message); approving the case replaces it", digest: try rendering.digest())
      }
      if result.isSame { return GoldenOutcome(goldenCase.name, .passed, "", result) }
      var outcome = GoldenOutcome(
        goldenCase.name, .failed, result.objections.map { $0.description }.joined(separator: "; "), result,
        digest: try rendering.digest())
      if let earlier = try earlierEngine(of: goldenCase, settings) {
        outcome.engineDifferences = EngineChange.differences(from: earlier, to: Engine.text)
      }
      return outcome
    } catch {
      let failure = PhotoFailure(error)
      return GoldenOutcome(goldenCase.name, .broken, failure.message, remedy: failure.remedy)
    }
  }

  /// Compares a rendering with the expected picture.
  ///
  /// - Parameter picture: Receives the difference picture.
  func compare(
    _ rendering: GoldenRendering, with goldenCase: GoldenCase, _ settings: GoldenSettings,
    picture: DifferencePicture? = nil
  ) throws -> PictureDifferences {
    let comparison = PictureComparison(
      settings.tolerance, ignoring: settings.ignored, only: settings.only,
      maskFile: settings.mask.map(goldenCase.place), limits: context.limitsOfOwn, workers: context.workers)
    return try rendering.withRows {
      try comparison.compare(goldenCase.expectedFile, with: $0, picture: picture)
    }
  }
}

extension GoldenSummary {
  mutating func count(_ outcome: GoldenOutcome) {
    counts[outcome.state, default: 0] += 1
    if outcome.isFlaky { flaky += 1 }
  }
}

extension GoldenCheck {
  /// Checks all cases from an asynchronous function; see ``run(stop:report:)``. If the task is cancelled, the check
  /// finishes the cases already started, and ``GoldenSummary/isStopped`` is true.
  ///
  /// - Parameter report: Receives the outcome of each case, in the order of their names. Called on one of the check's
  ///   threads, which waits until it returns.
  /// - Throws: `CancellationError` if the task was cancelled before the check started, and nothing else.
  public func run(report: @escaping @Sendable (GoldenOutcome) -> Void) async throws -> GoldenSummary {
    try await BlockingWork.runAlone { stop in self.run(stop: stop, report: report) }
  }
}
