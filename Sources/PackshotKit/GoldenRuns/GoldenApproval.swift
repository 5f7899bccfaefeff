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
        throw .value(of: "the case \(base)", found: "given with \(other) and with \(digits)", allowed: "one of them")
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
    public let refusal: String?
  }

  /// What approving the cases would do, case by case; nothing is written.
  public func steps() -> [Step] {
    var steps: [Step] = []
    _ = check.run { outcome in
      var refusal: String?
      if outcome.state == .broken {
        refusal = outcome.message
      } else if let digest = seen[outcome.name], let found = outcome.digest, digest != found {
        refusal = "it now renders differently (\(found); \(digest) was reviewed); check the suite again"
      } else if cause == .engine, outcome.state != .passed, outcome.engineDifferences.isEmpty {
        refusal =
          "more than the engine changed since it was approved, or its \(GoldenCase.expectedName) does not say what made it"
      }
      steps.append(Step(outcome: outcome, refusal: refusal))
    }
    return steps.filter { $0.outcome.state != .obsolete }
  }

  /// Writes the expected picture of a case.
  ///
  /// - Throws: ``PackshotError`` where it cannot be written, or renders to something else by now.
  public func approve(_ step: Step) throws { try check.writeExpected(step.outcome) }
}

extension GoldenCheck {
  /// Writes what a case renders as its expected picture, whole or not at all. The picture keeps the text of the recipe that
  /// made it, so that a report can show what has changed in that, and its origin.
  ///
  /// - Parameter recorded: A picture on record; nothing is written unless the case renders to the same.
  func writeExpected(_ outcome: GoldenOutcome, ifLike recorded: RecordedOutput? = nil) throws {
    guard let goldenCase = cases.first(where: { $0.name == outcome.name }) else { return }
    let settings = try goldenCase.settings()
    let rendering = try GoldenRendering.render(goldenCase, settings, in: context)
    guard try rendering.digest() == outcome.digest else {
      throw PackshotError.unreadable(
        path: goldenCase.folder, reason: "it renders differently each time, so it cannot be approved")
    }
    if let recorded { try check(rendering, isLike: recorded) }
    let picture = PNGText.adding(
      try goldenCase.recipeText(settings), keyword: GoldenCase.recipeKeyword, to: try rendering.png())
    let origin = try GoldenOrigin(goldenCase, settings, in: context)
    let file = PNGText.adding(origin.text, keyword: GoldenOrigin.keyword, to: picture)
    try file.withUnsafeBytes { try TemporaryFile.write($0, to: goldenCase.expectedFile) }
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
      path: recorded.file, reason: "it renders differently \(why): \(found); render it again")
  }
}
