import Foundation

/// How a run went.
public struct BatchSummary: Sendable, Equatable, Codable {
  /// The run's record, if there was something to record.
  public var run: UUID?
  /// Photos that were rendered.
  public var rendered = 0
  /// Photos that were up to date.
  public var unchanged = 0
  /// Photos that failed.
  public var failed = 0
  /// Photos with outputs that were left because something else is in their place.
  public var conflict = 0
  /// Photos that a run that is not dry would render.
  public var wouldRender = 0
  /// Files and folders that were come upon and not taken, whatever the reason.
  public var skipped = 0
  /// Those of them that look like pictures of a format that is not read.
  public var skippedPictures = 0
  /// Output files renamed with their photos.
  public var renamed = 0
  /// Those that a dry run would rename.
  public var wouldRename = 0
  /// Pictures removed because the recipe no longer produces them.
  public var removed = 0
  /// Those that a dry run would remove.
  public var wouldRemove = 0
  /// Those that stay: they are not as they were made, or nobody agreed to their removal.
  public var kept = 0
  /// Those of them that are not as they were made.
  public var orphansInConflict = 0
  /// Output files written.
  public var files = 0
  /// Photos that nothing is made of, since no output's `when` holds for them.
  public var withoutOutputs = 0
  /// Products put on record that were not there before.
  public var newProducts = 0
  /// When the run ended.
  public var finished = Timestamp()
  /// How long it took.
  public var seconds = 0.0
  /// Whether it was stopped before its end.
  public var isStopped = false
  /// Whether an output could not be written.
  public var couldNotWrite = false

  /// The photos' warnings, counted by kind and reason in the order in which they first came.
  public var warnings: [WarningGroup] { groups.all }
  private var groups = WarningGroups()
  /// How many photos there is no picture of their own for, by source; and the sources that some photo has one for.
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
    groups.add(report.told)
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

  /// A run that has done nothing.
  public init() {}

  init(skipped: [SkippedFile]) {
    self.skipped = skipped.count
    skippedPictures = skipped.count { $0.reason == .unsupportedFormat }
  }

  /// Photos in all.
  public var photos: Int { rendered + unchanged + failed + conflict + wouldRender }
}
