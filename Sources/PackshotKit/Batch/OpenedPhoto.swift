import Files
import ImageCodecs
import Pipeline
import Rendering

/// One photo's way through a run, from when it is open: hash, see what is to be done, render that. The hash needs no worker, and
/// is taken while the worker is at another photo.
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
      if context.workers.hasWorkers {
        job.version = try file.version()
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
      let file = try file.get()
      let end = Result { try context.workers.lend(for: file) { try work(on: file, &job, with: $0) } }
      // Whatever came of a photo that somebody wrote into meanwhile.
      try file.checkUnchanged()
      try end.get()
      try check(&job)
    } catch {
      job.fail(error)
    }
    job.seconds = seconds + (ContinuousClock.now - start).seconds
    RunLog.finished(job)
    return job
  }

  private func work(on file: OpenFile, _ job: inout FinishedJob, with renderer: any PhotoRenderer) throws {
    job.stages.end("wait for a worker")
    // What is decoded here is hashed in the same reading.
    if renderer.isHere { _ = try file.content() }
    let version = try renderer.isHere ? file.version() : job.version ?? file.version()
    if renderer.isHere { job.stages.end("hash") }
    job.version = version
    let info = try renderer.probe(file, limits: context.options.limits)
    job.info = info
    job.stages.end("header")
    let read = try ReadPhoto(
      photo, sha256: version.sha256, info: info, named: photoJob.outputs, by: context.names, context.prepared,
      limits: context.options.limits, with: renderer)
    job.own = read.own.files.map { FinishedJob.OwnPicture($0) }
    job.leftOut = read.own.missing.sorted()
    job.warnings += read.warnings
    job.outputs = read.outputs
    job.notMade = read.plan.notMade.map { PhotoReport.NotMade($0, of: context.prepared.recipe) }
    job.stages.end("plan")
    let verdict = PhotoVerdict(of: photo, at: photoJob.path, version, read.content, in: context)
    job.former = verdict.former
    job.warnings += verdict.warnings
    let pending = verdict.settle(&job.outputs)
    job.stages.end("verdict")
    RunLog.planned(job, read.plan)
    if context.options.isDryRun {
      for output in pending {
        job.outputs[output.index].state =
          output.mayReplace ? .wouldRender : .conflict(output.isOnRecord ? .changed : .foreign)
      }
      return
    }
    for output in job.outputs {
      if case .renamed = output.state { try makeFolders(for: output) }
    }
    if pending.isEmpty { return }
    let rendering = Result { try render(pending.map(\.index), of: file, read, with: renderer, into: &job) }
    try read.own.checkUnchanged()
    try rendering.get()
    for output in pending where !output.mayReplace {
      job.outputs[output.index].adoptOrLeave(
        context.outputPath(job.outputs[output.index].path), isOnRecord: output.isOnRecord)
    }
  }

  private func makeFolders(for output: FinishedJob.Output) throws {
    try OutputFolder.makeFolders(for: context.outputPath(output.path), below: context.outputFolder)
  }

  /// Renders some of the job's outputs into temporary files.
  private func render(
    _ indices: [Int], of file: OpenFile, _ read: ReadPhoto, with renderer: any PhotoRenderer,
    into job: inout FinishedJob
  ) throws {
    let places = indices.map { context.outputPath(job.outputs[$0].path) }
    for index in indices { try makeFolders(for: job.outputs[index]) }
    let request = RenderRequest(outputs: indices.map { job.outputs[$0].index })
    let planned = try PlannedPhoto(
      photoBytes: file.status.byteCount + read.own.byteCount, info: read.info, plan: read.plan.part(request.outputs),
      limits: context.options.limits.decodingFromNow(), maxMemory: context.options.limits.maxMemory)
    let shared = renderer.own(planned.plan.sharedBytes)
    try context.budget.holding(planned.byteCount, sharing: shared) {
      job.stages.end("wait for memory")
      let (files, result) = try TemporaryFile.write(to: places, prefix: context.unfinishedPrefix) {
        try renderer.render(request, of: planned, by: context.prepared, into: $0)
      }
      job.stages.end("render")
      for ((index, made), file) in zip(zip(indices, result.outputs), files) {
        // Nobody can change it before it is in its place. As it says that it was written a tick of the file system's clock before,
        // whoever changes it then gives it another time, and the next run need not read it to be sure.
        let seal = try file.seal(age: FileStamp.tickNanoseconds + 1)
        job.outputs[index].size = made.size
        job.outputs[index].content = made.content
        job.outputs[index].sha256 = seal.sha256
        job.outputs[index].byteCount = seal.status.byteCount
        job.outputs[index].state = .rendered(file, seal.status)
      }
      job.warnings += result.warnings
    }
  }

  /// Warns of what the marketplaces that outputs are for would find at their files.
  private func check(_ job: inout FinishedJob) throws {
    let limits = context.options.limits
    for output in job.outputs {
      guard let marketplace = context.prepared.recipe.outputs[output.index].check,
        case .rendered(let file, _) = output.state, let size = output.size
      else { continue }
      let check = try PictureCheck(for: marketplace, limits: limits)
      // Its pixels, here and in the worker.
      let findings = try context.budget.holding(8 * size.pixelCount, sharing: [:]) {
        try check.findings(in: OpenFile(path: file.path, limits: limits), by: context.workers)
      }
      job.warnings += findings.map { $0.warning(for: marketplace, about: output.path) }
      job.stages.end("check")
    }
  }
}
