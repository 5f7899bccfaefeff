import Catalog
import Files
import Foundation
import ImageCodecs
import ObjectStore
import PixelCore
import Rendering
import Text

/// Publishes the files that the workers rendered, and then records each group of photos in one transaction.
///
/// If the run is killed between publishing and recording, the catalog doesn't know the new files. The next run finds
/// them in the journal and can replace them.
final class BatchLedger {
  private let folder: OutputFolder
  private let catalog: Catalog
  private let context: BatchContext
  private var entry: Entry?
  /// The formats of the recipe, and of the photos recorded so far.
  private var formats: Set<ImageFileFormat>
  private let setsTexts: Bool
  private let skus = KnownSKUs()
  /// Finds copies of the photos that were on record before this run. Made before the run records its first photo.
  private var duplicates: DuplicateDetector?

  /// Open failures from earlier runs of this recipe into this folder, keyed by the photo's recorded path. Read before this run records
  /// failures.
  private var openFailures: [String: [UUID]]?

  /// Ids of the records of the run, its recipe and its images, which the records of photos and outputs refer to.
  private struct Entry {
    var run: UUID
    var recipe: UUID
    /// Ids of the records of the recipe's images, by source name.
    var ingredients: [String: UUID]
    /// The engine as recorded with the run and its recipe. It names the libraries of the formats used so far.
    var engine: String
  }

  init(folder: OutputFolder, catalog: Catalog, context: BatchContext) {
    (self.folder, self.catalog, self.context) = (folder, catalog, context)
    formats = context.prepared.formats
    setsTexts = context.prepared.setsTexts
  }

  /// The id of the run's record, if anything was recorded.
  var run: UUID? { entry?.run }

  /// Records files that were refused during the walk.
  func record(refused: [(path: String, failure: PhotoFailure)]) throws {
    if refused.isEmpty { return }
    let failures = refused.map { failed($0.path, $0.failure) }
    let earlier = try earlierFailures(of: refused.map(\.path))
    let entry = try openEntry()
    try catalog.record(failures, run: entry.run, recipe: entry.recipe, counts: RunCounts(failed: refused.count))
    if !earlier.isEmpty { try catalog.resolveFailures(earlier) }
  }

  /// Whether earlier runs of this recipe into this folder left open failures.
  var hasOpenFailures: Bool { get throws { try !readOpenFailures().isEmpty } }

  /// Resolves the open failures of photos that are up to date.
  func resolveFailures(of paths: [String]) throws {
    let earlier = try earlierFailures(of: paths)
    if !earlier.isEmpty { try catalog.resolveFailures(earlier) }
  }

  private func readOpenFailures() throws -> [String: [UUID]] {
    if let openFailures { return openFailures }
    let read = try catalog.openFailures(ofRunsOf: RunTarget(recipe: recipePath, output: folder.path))
    openFailures = read
    return read
  }

  /// Returns the open failures of photos that are processed again.
  private func earlierFailures(of paths: [String]) throws -> [UUID] {
    let known = try readOpenFailures()
    return known.isEmpty ? [] : paths.flatMap { known[catalog.paths.storedPath(context.inputPath($0))] ?? [] }
  }

  /// The recipe's path as the run's record names it; nil if it wasn't read from a file.
  private var recipePath: String? {
    let file = context.inputPath(context.prepared.recipe.file)
    return FileStatus(path: file)?.kind == .file ? catalog.paths.storedPath(file) : nil
  }

  /// Publishes a group of photos and returns their reports.
  ///
  /// - Parameter summary: The summary of the run so far.
  func publish(_ jobs: [FinishedJob], after summary: BatchSummary) throws -> [PhotoReport] {
    var jobs = jobs
    try FilePublisher(folder: folder, context: context)(&jobs)

    let earlier = try earlierFailures(of: jobs.map(\.photo.path))
    let stamps = jobs.flatMap(outputStamps) + jobs.filter { !isNews($0) }.compactMap(photoStamp)
    if !stamps.isEmpty { try catalog.restamp(stamps) }
    var reports = jobs.map { PhotoReport($0) }
    let news = jobs.indices.filter { isNews(jobs[$0]) }
    if !news.isEmpty {
      for place in news {
        if let warning = try copyWarning(about: jobs[place]) { reports[place].warningsWithRemedies.append(warning) }
      }
      let finished = news.map { (job: jobs[$0], warnings: reports[$0].warnings) }
      let entry = try openEntry(
        photos: finished.flatMap { [$0.job.original].compactMap(\.self) + $0.job.own.map(\.file) })
      var summary = summary
      for report in reports { summary.count(report) }
      let products = try catalog.record(
        finished.map { record(of: $0.job, $0.warnings, in: entry) }, run: entry.run, recipe: entry.recipe,
        counts: RunCounts(summary),
        skus: skus)
      for product in products { reports[news[product.photo]].add(product) }
    }
    if !earlier.isEmpty { try catalog.resolveFailures(earlier) }
    for job in jobs where job.failure == nil {
      folder.forget(job.outputs.lazy.map(\.path))
      context.fingerprinted.add(published: job.newNames)
    }
    return reports
  }

  /// Records how the run ended. Errors are ignored, because the photos are already recorded.
  func end(_ summary: BatchSummary, status: RunStatus) {
    guard let entry else { return }
    let warnings = summary.warnings.map { $0.text(ofPhotos: summary.photos) }
    try? catalog.finishRun(entry.run, status: status, counts: RunCounts(summary), warnings: warnings)
  }

  /// Returns the records of the run, its recipe and its images. They are created just before the first photo is
  /// recorded, so a run with nothing to do leaves no trace.
  ///
  /// - Parameter photos: The photos about to be recorded.
  private func openEntry(photos: [FileFacts] = []) throws -> Entry {
    formats.formUnion(photos.compactMap { ImageFileFormat(rawValue: $0.image.format) })
    let engine = Engine.text(for: formats, withTexts: setsTexts)
    if var entry {
      if entry.engine != engine {
        entry.recipe = try catalog.continueRun(entry.run, engineVersion: engine, recipe: recipeFacts)
        entry.engine = engine
        self.entry = entry
      }
      return entry
    }
    // A command line can name thousands of photos. The first 20 are enough, because each photo has a record.
    let inputs = context.options.inputs + (context.options.list?.paths ?? [])
    let cmykProfile = context.prepared.cmykProfile.map { file in
      JSONValue.Member(
        "cmyk",
        .object([
          .init("path", .string(file.resource.path)), .init("sha256", .string(file.resource.sha256)),
        ]))
    }
    // Recorded because relative paths of the recipe's images and fonts start at the recipe's folder. A recipe read from
    // a stream has no path.
    let recipe = recipePath.map { JSONValue.Member("recipe", .string($0)) }
    let shard = context.options.shard.map { JSONValue.Member("shard", .string($0.description)) }
    let options = JSONValue.object(
      [
        .init("inputs", .array(inputs.prefix(20).map { .string($0) })),
        .init("inputCount", .integer(Int64(inputs.count))),
        .init("output", .string(folder.path)),
        .init("jobs", .integer(Int64(context.options.jobs))),
        .init("force", .boolean(context.options.force)),
        .init("overwrite", .boolean(context.options.overwrite)),
        .init("partial", .boolean(context.options.isPartial)),
      ] + [recipe, shard, cmykProfile].compactMap(\.self))
    let prepared = context.prepared
    let sources = prepared.recipe.sources.compactMap { source in
      prepared.resource(of: source).map { (name: source.name, facts: facts(of: $0, named: source.name)) }
    }
    let begun = try catalog.beginRun(
      id: context.runID, host: ProcessInfo.processInfo.hostName, options: options.description,
      engineVersion: engine, recipe: recipeFacts, sources: sources.map(\.facts))
    let entry = Entry(
      run: context.runID, recipe: begun.recipe,
      ingredients: Dictionary(uniqueKeysWithValues: zip(sources.map(\.name), begun.sources)), engine: engine)
    self.entry = entry
    return entry
  }

  private var recipeFacts: RecipeFacts {
    let (prepared, recipe) = (context.prepared, context.prepared.recipe)
    return RecipeFacts(hash: prepared.hash, name: recipe.name, canonicalYAML: recipe.canonicalYAML)
  }

  /// Returns the values that the catalog records about an image of the recipe.
  private func facts(of resource: Resource, named name: String) -> FileFacts {
    FileFacts(
      context.inputPath(resource.path), resource.content.version, context.prepared.sources.infos[name]!.facts)
  }

  /// Returns the catalog values of an additional photo in a picture of several. Nil for any other per-photo image.
  private func member(_ own: FinishedJob.PerPhotoImage) -> RenderedPhoto? {
    guard let member = own.member else { return nil }
    return RenderedPhoto(link: context.names.link(of: member), original: own.file, renditions: [])
  }

  /// Whether more than file stamps has to be recorded for a photo.
  private func isNews(_ job: FinishedJob) -> Bool {
    if job.failure != nil { return true }
    let known = context.known?.original(context.inputPath(job.photo.path))
    return known == nil || known?.sha256 != job.original?.sha256
      || job.outputs.contains(where: \.isNews)
  }

  /// Returns a warning if a photo is new and a copy of a photo on record. A moved photo isn't new.
  private func copyWarning(about job: FinishedJob) throws -> Warning? {
    let duplicates = try duplicates ?? DuplicateDetector(in: catalog)
    self.duplicates = duplicates
    guard job.failure == nil, job.former == nil, let photo = job.original else { return nil }
    if context.known?.original(photo.path)?.sha256 == photo.sha256 { return nil }
    return duplicates.warning(aboutPhotoAt: photo.path, sha256: photo.sha256, hash: job.hash)
  }

  /// Returns the new stamp of a photo whose content is unchanged.
  private func photoStamp(_ job: FinishedJob) -> (photoID: UUID, stamp: FileStamp)? {
    guard let photo = job.original, let known = context.known?.original(photo.path) else { return nil }
    return (known.photoID, photo.stamp)
  }

  /// Returns the new stamps of outputs whose content is unchanged.
  private func outputStamps(_ job: FinishedJob) -> [(photoID: UUID, stamp: FileStamp)] {
    job.outputs.compactMap { if case .touched(let photoID, let stamp) = $0.state { (photoID, stamp) } else { nil } }
  }

  /// Returns the values that the catalog records about a photo: its failure, or the photo and its new outputs.
  private func record(of job: FinishedJob, _ warnings: [String], in entry: Entry) -> FinishedPhoto {
    if let failure = job.failure { return failed(job.photo.path, failure) }
    var original = job.original!
    original.image.perceptualHash = job.hash?.text
    return .rendered(
      RenderedPhoto(
        link: context.names.link(of: job.photo), original: original,
        renditions: job.outputs.compactMap { rendition(of: $0, job.own, entry.ingredients, warnings) },
        kept: job.outputs.compactMap(kept), formerID: job.former?.photoID))
  }

  /// Returns what to record about an up-to-date output whose photo has another record, product or name now. Returns nil
  /// for all other outputs.
  private func kept(_ output: FinishedJob.Output) -> KeptRendition? {
    switch output.state {
    case .kept(let photoID, let stamp): KeptRendition(photoID: photoID, stamp: stamp)
    case .renamed(let renamed):
      KeptRendition(
        photoID: renamed.rendition.photoID, stamp: FileStamp(renamed.status, recordedNanoseconds: nanosecondsNow()),
        renamed: KeptRendition.Renaming(path: folder.path(of: output.path), cacheKey: output.cacheKey))
    default: nil
    }
  }

  private func failed(_ path: String, _ failure: PhotoFailure) -> FinishedPhoto {
    // Backslashes are doubled in the whole path if a name in it is not UTF-8.
    let folder = failure.code == .notUTF8 ? escapedBackslashes(context.workingFolder) : context.workingFolder
    return .failed(path: absolutePath(path, from: folder), code: failure.code.rawValue, message: failure.explanation)
  }

  private func rendition(
    of output: FinishedJob.Output, _ own: [FinishedJob.PerPhotoImage], _ ingredients: [String: UUID],
    _ warnings: [String]
  ) -> RenditionFacts? {
    let stamp: FileStamp
    switch output.state {
    case .unchanged, .touched, .kept, .renamed, .conflict, .wouldRename, .stale: return nil
    case .adopted(let seen): stamp = seen
    // The file's modification time lies one tick before this moment, so a later change always gets a different time.
    case .rendered(_, let status): stamp = FileStamp(status, recordedNanoseconds: nanosecondsNow())
    }
    let own = own.filter { output.sources.contains($0.source) }
    let members = own.compactMap(member)
    return RenditionFacts(
      file: FileFacts(
        path: folder.path(of: output.path), sha256: output.sha256!, stamp: stamp, image: output.image),
      cacheKey: output.cacheKey, picture: output.picture,
      ingredients: output.sources.compactMap { ingredients[$0] },
      ownIngredients: own.filter { $0.member == nil }.map(\.file), members: members, showsSeveral: !members.isEmpty,
      warnings: warnings,
      replaced: context.fingerprinted.files(of: output.path, sha256: output.sha256!)
        + [output.former].compactMap(\.self))
  }
}

extension RunCounts {
  fileprivate init(_ summary: BatchSummary) {
    self.init(
      rendered: summary.rendered, unchanged: summary.unchanged, failed: summary.failed, conflict: summary.conflict,
      skipped: summary.skipped)
  }
}

extension PhotoReport {
  /// Adds a product that the photo created in the catalog.
  fileprivate mutating func add(_ product: NewProduct) {
    newProduct = product.sku
    guard let similar = product.similar else { return }
    warningsWithRemedies.append(
      Warning(
        "\(product.sku) is a new product, but its SKU is similar to \(similar), which is in the catalog; "
          + "if they are the same product, merge them"))
  }

  /// Creates the report of a photo that was refused during the walk.
  init(input: String, failure: PhotoFailure) {
    self.init(input: input, status: .failed, outputs: [], failure: failure, warnings: [])
  }

  /// Creates the report of a photo from its finished job.
  init(_ job: FinishedJob) {
    let outputs = job.outputs.map { output in
      let size = output.image.width > 0 ? output.image.size : nil
      var report = Output(
        path: output.path, status: .unchanged, width: size?.width, height: size?.height,
        byteCount: output.byteCount, sha256: output.sha256, content: output.content)
      report.photos = output.photos
      switch output.state {
      case .unchanged, .touched, .kept, .adopted: break
      case .rendered: (report.status, report.reasons) = (.rendered, output.reasons)
      case .stale: (report.status, report.reasons) = (.wouldRender, output.reasons)
      case .renamed(let old): (report.status, report.renamedFrom) = (.renamed, old.path)
      case .wouldRename(let old): (report.status, report.renamedFrom) = (.wouldRename, old)
      case .conflict(let conflict): (report.status, report.conflict) = (.conflict, conflict)
      }
      return report
    }
    let states = Set(outputs.map(\.status))
    let status: Status =
      job.failure != nil ? .failed : [.conflict, .rendered, .wouldRender].first(where: states.contains) ?? .unchanged
    self.init(
      input: job.photo.path, status: status, outputs: outputs, notMade: job.notMade, failure: job.failure,
      warnings: job.warnings,
      seconds: job.seconds)
    (leftOut, ownPictures) = (job.leftOut, job.own.map(\.source))
  }
}
