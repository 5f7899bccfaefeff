import Catalog
import Files
import Filters
import Foundation
import ObjectStore
import Recipes
import Rendering

/// Renders photos and folders of photos into an output folder, and records the pictures in a catalog.
///
/// The batch walks the inputs and checks each photo for staleness. An up-to-date photo usually costs only a stat check.
/// Stale photos are rendered on worker threads into temporary files. For each group of finished photos, the thread that
/// called ``run()`` renames the files into place, flushes their folders, and then records the group in one transaction.
/// At any moment the output folder contains only complete files, and every file recorded in the catalog exists.
public struct Batch {
  private let options: BatchOptions
  private let prepared: PreparedRecipe
  private let workers: WorkerPool
  private let stop: StopRequest
  private let confirm: ([Orphan]) -> Bool
  private let report: (BatchEvent) -> Void
  /// The state of the watch that this run is a pass of, if any.
  var watch: BatchWatch?

  /// Creates a batch from a recipe file.
  ///
  /// - Parameter filters: The filters that the recipe can use.
  public init(
    recipeFile: String, filters: FilterList = .standard, options: BatchOptions, stop: StopRequest = StopRequest(),
    confirm: @escaping ([Orphan]) -> Bool = { _ in true }, report: @escaping (BatchEvent) -> Void
  ) throws {
    try self.init(
      Recipe(contentsOf: recipeFile, filters: filters), options: options, stop: stop, confirm: confirm, report: report)
  }

  /// Creates a batch from a recipe.
  ///
  /// - Parameters:
  ///   - confirm: Whether to remove the pictures that the recipe no longer produces. Called only if
  ///     ``BatchOptions/prune`` is set.
  ///   - report: Receives every event, in a stable order, on the calling thread.
  public init(
    _ recipe: Recipe, options: BatchOptions, stop: StopRequest = StopRequest(),
    confirm: @escaping ([Orphan]) -> Bool = { _ in true }, report: @escaping (BatchEvent) -> Void
  ) throws {
    let options = options.resolved(by: recipe)
    try options.check()
    self.options = options
    self.stop = stop
    self.confirm = confirm
    self.report = report
    workers = WorkerPool(
      program: options.sandboxProgram, isRequired: options.isSandboxRequired, limits: options.limits)
    prepared = try PreparedRecipe(recipe, limits: options.limits, cmyk: options.cmyk, workers: workers)
  }

  /// Runs the batch. A photo that fails is reported as an event. An error that stops the batch is thrown.
  public func run() throws -> BatchSummary {
    let start = ContinuousClock.now
    let runID = Catalog.Run().id
    report(.start(RunStart(prepared, options, run: runID)))
    let (walk, remember) = try PastRuns.walkAndRemember(options, watch)
    let ownFailures = walk.failures.filter { isOwn($0.path) }
    let refused = watch?.news(of: ownFailures) ?? ownFailures
    let skipped = walk.skipped.filter { isOwn($0.input) }
    for condition in options.conditions { try condition.check(for: prepared.recipe) }
    if !options.choosesByProduct { report(.found(photos: walk.photos.count { isOwn($0) } + refused.count)) }
    for folder in prepared.pictureFolders { try watch?.add(folder) }
    watch?.note(recipeFiles: prepared.allPaths)
    for note in prepared.recipe.warnings.map({ Warning($0) }) + walk.notes { report(.warning(note)) }
    for file in skipped { report(.skipped(file)) }
    guard walk.hasFound || watch != nil else { throw walk.nothingFound(in: options.named) }

    workers.expect(walk.likelyFormats)
    // Without a catalog every photo is stale, so the workers can start while the catalog is created.
    let sources = RecipeSources(prepared, jobs: options.jobs)
    if FileStatus(path: options.catalogPath) == nil { sources.beginWorkers(forPhotos: walk.photos.count) }
    let past = try remember()
    let (context, jobs): (BatchContext, BatchJobs)
    do {
      for note in try past.catalog?.store.interruptions ?? [] { report(.warning(Warning(note))) }
      if let warning = try past.warningOfCatalogInOutputFolder() { report(.warning(warning)) }
      context = try BatchContext(walk.photos, prepared: prepared, options: options, past: past, runID: runID)
      jobs = try BatchJobs(walk.photos, in: context)
      context.moved.note { [all = jobs.all] in all.flatMap { $0.outputPaths ?? [] } }
    } catch {
      // Nothing was written yet. A lock file left behind would make the next run skip this folder's photos.
      past.outputFolder?.abandon()
      throw error
    }
    // The jobs refer to the context.
    defer { context.moved.note { [] } }
    let warnings = context.names.tableWarnings + context.names.groups.warnings(of: prepared.recipe) + jobs.groupWarnings
    for warning in warnings { report(.warning(warning)) }
    if let outputFolder = past.outputFolder, outputFolder.hasLeftovers {
      outputFolder.removeLeftovers(stop: stop, orInFoldersOf: jobs.outputPaths)
    }
    let ledger = past.outputFolder.map { BatchLedger(folder: $0, catalog: past.catalog!, context: context) }

    var reporter = OrderedReporter(summary: BatchSummary(skipped: skipped), report: report)
    try ledger?.record(refused: refused)
    for (path, failure) in refused { reporter.add(PhotoReport(input: path, failure: failure)) }
    if options.failFast, !refused.isEmpty { stop.stop() }
    do {
      try work(jobs, refused: refused.count, sources, into: past.outputFolder, with: ledger, &reporter)
    } catch {
      ledger?.end(reporter.finish(), status: .failed)
      throw error
    }
    past.outputFolder?.end()
    var summary = reporter.finish()
    for warning in sourcesWithoutPictures(summary) { report(.warning(warning)) }
    summary.isStopped = stop.isStopped
    do {
      if options.prune { try prune(jobs, walk, past, &summary) }
    } catch {
      ledger?.end(summary, status: .failed)
      throw error
    }
    ledger?.end(summary, status: summary.isStopped ? .stopped : .finished)
    summary.run = ledger?.run
    summary.finished = Timestamp()
    summary.seconds = (ContinuousClock.now - start).seconds
    report(.summary(summary))
    return summary
  }

  /// Returns a warning for each per-photo source for which no photo has a file: the path in the recipe is probably
  /// wrong.
  private func sourcesWithoutPictures(_ summary: BatchSummary) -> [Warning] {
    prepared.recipe.sources.compactMap { source in
      guard case .ownFile(let template, _) = source.content, let count = summary.leftOut[source.name],
        !summary.ownPictures.contains(source.name)
      else { return nil }
      let photos = count == 1 ? "the one photo" : "any of the \(count) photos"
      return Warning(
        "\(source.node.path): there is no picture \(template.text) for \(photos), so the steps that use it are skipped"
      )
    }
  }

  /// Whether a path or photo belongs to this run's shard.
  private func isOwn(_ path: String) -> Bool { options.shard?.contains(path) ?? true }
  private func isOwn(_ photo: InputPhoto) -> Bool { options.shard?.contains(photo) ?? true }

  /// Reports up-to-date photos at once and renders the others on worker threads.
  private func work(
    _ jobs: BatchJobs, refused: Int, _ sources: RecipeSources, into outputFolder: OutputFolder?,
    with ledger: BatchLedger?,
    _ reporter: inout OrderedReporter
  ) throws {
    let (work, places) = try check(jobs, refused: refused, outputFolder, ledger, &reporter)
    if work.isEmpty { return }
    let threadCount = try sources.startWorkers(forPhotos: work.count)
    for warning in workers.takeWarnings() { report(.warning(Warning(warning))) }
    try outputFolder?.begin()
    if !options.isDryRun {
      // The sources are decoded for the bit depth of the first photo with a known depth, because most batches have one
      // depth.
      let warnings = try sources.make(
        forPhotos: work.lazy.compactMap(\.depth).first ?? .eight, in: work[0].context.budget)
      for warning in warnings { report(.warning(Warning(warning))) }
    }
    try JobThreads.process(work, count: threadCount, stop: stop) {
      $0.open()
    } work: {
      $0.run()
    } receive: { group in
      let reports = try publish(group.map { (places[$0.index], $0.outcome) }, with: ledger, &reporter)
      if options.failFast, reports.contains(where: { $0.status == .failed }) { stop.stop() }
    }
  }

  /// Reports the photos that are up to date, as they are checked, the engines that made pictures, and the number of
  /// photos if they are selected by product. Returns the other photos with their places in the reporter.
  private func check(
    _ jobs: BatchJobs, refused: Int, _ outputFolder: OutputFolder?, _ ledger: BatchLedger?,
    _ reporter: inout OrderedReporter
  ) throws -> (work: [PhotoJob], places: [Int]) {
    if options.choosesByProduct, !options.changedProducts { report(.found(photos: jobs.own.count + refused)) }
    if !options.conditions.isEmpty, jobs.own.isEmpty, !jobs.all.isEmpty {
      report(
        .warning("no photo shows a product with \(options.conditions.map(\.description).joined(separator: " and "))"))
    }
    var stale: [PhotoJob] = []
    var places: [Int] = []
    var (selectedCount, leftCount) = (0, 0)
    let hasFailures = try ledger?.hasOpenFailures ?? false
    var upToDate: [String] = []
    var engines = EngineChanges(isKept: options.keepEngine)
    JobThreads.map(jobs.own, count: options.jobs, StatCheck.init) { checks in
      for check in checks {
        engines.count(check)
        if options.changedProducts, !check.isChangedByProduct {
          if check.report == nil { leftCount += 1 }
          continue
        }
        selectedCount += 1
        if let done = check.report {
          // The journal still lists the outputs if an earlier run was killed just after it recorded them.
          outputFolder?.forget(done.outputs.lazy.map(\.path))
          reporter.add(done)
          if hasFailures { upToDate.append(check.job.photo.path) }
        } else if watch?.putsOff(check.job) != true {
          places.append(reporter.reserve())
          stale.append(check.job)
        }
      }
    }
    try ledger?.resolveFailures(of: upToDate)
    for change in engines.all { report(.engine(change)) }
    if options.changedProducts { report(.found(photos: selectedCount + refused)) }
    if leftCount > 0 {
      let photos = leftCount == 1 ? "1 photo is" : "\(leftCount) photos are"
      report(
        .warning(
          Warning("\(photos) new or changed for other reasons, and skipped", remedy: .runForAll)))
    }
    return (stale, places)
  }

  /// Publishes, records and reports a group of photos.
  private func publish(
    _ group: [(place: Int, job: FinishedJob)], with ledger: BatchLedger?, _ reporter: inout OrderedReporter
  ) throws -> [PhotoReport] {
    let jobs = group.map(\.job)
    let reports: [PhotoReport]
    let start = ContinuousClock.now
    defer { RunLog.published(group.count, in: ContinuousClock.now - start) }
    do {
      reports = try ledger?.publish(jobs, after: reporter.summary) ?? jobs.map { PhotoReport($0) }
    } catch {
      // The error that stops the run may already be the reason why these photos failed, as with a full disk.
      for (place, job) in group where job.failure != nil { reporter.fill(place, with: PhotoReport(job)) }
      throw error
    }
    for ((place, _), done) in zip(group, reports) { reporter.fill(place, with: done) }
    return reports
  }

  /// Removes orphaned pictures, or reports them in a dry run. If the run was stopped, or an input could not be read,
  /// only warns that nothing is pruned.
  private func prune(
    _ jobs: BatchJobs, _ walk: InputWalk, _ past: PastRuns, _ summary: inout BatchSummary
  ) throws {
    if summary.isStopped {
      return report(.warning("nothing is pruned, because the run was stopped"))
    }
    let orphans = jobs.orphans(notOf: walk.empty)
    if let unseen = walk.failures.first(where: { $0.failure.code == .unreadable }) {
      return report(.warning("nothing is pruned, because \(unseen.path) cannot be read and may contain photos"))
    }
    for folder in walk.empty {
      report(
        .warning(
          Warning(
            "pictures of photos that were in \(folder) are kept, because it contains no photo and may not be mounted",
            kind: "pictures of photos are kept, because their folder contains no photo and may not be mounted")))
    }
    var plan = orphans.plan
    let removals = plan.filter { $0.status == .wouldRemove }
    if let outputFolder = past.outputFolder, let catalog = past.catalog {
      plan =
        removals.isEmpty || confirm(removals)
        ? try orphans.remove(from: outputFolder, catalog)
        : plan.map { Orphan(path: $0.path, status: $0.status == .wouldRemove ? .kept : $0.status) }
    }
    for orphan in plan {
      summary.count(orphan)
      report(.orphan(orphan))
    }
  }
}
