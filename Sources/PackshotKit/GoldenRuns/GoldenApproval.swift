import Golden
import ImageCodecs
import Rendering

/// Approves cases: makes the pictures that they render now the expected pictures.
public struct GoldenApproval: Sendable {
  private let check: GoldenCheck
  private let cause: Cause?

  /// The cause of the failures to approve.
  public enum Cause: String, CaseIterable, Sendable {
    /// Only the version of packshot or of its libraries has changed.
    case engine
  }

  /// - Parameters:
  ///   - names: Cases, or folders of cases. A name can end with `@` and the digits of the reviewed picture
  ///     (``GoldenOutcome/approval``). A case that now renders another picture is not approved.
  ///   - cause: The only cause of failures to approve. Cases that fail for other causes are refused. If nil, all cases
  ///     are approved.
  /// - Throws: ``PackshotError`` for a name that matches no case.
  public init(
    _ suite: GoldenSuite, names: [String], cause: Cause? = nil,
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

  /// Whether a text has the form of ``GoldenOutcome/digest``, in upper or lower case.
  static func isDigest(_ text: some StringProtocol) -> Bool { text.count == 8 && text.allSatisfy(\.isHexDigit) }

  /// The digits of the reviewed pictures, by case.
  private let seen: [String: String]

  /// The result that approving a case would have.
  public struct Step: Sendable {
    /// The outcome of checking the case.
    public let outcome: GoldenOutcome
    /// Why the case can't be approved.
    public fileprivate(set) var refusal: String?
    /// Whether the case is refused only because another case doesn't render the reviewed picture.
    public fileprivate(set) var isHeldBack = false
  }

  /// Returns the result of approving each case, without writing anything. If one case doesn't render the reviewed
  /// picture, no case is approved.
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

  /// Writes the expected pictures. All cases are rendered again and compared with their outcomes before the first file
  /// is replaced.
  ///
  /// - Parameter report: Called for each case after its picture is replaced.
  /// - Throws: ``PackshotError`` if a picture can't be written, or a case now renders another picture.
  public func approve(_ steps: [Step], report: (Step) -> Void = { _ in }) throws {
    let files = try steps.map { try check.expectedPicture($0.outcome) }
    for (step, file) in zip(steps, files) {
      try file?.finish()
      report(step)
    }
  }
}

extension GoldenCheck {
  /// Writes a case's rendering to a file that becomes its expected picture when `finish()` is called. The picture
  /// contains its origin and the text of its recipe, so that a report can show changes of the recipe.
  ///
  /// - Parameter recorded: A recorded picture. Throws unless the case renders the same.
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
    // All files wait until the last case is rendered. Sealing closes a file if too many are open.
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
