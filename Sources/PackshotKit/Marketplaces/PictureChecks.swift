import Rendering

/// Checks pictures and folders of pictures one after another.
public struct PictureChecks {
  private let check: PictureCheck
  private let workers: WorkerPool
  /// Paths of the pictures found, in a stable order.
  public let paths: [String]
  /// Files and folders among the inputs that could not be read.
  private let unreadable: [Report]
  /// Files that seem to be pictures in unsupported formats, which can't be checked.
  public let unchecked: [Report]
  /// Warnings about the inputs.
  public let warnings: [Warning]

  /// The result for a picture.
  public struct Report: Sendable {
    /// Path of the picture.
    public let path: String
    /// The rules that the picture breaks. Empty if it breaks none or could not be read.
    public let findings: [PictureCheck.Finding]
    /// The error if the picture could not be read.
    public let failure: PhotoFailure?

    /// Whether the picture breaks a requirement or could not be read.
    public var isRefused: Bool { failure != nil || findings.contains { !$0.rule.isAdvice } }
  }

  /// - Parameters:
  ///   - inputs: Paths of pictures and folders of pictures.
  ///   - excluded: Patterns of files and folders to exclude, by gitignore's rules.
  ///   - workers: The worker processes that decode the pictures.
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

  /// Checks all pictures. If a picture can't be read, the remaining pictures are still checked.
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
