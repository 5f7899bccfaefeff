import Catalog
import Files
import Foundation
import ObjectStore
import Rendering

/// Runs a ``Batch`` and runs it again whenever its folders change, until stopped.
///
/// Each pass is a normal run: it checks everything, renders what is stale, and is recorded if it did anything. So a
/// change that isn't reported is still found, and a killed watch leaves the same state as a killed run. Folders are
/// watched before they are read, files open for writing are skipped until they are closed, and a photo that fails is
/// reported once.
public struct WatchedBatch {
  private let recipe: () throws -> Recipe
  private let options: BatchOptions
  private let stop: StopRequest
  private let report: (BatchEvent) -> Void

  /// - Parameters:
  ///   - recipe: Reads the recipe. Called once for each pass.
  ///   - report: Receives all events of the first pass, and only new information from later passes.
  public init(
    _ recipe: @escaping () throws -> Recipe, options: BatchOptions, stop: StopRequest,
    report: @escaping (BatchEvent) -> Void
  ) {
    (self.recipe, self.options, self.stop, self.report) = (recipe, options, stop, report)
  }

  /// Delay before retrying files that could not be written, in seconds.
  private static let writeRetryDelay = 30.0
  /// Delay before retrying a pass that failed, in seconds.
  private static let passRetryDelay = 5.0
  /// Maximum delay before a change is processed, in seconds. Passes are spaced out so that checking everything doesn't
  /// keep a processor busy.
  private static let maxBatchDelay = 10.0

  /// Watches until stopped, or until a photo fails if ``BatchOptions/failFast`` is set. An error in the first pass is
  /// thrown. An error in a later pass is reported, and the pass is retried.
  public func run() throws {
    try check()
    let watch = try BatchWatch(options.inputs)
    let catalog = options.resolved(by: try recipe()).catalogPath
    let folder = realPath(options.outputFolder) ?? absolutePath(options.outputFolder)
    let journal = JournalLocation(outputFolder: folder, catalog: catalog, shard: options.shard)
    let ignored = Set(
      ["", "-wal", "-shm", "-journal"].map { String(catalog.splitPath.name) + $0 } + [
        String(journal.path.splitPath.name)
      ])
    let news = WatchNews(report)
    let records = WatchedCatalog(path: catalog)
    var (isFirst, hasFailed, hasCatalog, rest) = (true, false, false, 0.0)
    while !stop.isStopped {
      let start = ContinuousClock.now
      var (retry, hasWorked): (Double?, Bool) = (nil, false)
      try watch.begin()
      records.begin()
      do {
        // A new catalog in place of one that was moved would know nothing of what the old one does.
        if hasCatalog, FileStatus(path: catalog) == nil { throw StoreError.missing(path: absolutePath(catalog)) }
        var batch = try Batch(recipe(), options: options, stop: stop) { event in
          if case .photo(let report) = event { watch.learn(report) }
          news.tell(event)
        }
        batch.watch = watch
        let summary = try batch.run()
        hasCatalog = FileStatus(path: catalog) != nil
        hasWorked = summary.rendered + summary.renamed + summary.removed > 0
        if summary.couldNotWrite { retry = Self.writeRetryDelay }
        if isFirst || hasFailed { report(.watching) }
        hasFailed = false
      } catch {
        if isFirst || stop.isStopped { throw error }
        let failure = PhotoFailure(error)
        news.tell(.warning(Warning("\(failure.message); trying again", remedy: failure.remedy)), again: !hasFailed)
        (retry, hasFailed) = (Self.passRetryDelay, true)
      }
      if !hasWorked { rest = min((ContinuousClock.now - start) / .seconds(1), Self.maxBatchDelay) }
      news.endPass()
      isFirst = false
      switch watch.wait(rest: rest, retry: retry, ignoring: ignored, records, stop: stop) {
      case .end: return
      case .changes: break
      case .replaced(let folders):
        for folder in folders where FileStatus(path: folder) != nil {
          news.tell(.warning("\(folder) was replaced by another folder; its photos are checked again"), again: true)
        }
      }
    }
  }

  private func check() throws(PackshotError) {
    if options.isDryRun {
      throw .notTogether("watch", with: "isDryRun", why: "writes nothing")
    }
    for input in options.inputs where FileStatus(path: input)?.kind != .folder {
      if FileStatus(path: input) == nil { throw .missing(path: input) }
      throw .refusedSetting("watch", found: "with the file \(input)", allowed: .described("with folders only"))
    }
    if options.list != nil {
      throw .refusedSetting("watch", found: "with a list of files", allowed: .described("with folders only"))
    }
  }
}

/// Whether records of a catalog, such as prices, have changed since a pass began. The catalog isn't kept open, because it may
/// be moved or restored between passes.
final class WatchedCatalog {
  private let path: String
  private var newest: Int64?
  private var files: [FileStatus?] = []

  init(path: String) { self.path = path }

  /// Remembers the state of the catalog. What the pass itself records counts as a change, too, because others may have
  /// changed something meanwhile; the next pass then does nothing.
  func begin() { (files, newest) = (currentFiles, currentNewest) }

  var hasChanged: Bool {
    let current = currentFiles
    if current == files { return false }
    files = current
    return currentNewest != newest
  }

  private var currentFiles: [FileStatus?] { ["", "-wal"].map { FileStatus(path: path + $0) } }

  private var currentNewest: Int64? {
    FileStatus(path: path) == nil ? nil : try? Catalog(reading: path).store.changeNumber()
  }
}

/// Filters the events of passes after the first: reports only new information, and nothing for a pass that did nothing.
private final class WatchNews {
  private let report: (BatchEvent) -> Void
  private var isFirst = true
  private var reported: Set<String> = []
  /// The start event of the pass, until there is another event to report.
  private var beginning: BatchEvent?

  init(_ report: @escaping (BatchEvent) -> Void) { self.report = report }

  /// - Parameter again: Whether to repeat a warning that was reported before.
  func tell(_ event: BatchEvent, again: Bool = false) {
    switch event {
    case .warning(let warning): if reported.insert("warning " + warning.message).inserted || again { pass(event) }
    case .skipped(let file): if reported.insert("skipped " + file.input).inserted { pass(event) }
    case .start where !isFirst: beginning = event
    case .found where !isFirst, .engine where !isFirst: break
    case .photo(let photo)
    where !isFirst && photo.outputs.allSatisfy { $0.status == .unchanged } && photo.failure == nil: break
    case .summary where beginning != nil: break
    case .start, .found, .engine, .photo, .orphan, .error, .watching, .summary: pass(event)
    }
  }

  private func pass(_ event: BatchEvent) {
    if let beginning { report(beginning) }
    beginning = nil
    report(event)
  }

  func endPass() { (isFirst, beginning) = (false, nil) }
}
