import Golden
import ImageCodecs
import Rendering

/// Makes what cases render now the pictures that are expected of them.
public struct GoldenApproval: Sendable {
  private let check: GoldenCheck
  private let cause: Cause?

  /// Why cases fail that are to be approved.
  public enum Cause: String, CaseIterable, Sendable {
    /// Nothing has changed but the version of packshot or of its libraries.
    case engine
  }

  /// - Parameters:
  ///   - names: Cases, or folders of them, each perhaps with `@` and the digits of what was looked at
  ///     (``GoldenOutcome/approval``). What renders to something else by now is not approved.
  ///   - cause: Approve only cases that fail because of it, and refuse the other failing ones; nil for all.
  /// - Throws: ``PackshotError`` for a name that stands for no case.
  public init(
    _ suite: GoldenSuite, names: [String], because cause: Cause? = nil,
    options: GoldenCheck.Options = GoldenCheck.Options()
  ) throws(PackshotError) {
    self.cause = cause
    var options = options
    var digests: [String: String] = [:]
    options.names = []
    for name in names {
      let parts = name.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count > 1, let last = parts.last, Self.isDigest(last) else {
        options.names.append(name)
        continue
      }
      let digits = last.lowercased()
      var base = name.dropLast(9)
      if base.hasSuffix("/") { base = base.dropLast() }
      if let other = digests.updateValue(digits, forKey: String(base)), other != digits {
        throw .refusedValue(
          of: "the case \(base)", found: "given with \(other) and with \(digits)", allowed: "one of them")
      }
      options.names.append(String(base))
    }
    options.exactNames = Set(digests.keys)
    check = try GoldenCheck(suite, options: options)
    seen = digests
  }

  /// Whether a text is of the form of ``GoldenOutcome/digest``, whatever its case.
  static func isDigest(_ text: some StringProtocol) -> Bool { text.count == 8 && text.allSatisfy(\.isHexDigit) }

  /// What was looked at, by case.
  private let seen: [String: String]

  /// What approving a case would do.
  public struct Step: Sendable {
    /// What checking the case came to.
    public let outcome: GoldenOutcome
    /// Why it cannot be approved.
    public fileprivate(set) var refusal: String?
    /// Whether it is refused only because another case is not what was reviewed.
    public fileprivate(set) var isHeldBack = false
  }

  /// What approving the cases would do, case by case; nothing is written. If a case is not what was reviewed, none is approved.
  public func steps() -> [Step] {
    var steps: [Step] = []
    var unlikeReviewed: String?
    _ = check.run { outcome in
      var refusal: String?
      if outcome.state == .broken {
        refusal = outcome.message
        if seen[outcome.name] != nil { unlikeReviewed = outcome.name }
      } else if let digest = seen[outcome.name], let found = outcome.digest, digest != found {
        refusal = "it now renders differently (\(found); \(digest) was reviewed); check the suite again"
        unlikeReviewed = outcome.name
      } else if cause == .engine, outcome.state != .passed, outcome.engineDifferences.isEmpty {
        refusal =
          "more than the engine changed since it was approved, or its \(GoldenCase.expectedName) does not say what made it"
      }
      steps.append(Step(outcome: outcome, refusal: refusal))
    }
    steps.removeAll { $0.outcome.state == .obsolete }
    if let unlikeReviewed {
      for index in steps.indices where steps[index].refusal == nil && steps[index].outcome.state != .passed {
        steps[index].refusal = "it is not approved, because \(unlikeReviewed) does not render what was reviewed"
        steps[index].isHeldBack = true
      }
    }
    return steps
  }

  /// Writes the expected pictures of cases. All are rendered and compared with their outcomes before the first is replaced.
  ///
  /// - Parameter report: Called for each case once its picture is replaced.
  /// - Throws: ``PackshotError`` if one cannot be written, or renders to something else by now.
  public func approve(_ steps: [Step], report: (Step) -> Void = { _ in }) throws {
    let files = try steps.map { try check.expectedPicture($0.outcome) }
    for (step, file) in zip(steps, files) {
      try file?.finish()
      report(step)
    }
  }
}

extension GoldenCheck {
  /// Writes what a case renders to a file that becomes its expected picture when it is finished. The picture keeps the text of
  /// the recipe that made it, so that a report can show what has changed in that, and its origin.
  ///
  /// - Parameter recorded: A picture on record; throws unless the case renders to the same.
  func expectedPicture(_ outcome: GoldenOutcome, ifLike recorded: RecordedOutput? = nil) throws -> TemporaryFile? {
    guard let goldenCase = cases.first(where: { $0.name == outcome.name }) else { return nil }
    let settings = try goldenCase.settings()
    let rendering = try GoldenRendering.render(goldenCase, settings, in: context)
    guard try rendering.digest() == outcome.digest else {
      throw PackshotError.unreadable(
        path: goldenCase.folder, why: "it renders differently each time, so it cannot be approved")
    }
    if let recorded { try check(rendering, isLike: recorded) }
    let picture = PNGText.adding(
      try goldenCase.recipeText(settings), keyword: GoldenCase.recipeKeyword, to: try rendering.png())
    let origin = try GoldenOrigin(goldenCase, settings, in: context)
    let bytes = PNGText.adding(origin.text, keyword: GoldenOrigin.keyword, to: picture)
    let file = try TemporaryFile(for: goldenCase.expectedFile)
    try bytes.withUnsafeBytes { try file.write($0) }
    // Many files may wait for the last case, more than may be open at a time.
    _ = try file.seal(age: 0)
    return file
  }

  private func check(_ rendering: GoldenRendering, isLike recorded: RecordedOutput) throws {
    let comparison = PictureComparison(limits: context.limitsOfOwn, workers: context.workers)
    let result = try rendering.withRows { try comparison.compare(recorded.file, with: $0) }
    if result.isSame { return }
    let found = result.objections.map(\.description).joined(separator: "; ")
    let why =
      if let earlier = recorded.earlierEngine {
        "by this version, as \(EngineChange.differences(from: earlier, to: Engine.text).joined(separator: ", "))"
      } else {
        "as a case"
      }
    throw PackshotError.unreadable(
      path: recorded.file, why: "it renders differently \(why): \(found); render it again")
  }
}
