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
  /// Which part of the suite is checked; nil for all that was asked for.
  let shard: SuiteReport.Shard?
  /// Why there is nothing to check.
  private let note: String

  /// How a suite is checked.
  public struct Options: Sendable {
    /// Cases to check, or folders of them; empty for all.
    public var names: [String] = []
    /// Those of the names that stand for one case alone.
    var exactNames: Set<String> = []
    /// The part of the cases to check.
    public var shard: GoldenShard?
    /// How often to retry a failing case. One that passes then is not reliable, and is said to be.
    public var retries = 0
    /// How many cases are at work at once; nil for as many as there are processors.
    public var jobs: Int?
    /// What photos may be and take.
    public var limits = PhotoLimits()
    /// Decode photos and expected pictures.
    public var workers = WorkerPool.none
    /// Those that the cases' recipes may use.
    public var filters = FilterList.standard

    /// All cases, with the usual limits, in this process.
    public init() {}
  }

  /// - Throws: ``PackshotError`` for a name that stands for no case.
  public init(_ suite: GoldenSuite, options: Options = Options()) throws(PackshotError) {
    try self.init(
      suite, options: options, context: GoldenContext(options.limits, options.workers, options.filters))
  }

  /// A check that shares what it has read with others.
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

  /// How many cases there are to check.
  public var count: Int { cases.count }

  /// The suite's own files, with what they are: no report may take their place.
  package var neededFiles: [(path: String, role: String)] { suite.cases.flatMap(\.neededFiles) }

  /// Checks all cases and reports each, by name, then what is obsolete.
  public func run(stop: StopRequest = StopRequest(), report: (GoldenOutcome) -> Void) -> GoldenSummary {
    let clock = ContinuousClock()
    let start = clock.now
    var summary = GoldenSummary()
    summary.note = note
    var waiting = [GoldenOutcome?](repeating: nil, count: cases.count)
    var next = 0
    let check = { @Sendable (goldenCase: GoldenCase) in self.check(goldenCase) }
    let jobs = min(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(1, cases.count))
    WorkerThreads.process(cases, count: jobs, stop: stop, work: check) { group in
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

  /// Whether a case that failed does not render to the same picture again: then it is not the recipe that has changed, but
  /// something in it that differs each time.
  private func rendersDifferently(_ goldenCase: GoldenCase, than outcome: GoldenOutcome) -> Bool {
    guard let digest = outcome.digest, let settings = try? goldenCase.settings(),
      let again = try? GoldenRendering.render(goldenCase, settings, in: context).digest()
    else { return false }
    return again != digest
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

  /// Compares what was rendered with the expected picture.
  ///
  /// - Parameter picture: Takes a picture of the difference.
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
