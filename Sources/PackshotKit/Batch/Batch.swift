import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import Pipeline
import Rendering

/// The main job: photos and folders in, finished pictures and a catalog of them out.
///
/// Photos that are as the catalog remembers them cost a look at their file's status; the others go through worker threads.
/// What a worker has rendered waits in temporary files until this thread puts a group of photos in place: files are
/// renamed, their folders flushed, and then the group's records are written in one transaction. So at any moment the
/// output folder holds whole files only, and the catalog knows no file that is not there.
public struct Batch {
  private let options: BatchOptions
  private let prepared: PreparedRecipe
  private let workers: WorkerPool
  private let stop: StopRequest
  private let confirm: ([Orphan]) -> Bool
  private let report: (BatchEvent) -> Void

  /// A batch by the recipe in a file.
  public init(
    recipeFile: String, options: BatchOptions, stop: StopRequest = StopRequest(),
    confirm: @escaping ([Orphan]) -> Bool = { _ in true }, report: @escaping (BatchEvent) -> Void
  ) throws {
    try self.init(Recipe(contentsOf: recipeFile), options: options, stop: stop, confirm: confirm, report: report)
  }

  /// - Parameters:
  ///   - confirm: Asked whether pictures that the recipe no longer produces are to be removed, where ``BatchOptions/prune`` is set.
  ///   - report: Told of everything, in a stable order, on the calling thread.
  public init(
    _ recipe: Recipe, options: BatchOptions, stop: StopRequest = StopRequest(),
    confirm: @escaping ([Orphan]) -> Bool = { _ in true }, report: @escaping (BatchEvent) -> Void
  ) throws {
    try options.check()
    self.options = options
    self.stop = stop
    self.confirm = confirm
    self.report = report
    workers = WorkerPool(
      program: options.sandboxProgram, isRequired: options.isSandboxRequired, limits: options.limits)
    prepared = try PreparedRecipe(recipe, limits: options.limits, workers: workers)
  }

  /// Does it all. What goes wrong with single photos is reported; what keeps the batch from going on is thrown.
  public func run() throws -> BatchSummary {
    let start = ContinuousClock.now
    let runID = Catalog.Run().id
    report(.start(RunStart(prepared, options, run: runID)))
    let (walk, remembered) = try walkAndRemember()
    report(.found(photos: walk.photos.count + walk.failures.count))
    for note in prepared.recipe.warnings + walk.notes { report(.warning(note)) }
    for file in walk.skipped { report(.skipped(file)) }
    guard walk.hasFound else { throw walk.nothingFound(in: options.named) }
    let past = try remembered()
    let (outputFolder, catalog) = (past.outputFolder, past.catalog)
    let context = BatchContext(
      prepared: prepared, workers: workers, options: options, known: past.known,
      journal: outputFolder?.journal ?? OutputJournal(folder: options.outputFolder),
      budget: MemoryBudget(byteCount: options.limits.maxMemory),
      outputFolder: outputFolder?.path ?? absolutePath(options.outputFolder),
      unfinishedPrefix: outputFolder?.unfinishedPrefix ?? "",
      workingFolder: FileManager.default.currentDirectoryPath, runID: runID)
    let jobs = try plannedJobs(walk.photos, in: context)
    if let outputFolder, outputFolder.hasLeftovers {
      outputFolder.removeLeftovers(stop: stop, orInFoldersOf: jobs.lazy.flatMap { $0.outputPaths ?? [] })
    }
    let ledger = outputFolder.map { BatchLedger(folder: $0, catalog: catalog!, context: context) }

    var reporter = OrderedReporter(summary: BatchSummary(skipped: walk.skipped), report: report)
    try ledger?.record(refused: walk.failures)
    for (path, failure) in walk.failures { reporter.add(PhotoReport(input: path, failure: failure)) }
    if options.failFast, !walk.failures.isEmpty { stop.stop() }
    do {
      try work(jobs, in: outputFolder, with: ledger, &reporter)
    } catch {
      ledger?.end(reporter.finish(), status: .failed)
      throw error
    }
    outputFolder?.end()
    var summary = reporter.finish()
    summary.isStopped = stop.isStopped
    if options.prune, summary.isStopped {
      report(.warning("nothing is pruned, because the run was stopped before its end"))
    } else if options.prune {
      do {
        let needed = Set(neededFiles(jobs, in: context).keys)
        try prune(
          Orphans(jobs: jobs, in: context, sparing: needed, notOf: walk.empty), walk, outputFolder, catalog, &summary)
      } catch {
        ledger?.end(summary, status: .failed)
        throw error
      }
    }
    ledger?.end(summary, status: summary.isStopped ? .stopped : .finished)
    summary.run = ledger?.run
    summary.finished = Timestamp()
    summary.seconds = (ContinuousClock.now - start).seconds
    report(.summary(summary))
    return summary
  }

  /// Removes what nobody makes any more, or says what would be, if all that was named could be seen.
  private func prune(
    _ orphans: Orphans, _ walk: InputWalk, _ outputFolder: OutputFolder?, _ catalog: Catalog?,
    _ summary: inout BatchSummary
  ) throws {
    let unseen = walk.failures.first { $0.failure.code == .unreadable }
    if let unseen {
      return report(.warning("nothing is pruned, because \(unseen.path) cannot be read and may contain photos"))
    }
    for folder in walk.empty {
      report(
        .warning(
          "pictures of photos that were in \(folder) are kept, because it contains no photo and may not be mounted"))
    }
    var plan = orphans.plan
    let removals = plan.filter { $0.status == .wouldRemove }
    if let outputFolder, let catalog, !removals.isEmpty {
      plan =
        confirm(removals)
        ? try orphans.remove(from: outputFolder, catalog)
        : plan.map { Orphan(path: $0.path, status: $0.status == .wouldRemove ? .kept : $0.status) }
    }
    for orphan in plan {
      summary.count(orphan)
      report(.orphan(orphan))
    }
  }

  /// What earlier runs left.
  private struct Past {
    /// Held from now on; nil for a dry run.
    var outputFolder: OutputFolder?
    /// Nil for a dry run without one.
    var catalog: Catalog?
    var known: KnownWork?
  }

  /// Finds the photos, and reads what is known of them: at the same time where a run has been before, as a first one is to
  /// make nothing before it has found some, and where the catalog lies in the output folder. That is not walked; in any other
  /// folder the walk may look into the catalog's files, and SQLite's locks on them end when anybody here closes them.
  private func walkAndRemember() throws -> (InputWalk, () throws -> Past) {
    let options = options
    let walk = { @Sendable in
      Result {
        let filter = try InputFilter(excluded: options.excluded, included: options.included)
        var walk = InputWalk(outputFolder: options.outputFolder, filter: filter)
        try walk.add(options.inputs, options.list)
        return walk
      }
    }
    let traces = [options.outputFolder + "/" + OutputFolder.lockName, options.catalogPath]
    guard options.catalog == nil, traces.allSatisfy({ FileStatus(path: $0) != nil }) else {
      return (try walk().get(), remember)
    }
    let (walked, past) = WorkerThreads.both(walk) { Result { try remember() } }
    return (try walked.get(), past.get)
  }

  private func remember() throws -> Past {
    if options.isDryRun { try checkNobodyRuns() }
    let outputFolder = options.isDryRun ? nil : try OutputFolder(path: absolutePath(options.outputFolder))
    let catalog: Catalog?
    do {
      catalog = try openCatalog()
    } catch {
      outputFolder?.abandon()
      throw error
    }
    if let outputFolder { try catalog?.stopRuns(into: outputFolder.path) }
    return Past(outputFolder: outputFolder, catalog: catalog, known: try catalog?.knownWork())
  }

  /// Throws where a run is at work in the output folder: what it has in place and not on record yet would look like somebody's.
  private func checkNobodyRuns() throws(PackshotError) {
    if FileLock.isHeld(absolutePath(options.outputFolder) + "/" + OutputFolder.lockName) {
      throw .locked(folder: options.outputFolder)
    }
  }

  /// Reports photos that need no work at once, and has the workers do the others, which come back by their number.
  private func work(
    _ jobs: [PhotoJob], in outputFolder: OutputFolder?, with ledger: BatchLedger?, _ reporter: inout OrderedReporter
  ) throws {
    var work: [PhotoJob] = []
    var places: [Int] = []
    for (job, done) in zip(jobs, WorkerThreads.map(jobs, count: options.jobs, UnchangedPhotos.report)) {
      if let done {
        reporter.add(done)
      } else {
        places.append(reporter.reserve())
        work.append(job)
      }
    }
    if work.isEmpty { return }
    let threadCount = try startWorkers(forPhotos: work.count)
    try outputFolder?.begin()
    if !options.isDryRun {
      for warning in try makeSources(for: work) { report(.warning(warning)) }
    }
    try WorkerThreads.process(work, count: threadCount, stop: stop) {
      $0.run()
    } receive: { group in
      let jobs = group.map(\.outcome)
      let reports: [PhotoReport]
      do {
        reports = try ledger?.settle(jobs, after: reporter.summary) ?? jobs.map { PhotoReport($0) }
      } catch {
        // What ends the run may have been the reason of theirs already, as a full disk is.
        for (result, job) in zip(group, jobs) where job.failure != nil {
          reporter.fill(places[result.index], with: PhotoReport(job))
        }
        throw error
      }
      for (result, done) in zip(group, reports) {
        reporter.fill(places[result.index], with: done)
        if options.failFast, done.status == .failed { stop.stop() }
      }
    }
  }

  /// Has workers ready to read photos; returns how many threads are to have them. In processes of their own each has pictures of
  /// the recipe of its own, which take half of the memory at most.
  private func startWorkers(forPhotos photos: Int) throws -> Int {
    var count = min(options.jobs, max(photos, 1))
    if workers.hasWorkers {
      let copy = prepared.sources.sharedBytes(forPhotos: .eight).values.reduce(0, +)
      count = min(count, max(1, options.limits.maxMemory / 2 / max(copy, 1)))
    }
    try workers.start(count: count)
    for warning in workers.takeWarnings() { report(.warning(warning)) }
    return count
  }

  /// Makes the recipe's pictures here and now, so that a damaged one is the recipe's error and no photo's; for the depth of
  /// the first photo that has one, which is likely that of them all. Returns what the user should know of them.
  private func makeSources(for work: [PhotoJob]) throws -> [String] {
    // Without pictures there is nothing to make, and no header to read.
    if prepared.recipe.sources.isEmpty { return [] }
    let least = prepared.sources.sharedBytes(forPhotos: .eight).values.reduce(0, +)
    guard least < options.limits.maxMemory else {
      throw PackshotError.option(
        name: "--max-memory", found: options.limits.maxMemory.megabytes,
        allowed: "\((least + 1).megabytes) or more for the recipe's own pictures")
    }
    let depth = work.lazy.compactMap(\.depth).first ?? .eight
    let shared = prepared.sources.sharedBytes(forPhotos: depth)
    guard shared.values.allSatisfy({ $0 < options.limits.maxMemory }) else { return [] }
    return try workers.lend { renderer in
      try work[0].context.budget.holding(0, sharing: renderer.own(shared)) {
        try renderer.makeSources(of: prepared, forPhotos: depth)
      }
    }
  }

  /// A dry run reads a catalog that is there, and makes none.
  private func openCatalog() throws -> Catalog? {
    let path = absolutePath(options.catalogPath)
    if options.isDryRun { return FileStatus(path: path) == nil ? nil : try Catalog(at: path, createIfMissing: false) }
    return try Catalog(at: path, createIfMissing: true)
  }

  /// A job for each photo, with its outputs named. Two photos that would write one file are refused before any work, and
  /// so is an output in the place of a file that the run needs.
  private func plannedJobs(_ photos: [InputPhoto], in context: BatchContext) throws -> [PhotoJob] {
    let jobs = WorkerThreads.map(photos, count: options.jobs) { PhotoJob(photo: $0, context: context) }
    let needed = neededFiles(jobs, in: context)
    var makers: [FilePath: InputPhoto] = [:]
    makers.reserveCapacity(photos.count * context.prepared.recipe.outputs.count)
    for job in jobs {
      for path in job.outputPaths ?? [] {
        if !needed.isEmpty, let role = needed[FilePath(context.outputPath(path))] {
          throw PackshotError.replacesInput(path: context.outputPath(path), role: role)
        }
        if let other = makers.updateValue(job.photo, forKey: FilePath(path)) {
          throw PackshotError.sameOutput(
            path: path, first: other.path, second: job.photo.path, advice: job.photo.advice(againstNameOf: other))
        }
      }
    }
    return jobs
  }

  /// Files in the output folder that no output may replace, from the root, with what they are.
  private func neededFiles(_ jobs: [PhotoJob], in context: BatchContext) -> [FilePath: String] {
    var needed: [FilePath: String] = [:]
    let need = { (path: String, role: String) in
      if path.isPath(in: context.outputFolder) { needed[FilePath(path)] = role }
    }
    for job in jobs { need(job.path, "one of the photos") }
    for resource in prepared.resources { need(context.inputPath(resource.path), "a picture of the recipe") }
    need(context.inputPath(prepared.recipe.file), "the recipe")
    need(context.outputFolder + "/" + OutputFolder.lockName, "the lock of the output folder")
    for suffix in ["", "-wal", "-shm"] { need(context.inputPath(options.catalogPath) + suffix, "the catalog") }
    return needed
  }
}

/// A path from the root, without `.`, `..` and doubled slashes. Links are not followed.
func absolutePath(_ path: String, from folder: String = FileManager.default.currentDirectoryPath) -> String {
  let whole = path.isFromRoot ? path : folder + "/" + path
  if whole.isPlainPath { return whole }
  var components: [Substring] = []
  for component in whole.pathNames where component != "." {
    if component == ".." { _ = components.popLast() } else { components.append(component) }
  }
  return "/" + components.joined(separator: "/")
}

/// A file's path as it is seen from the folder that another file is in.
func relativePath(of file: String, fromFolderOf other: String) -> String {
  let from = absolutePath(other).pathNames.dropLast()
  let to = absolutePath(file).pathNames
  let shared = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  return (Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)).joined(separator: "/")
}
