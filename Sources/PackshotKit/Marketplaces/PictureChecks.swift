import Rendering

/// Pictures and folders of pictures, checked one after another.
public struct PictureChecks {
  private let check: PictureCheck
  private let workers: WorkerPool
  /// The pictures found, in an order of their own.
  public let paths: [String]
  /// Files and folders among the inputs that could not be read.
  private let unreadable: [Report]
  /// Files that seem to be pictures, in formats that packshot does not read: nothing can be said of them.
  public let unchecked: [Report]
  /// What a person should know of the inputs.
  public let warnings: [Warning]

  /// What came of a picture.
  public struct Report: Sendable {
    /// The picture's file.
    public let path: String
    /// Empty where nothing is to be found, or it could not be read.
    public let findings: [PictureCheck.Finding]
    /// Why it could not be read; nil where it could.
    public let failure: PhotoFailure?

    /// Whether something that is asked for is not so, or could not be looked at.
    public var isRefused: Bool { failure != nil || findings.contains { !$0.rule.isAdvice } }
  }

  /// - Parameters:
  ///   - inputs: Pictures and folders of pictures.
  ///   - excluded: Patterns of what to leave out, by gitignore's rules.
  ///   - workers: Decode the pictures.
  public init(
    of inputs: [String], for marketplace: Marketplace, excluding excluded: [String] = [],
    limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    try limits.check()
    var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded))
    try walk.add(inputs)
    unchecked = walk.skipped.compactMap { file in
      file.failure.map { Report(path: file.input, findings: [], failure: $0) }
    }
    guard walk.hasFound || !unchecked.isEmpty else { throw walk.nothingFound(in: inputs) }
    unreadable = walk.failures.map { Report(path: $0.path, findings: [], failure: $0.failure) }
    (paths, warnings) = (walk.photos.map(\.path), walk.notes)
    (check, self.workers) = (try PictureCheck(for: marketplace, limits: limits), workers)
  }

  /// Checks them all; one that cannot be read stops nothing.
  public func run(_ report: (Report) -> Void) {
    for path in paths {
      do {
        report(Report(path: path, findings: try check.findings(in: path, workers: workers), failure: nil))
      } catch {
        report(Report(path: path, findings: [], failure: PhotoFailure(error)))
      }
    }
    unreadable.forEach(report)
  }
}
