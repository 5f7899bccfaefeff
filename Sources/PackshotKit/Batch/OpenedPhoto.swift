import Files
import ImageCodecs
import Pipeline
import Rendering

/// A photo of a run from opening to rendering: hash it, check its staleness, render its stale outputs. Hashing needs no
/// worker, so it happens while the worker renders another photo.
struct OpenedPhoto {
  private let photoJob: PhotoJob
  private let file: Result<OpenFile, any Error>
  private var job: FinishedJob
  private let seconds: Double

  private var photo: InputPhoto { photoJob.photo }
  private var context: BatchContext { photoJob.context }

  init(_ photoJob: PhotoJob) {
    let start = ContinuousClock.now
    var job = FinishedJob(photo: photoJob.photo)
    let context = photoJob.context
    file = Result {
      if let clash = photoJob.clash { throw clash }
      let file = try OpenFile(path: photoJob.photo.path, limits: context.options.limits)
      if let status = photoJob.status, !file.status.hasContent(of: status) { throw file.changed }
      if context.workers.hasWorkers {
        _ = try file.version()
        job.stages.end("hash")
      }
      return file
    }
    (self.photoJob, self.job) = (photoJob, job)
    seconds = (ContinuousClock.now - start).seconds
  }

  func run() -> FinishedJob {
    var job = job
    let start = ContinuousClock.now
    do {
      try context.prepared.read(file.get(), as: context.names.attributes(of: photo), in: context.budget) { photo in
        defer { job.stages.add(photo.stages) }
        try work(on: photo, &job)
      }
      try check(&job)
    } catch {
      job.fail(error)
    }
    job.seconds = seconds + (ContinuousClock.now - start).seconds
    RunLog.finished(job)
    return job
  }

  private func work(on read: ReadPhoto, _ job: inout FinishedJob) throws {
    let version = try read.file.version()
    job.original = FileFacts(photoJob.path, version, read.info.facts)
    if !context.workers.hasWorkers { read.stages.end("hash") }
    let (own, plan) = (try read.own, try read.plan)
    job.own = own.files.map {
      FinishedJob.PerPhotoImage(
        source: $0.source, member: $0.isMember ? context.names.groups.photo($0.file.path) : nil,
        file: FileFacts(context.inputPath($0.file.path), $0.version, $0.info.facts))
    }
    job.leftOut = own.missing.sorted()
    job.warnings += context.names.warnings(of: photo)
    // Naming the outputs may have failed before. Naming them again throws the error here, as this photo's failure.
    let named = try photoJob.outputs ?? context.names.outputs(of: photo) { plan }.made
    let content = try read.content
    job.outputs = try named.map { try FinishedJob.Output($0, of: read, content, by: context.prepared) }
    let leftAlone = photoJob.notMade.filter { other in !plan.notMade.contains { $0.place == other.place } }
    job.notMade = (plan.notMade + leftAlone).map { PhotoReport.NotMade($0, of: context.prepared.recipe) }
    let staleness = PhotoStaleness(of: photo, at: photoJob.path, version.status, content, in: context)
    job.former = staleness.former
    job.warnings += staleness.warnings
    for index in job.outputs.indices { staleness.decide(&job.outputs[index]) }
    let stale = job.stale
    read.stages.end("staleness")
    RunLog.planned(job, read.info, plan)
    if context.options.isDryRun { return try foretell(of: read, in: &job) }
    for output in job.outputs {
      if case .renamed = output.state { try makeFolders(for: output) }
    }
    if stale.isEmpty { return }
    try render(stale.map(\.index), of: read, into: &job)
    for case (let index, let file?) in stale { adoptOrLeave(file, for: &job.outputs[index]) }
  }

  /// Compares the existing file of an output that may not replace it with the rendered bytes.
  private func adoptOrLeave(_ file: String, for output: inout FinishedJob.Output) {
    let place = context.outputPath(file)
    output.path = file
    output.adoptOrLeave(place, isOnRecord: context.known?.rendition(place) != nil)
  }

  /// Sets what a run would do with stale outputs. If a file may not be replaced, that depends on whether it has the bytes
  /// that the run would write, so the output is rendered, into nothing.
  private func foretell(of read: ReadPhoto, in job: inout FinishedJob) throws {
    for case (let index, let file?) in job.stale {
      var hash = SHA256()
      _ = try read.render([job.outputs[index].index], makesSources: true) { { hash.update($0) } }
      job.outputs[index].sha256 = hash.hex
      adoptOrLeave(file, for: &job.outputs[index])
    }
  }

  private func makeFolders(for output: FinishedJob.Output) throws {
    try OutputTree.makeFolders(for: context.outputPath(output.path), below: context.outputFolder)
  }

  /// Renders the outputs at these indices into temporary files.
  private func render(_ indices: [Int], of read: ReadPhoto, into job: inout FinishedJob) throws {
    let places = indices.map { context.outputPath(job.outputs[$0].path) }
    for index in indices { try makeFolders(for: job.outputs[index]) }
    let (files, result) = try TemporaryFile.write(to: places, prefix: context.unfinishedPrefix) {
      try read.render(indices.map { job.outputs[$0].index }, into: $0)
    }
    for ((index, made), file) in zip(zip(indices, result.outputs), files) {
      // The modification time is set one tick of the file system's clock into the past. Any later change then gets a
      // different time, so the next run can trust the stamp without reading the file.
      let seal = try file.seal(age: FileStamp.tickNanoseconds + 1)
      job.outputs[index].add(made)
      job.outputs[index].sha256 = seal.sha256
      job.outputs[index].byteCount = seal.status.byteCount
      job.outputs[index].state = .rendered(file, seal.status)
      if Fingerprint.isPattern(job.outputs[index].path) {
        job.outputs[index].path = Fingerprint.path(job.outputs[index].path, sha256: seal.sha256)
        file.setDestination(context.outputPath(job.outputs[index].path))
      }
    }
    job.warnings += result.warnings
    job.hash = result.hash
  }

  /// Adds warnings about files that break the rules of the marketplace that their output is checked for.
  private func check(_ job: inout FinishedJob) throws {
    let limits = context.options.limits
    for output in job.outputs {
      guard let marketplace = context.prepared.recipe.outputs[output.index].check,
        case .rendered(let file, _) = output.state
      else { continue }
      let check = try PictureCheck(for: marketplace, limits: limits)
      // Memory for the pixels in this process and in the worker.
      let findings = try context.budget.holding(8 * output.image.size.pixelCount, sharing: [:]) {
        try check.findings(in: OpenFile(path: file.path, limits: limits), by: context.workers)
      }
      job.warnings += findings.map { $0.warning(for: marketplace, about: output.path) }
      job.stages.end("check")
    }
  }
}

extension PhotoJob {
  /// Opens the photo, and hashes it if it isn't decoded in process. Neither needs a worker.
  func open() -> OpenedPhoto { OpenedPhoto(self) }
}
