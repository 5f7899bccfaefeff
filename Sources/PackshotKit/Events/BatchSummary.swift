import Foundation

/// The result of a run.
public struct BatchSummary: Sendable, Equatable, Codable {
  /// The id of the run's record. Nil if the run recorded nothing.
  public var run: UUID?
  /// Photos that were rendered.
  public var rendered = 0
  /// Photos that were up to date.
  public var unchanged = 0
  /// Photos that failed.
  public var failed = 0
  /// Photos with an output that was not written because its path holds a file or folder that the run must not replace.
  public var conflict = 0
  /// Photos that a dry run found stale.
  public var wouldRender = 0
  /// Files and folders that the walk skipped, for any reason.
  public var skipped = 0
  /// Skipped files that look like pictures in an unsupported format.
  public var skippedPictures = 0
  /// Output files renamed with their photos.
  public var renamed = 0
  /// Output files that a dry run would rename.
  public var wouldRename = 0
  /// Pictures removed because the recipe no longer produces them.
  public var removed = 0
  /// Pictures that a dry run would remove.
  public var wouldRemove = 0
  /// Pictures no longer produced that are kept, because they were modified or their removal was not confirmed.
  public var kept = 0
  /// The pictures in ``kept`` that were modified since packshot made them.
  public var orphansInConflict = 0
  /// Output files written.
  public var files = 0
  /// Photos without outputs, because no output's `when` matches them.
  public var withoutOutputs = 0
  /// Products that the run added to the catalog.
  public var newProducts = 0
  /// Time at which the run ended.
  public var finished = Timestamp()
  /// Duration in seconds.
  public var seconds = 0.0
  /// Whether the run was stopped early.
  public var isStopped = false
  /// Whether writing an output failed.
  public var couldNotWrite = false

  /// The photos' warnings, counted by kind and reason, in order of first appearance.
  public var warnings: [WarningGroup] { groups.all }
  private var groups = WarningGroups()
  /// Number of photos without a per-photo image, by source. `ownPictures` holds the sources that at least one photo has
  /// an image for.
  private(set) var leftOut: [String: Int] = [:]
  private(set) var ownPictures: Set<String> = []

  private enum CodingKeys: String, CodingKey {
    case run, rendered, wouldRender, unchanged, failed, conflict, skipped, skippedPictures
    case renamed, wouldRename, removed, wouldRemove, kept, files, withoutOutputs, newProducts
    case groups = "warnings"
    case isStopped = "stopped"
    case finished, seconds
  }

  mutating func count(_ report: PhotoReport) {
    switch report.status {
    case .rendered: rendered += 1
    case .unchanged, .renamed, .wouldRename: unchanged += 1
    case .failed: failed += 1
    case .conflict: conflict += 1
    case .wouldRender: wouldRender += 1
    }
    files += report.outputs.count { $0.status == .rendered }
    renamed += report.outputs.count { $0.status == .renamed }
    wouldRename += report.outputs.count { $0.status == .wouldRename }
    if report.failure == nil, report.outputs.isEmpty { withoutOutputs += 1 }
    for source in report.leftOut { leftOut[source, default: 0] += 1 }
    ownPictures.formUnion(report.ownPictures)
    newProducts += report.newProduct == nil ? 0 : 1
    groups.add(report.warningsWithRemedies)
    if report.failure?.code == .cannotWrite { couldNotWrite = true }
  }

  mutating func count(_ orphan: Orphan) {
    switch orphan.status {
    case .removed: removed += 1
    case .wouldRemove: wouldRemove += 1
    case .kept: kept += 1
    case .conflict:
      kept += 1
      orphansInConflict += 1
    }
  }

  /// Creates the summary of a run that has done nothing.
  public init() {}

  init(skipped: [SkippedFile]) {
    self.skipped = skipped.count
    skippedPictures = skipped.count { $0.mayHoldPictures }
  }

  /// Total number of photos.
  public var photos: Int { rendered + unchanged + failed + conflict + wouldRender }
}
