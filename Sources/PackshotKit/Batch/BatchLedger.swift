import Catalog
import Foundation
import ImageCodecs
import PixelCore

/// Puts what workers have rendered in its place, and writes it down.
///
/// The order is what makes a kill harmless: whole files are renamed, their names are flushed to the disk, and only then
/// the records are written, all of a group in one transaction. Between the two the next run finds files that it does not
/// know, renders them again, sees the same bytes and adopts them.
final class BatchLedger {
  private let folder: OutputFolder
  private let catalog: Catalog
  private let context: BatchContext
  private var run: UUID?
  private var recipe: UUID?
  /// The records of the recipe's pictures, by source name.
  private var ingredients: [String: UUID] = [:]

  init(folder: OutputFolder, catalog: Catalog, context: BatchContext) {
    (self.folder, self.catalog, self.context) = (folder, catalog, context)
  }

  /// Records the run, its recipe and its pictures, and the files that were refused before their turn. A run that finds
  /// nothing to do is not recorded.
  func begin(refused: [(path: String, failure: PhotoFailure)]) throws {
    let options = JSONValue.object([
      .init("inputs", .array(context.options.inputs.map { .string($0) })),
      .init("output", .string(context.options.outputFolder)),
      .init("jobs", .integer(Int64(context.options.jobs))),
      .init("force", .boolean(context.options.force)),
      .init("overwrite", .boolean(context.options.overwrite)),
    ])
    run = try catalog.beginRun(
      host: ProcessInfo.processInfo.hostName, options: options.description, engineVersion: Version.engineText)
    recipe = try catalog.recipe(
      hash: context.recipe.hash, name: context.recipe.recipe.name,
      canonicalYAML: context.recipe.recipe.canonicalYAML, engineVersion: Version.engineText)
    for (name, source) in context.recipe.sourceFiles {
      ingredients[name] = try catalog.recordSource(
        FileFacts(
          path: absolutePath(source.path, from: context.workingFolder), sha256: source.content.sha256,
          stamp: FileStamp(source.content.status, recordedNanoseconds: source.content.readNanoseconds),
          image: ImageFacts(context.recipe.sources.infos[name]!)))
    }
    try catalog.record(refused.map { failed($0.path, $0.failure) }, run: run!, recipe: recipe!)
  }

  /// Makes a group of photos final and says what became of each.
  func settle(_ jobs: [FinishedJob]) throws -> [PhotoReport] {
    var jobs = jobs
    for index in jobs.indices { putInPlace(&jobs[index]) }
    let written = jobs.flatMap { job in
      job.outputs.compactMap { if case .rendered = $0.state { $0.path } else { nil } }
    }
    try folder.synchronizeNames(of: written)
    let records = jobs.compactMap(record(of:))
    if !records.isEmpty { try catalog.record(records, run: run!, recipe: recipe!) }
    return jobs.map { PhotoReport($0) }
  }

  /// Writes down how the run ended. The photos are safe without it, so that a failure here is none of the run's.
  func end(_ summary: BatchSummary, status: RunStatus) {
    guard let run else { return }
    try? catalog.finishRun(
      run, status: status,
      counts: RunCounts(
        rendered: summary.rendered, unchanged: summary.unchanged, failed: summary.failed, conflict: summary.conflict,
        skipped: summary.skipped))
  }

  private func putInPlace(_ job: inout FinishedJob) {
    for index in job.outputs.indices {
      guard case .rendered(let file) = job.outputs[index].state else { continue }
      do {
        try file.moveIntoPlace()
      } catch {
        job.failure = PhotoFailure(error)
        job.outputs.removeSubrange(index...)
        return
      }
    }
  }

  /// What the catalog is told of a photo: its failure, or the outputs that are new to it.
  private func record(of job: FinishedJob) -> FinishedPhoto? {
    if let failure = job.failure { return failed(job.photo.path, failure) }
    let path = context.inputPath(job.photo.path)
    guard let content = job.content, let info = job.info else { return nil }
    let product = context.recipe.product(of: job.photo)
    return .rendered(
      RenderedPhoto(
        sku: product.sku, productName: product.sku, view: product.view,
        original: FileFacts(
          path: path, sha256: content.sha256,
          stamp: FileStamp(content.status, recordedNanoseconds: content.readNanoseconds), image: ImageFacts(info)),
        renditions: job.outputs.compactMap(rendition(of:))))
  }

  private func failed(_ path: String, _ failure: PhotoFailure) -> FinishedPhoto {
    .failed(path: context.inputPath(path), code: failure.code.rawValue, message: failure.message)
  }

  private func rendition(of output: FinishedJob.Output) -> RenditionFacts? {
    switch output.state {
    case .unchanged, .conflict, .wouldRender: return nil
    case .rendered, .adopted: break
    }
    let path = folder.path(of: output.path)
    let recordedNanoseconds = nanosecondsNow()
    guard let status = FileStatus(path: path), let size = output.size, let sha256 = output.sha256 else { return nil }
    let recipeOutput = context.recipe.recipe.outputs[output.index]
    return RenditionFacts(
      file: FileFacts(
        path: path, sha256: sha256, stamp: FileStamp(status, recordedNanoseconds: recordedNanoseconds),
        image: ImageFacts(
          width: size.width, height: size.height, format: recipeOutput.encoding.format.rawValue, colorModel: "rgb",
          hasAlpha: output.hasAlpha)),
      identity: output.identity,
      ingredients: context.recipe.recipe.sourceNames(of: recipeOutput).compactMap { ingredients[$0] })
  }
}

extension ImageFacts {
  init(_ info: ImageInfo) {
    self.init(
      width: info.size.width, height: info.size.height, orientation: info.orientation.rawValue,
      format: info.format.rawValue, colorModel: info.colorModel.rawValue, bitDepth: info.bitDepth,
      hasAlpha: info.hasAlpha, isProgressive: info.isProgressive,
      iccDescription: info.iccProfile.map { "\($0.count) bytes" },
      capturedAt: info.capturedAt.flatMap { try? Date($0 + "Z", strategy: .iso8601) })
  }
}

extension PhotoReport {
  /// A photo that was refused before its turn.
  init(input: String, failure: PhotoFailure) {
    self.init(input: input, status: .failed, outputs: [], failure: failure, warnings: [])
  }

  /// What became of a photo, as its job and the ledger left it.
  init(_ job: FinishedJob) {
    let outputs = job.outputs.map { output in
      let status: Status =
        switch output.state {
        case .unchanged, .adopted: .unchanged
        case .rendered: .rendered
        case .conflict: .conflict
        case .wouldRender: .wouldRender
        }
      return Output(
        path: output.path, status: status, width: output.size?.width, height: output.size?.height,
        byteCount: output.byteCount, sha256: output.sha256)
    }
    let states = Set(outputs.map(\.status))
    let status: Status =
      job.failure != nil ? .failed : [.conflict, .rendered, .wouldRender].first(where: states.contains) ?? .unchanged
    self.init(
      input: job.photo.path, status: status, outputs: outputs, failure: job.failure, warnings: job.warnings)
  }
}
