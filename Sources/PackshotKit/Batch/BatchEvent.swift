/// What a run tells while it is at work, in a stable order: photos in the order of the walk.
public enum BatchEvent: Sendable {
  /// The walk is done: so many photos are there.
  case found(photos: Int)
  /// Something a person should know, which is no failure.
  case warning(String)
  /// A file or folder was come upon and not taken.
  case skipped(SkippedFile)
  /// A photo is done, its outputs are in place and recorded.
  case photo(PhotoReport)
  /// A picture that nobody makes any more was removed, would be, or is in the way of that.
  case orphan(Orphan)
  /// The run is over.
  case summary(BatchSummary)
}

/// What became of a photo.
public struct PhotoReport: Sendable, Equatable {
  public enum Status: String, Sendable {
    case rendered
    case unchanged
    case failed
    case conflict
    case wouldRender = "would-render"
    /// Of an output alone: its photo was renamed or moved, and so was it.
    case renamed
    /// Of an output alone: a dry run would rename it.
    case wouldRename = "would-rename"
  }

  /// Why an output stays as it is.
  public enum Conflict: Sendable, Equatable {
    /// Somebody changed it, or put it there.
    case changed
    /// Another recipe rendered it, which has this name.
    case otherRecipe(String)

    /// What a person can do about the output at a path below the output folder.
    public func message(_ path: String) -> String {
      switch self {
      case .changed: "\(path) is not as packshot made it, and stays; --overwrite replaces it"
      case .otherRecipe(let name):
        "\(path) was made by another recipe, \(name), and stays; write to a folder of its own for each recipe, "
          + "or let this one take it over with --overwrite"
      }
    }
  }

  public struct Output: Sendable, Equatable {
    /// Below the output folder.
    public var path: String
    public var status: Status
    /// Where it is in conflict, with what.
    public var conflict: Conflict?
    public var width: Int?
    public var height: Int?
    public var byteCount: Int?
    public var sha256: String?
  }

  /// As named on the command line.
  public var input: String
  public var status: Status
  public var outputs: [Output]
  public var failure: PhotoFailure?
  /// What the user should know, which is no failure.
  public var warnings: [String]
}

/// How a run went.
public struct BatchSummary: Sendable, Equatable {
  public var rendered = 0
  public var unchanged = 0
  public var failed = 0
  public var conflict = 0
  public var wouldRender = 0
  /// Files and folders that were come upon and not taken, whatever the reason.
  public var skipped = 0
  /// Those of them that look like pictures of a format that is not read.
  public var skippedPictures = 0
  /// Output files renamed, or that a dry run would rename.
  public var renamed = 0
  /// Pictures that nobody makes any more, and that were removed.
  public var removed = 0
  /// Those that a dry run would remove.
  public var wouldRemove = 0
  /// Those that are not as they were made, and stay.
  public var orphansInConflict = 0
  /// Output files written.
  public var files = 0
  public var seconds = 0.0
  /// Whether it was stopped before its end.
  public var isStopped = false
  /// Whether an output could not be written.
  public var couldNotWrite = false

  mutating func count(_ report: PhotoReport) {
    switch report.status {
    case .rendered: rendered += 1
    case .unchanged, .renamed, .wouldRename: unchanged += 1
    case .failed: failed += 1
    case .conflict: conflict += 1
    case .wouldRender: wouldRender += 1
    }
    files += report.outputs.count { $0.status == .rendered }
    renamed += report.outputs.count { $0.status == .renamed || $0.status == .wouldRename }
    if report.failure?.code == .cannotWrite { couldNotWrite = true }
  }

  mutating func count(_ orphan: Orphan) {
    switch orphan.status {
    case .removed: removed += 1
    case .wouldRemove: wouldRemove += 1
    case .conflict: orphansInConflict += 1
    }
  }

  public init() {}

  init(skipped: [SkippedFile]) {
    self.skipped = skipped.count
    skippedPictures = skipped.count { $0.reason == .unsupportedFormat }
  }

  /// Photos in all.
  public var photos: Int { rendered + unchanged + failed + conflict + wouldRender }
}
