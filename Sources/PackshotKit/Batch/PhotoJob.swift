import Catalog
import Files
import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Rendering

/// One photo's way through a worker: read, hash, see what is to be done, render that.
struct PhotoJob: Sendable {
  let photo: InputPhoto
  let context: BatchContext
  /// Its path from the root.
  let path: String
  /// The photo's outputs; nil if they cannot be named.
  let outputs: [NamedOutput]?
  /// Where they go, below the output folder.
  var outputPaths: [String]? { outputs?.map(\.path) }

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    let path = context.inputPath(photo.path)
    self.path = path
    outputs = try? context.names.outputs(of: photo) { try Self.plan(for: photo, at: path, context) }
  }

  /// The depth that the photo's header tells of; nil if it cannot be read.
  var depth: PixelFormat.Depth? {
    try? Self.probe(photo, context).depth
  }

  func run() -> FinishedJob {
    var job = FinishedJob(photo: photo)
    let start = ContinuousClock.now
    do {
      let file = try OpenFile(path: photo.path, limits: context.options.limits)
      let end = Result { try context.workers.lend { try work(on: file, &job, with: $0) } }
      // Whatever came of a photo that somebody wrote into meanwhile.
      try file.checkUnchanged()
      try end.get()
    } catch {
      job.failure = PhotoFailure(error)
      job.outputs = []
    }
    job.seconds = (ContinuousClock.now - start).seconds
    RunLog.finished(job)
    return job
  }

  private func work(on file: OpenFile, _ job: inout FinishedJob, with renderer: any PhotoRenderer) throws {
    job.stages.end("wait for a worker")
    // What is decoded here was hashed in the same reading.
    if renderer.isHere { _ = try file.content() }
    let version = try file.version()
    job.version = version
    job.stages.end("hash")
    let limits = context.options.limits.decodingFromNow()
    let info = try renderer.probe(file, limits: context.options.limits)
    let content = PhotoContent(sha256: version.sha256, format: info.format)
    job.info = info
    job.stages.end("header")
    if let pattern = context.prepared.recipe.skuPattern, pattern.match(photo.name) == nil {
      job.warnings.append(
        "the recipe's sku pattern does not match \"\(photo.name)\", so that is used as the sku"
          + (pattern.advice(on: photo.name).map { "; " + $0 } ?? ""))
    }

    let plan = try context.prepared.plan(for: RenderPlan.Photo(info), limits: limits)
    // What kept the outputs from being named is thrown again here, where it is this photo's failure.
    job.outputs = try (outputs ?? context.names.outputs(of: photo) { plan }).map { named in
      let planned = plan.outputs[named.index]
      return FinishedJob.Output(
        index: named.index, path: named.path,
        identity: context.prepared.identity(ofOutput: named.index, photo: content, path: named.path),
        size: planned.written.exact?.size, hasAlpha: planned.written.format.alpha != .opaque)
    }

    job.stages.end("plan")
    let verdict = PhotoVerdict(of: photo, at: path, version, content, in: context)
    job.former = verdict.former
    let pending = verdict.settle(&job.outputs)
    job.stages.end("verdict")
    RunLog.planned(job, plan)
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
    try render(pending.map(\.index), of: file, info, plan, with: renderer, into: &job)
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
    _ indices: [Int], of file: OpenFile, _ info: ImageInfo, _ plan: RenderPlan, with renderer: any PhotoRenderer,
    into job: inout FinishedJob
  ) throws {
    let places = indices.map { context.outputPath(job.outputs[$0].path) }
    for index in indices { try makeFolders(for: job.outputs[index]) }
    let request = RenderRequest(outputs: indices.map { job.outputs[$0].index })
    let planned = try PlannedPhoto(
      photoBytes: file.status.byteCount, info: info, plan: plan.part(request.outputs),
      limits: context.options.limits.decodingFromNow(), maxMemory: context.options.limits.maxMemory)
    let shared = renderer.own(planned.plan.sharedBytes)
    try context.budget.holding(planned.byteCount, sharing: shared) {
      job.stages.end("wait for memory")
      let (files, result) = try TemporaryFile.write(to: places, prefix: context.unfinishedPrefix) {
        try renderer.render(request, of: planned, by: context.prepared, into: $0)
      }
      job.stages.end("render")
      for ((index, made), file) in zip(zip(indices, result.outputs), files) {
        let seal = try file.seal()
        job.outputs[index].size = made.size
        job.outputs[index].sha256 = seal.sha256
        job.outputs[index].byteCount = seal.status.byteCount
        job.outputs[index].state = .rendered(file, seal.status)
      }
      job.stages.end("flush")
      job.warnings += result.warnings
    }
  }

  /// The plan for a photo: from what the catalog remembers of one that has not changed since, otherwise from its header.
  private static func plan(
    for photo: InputPhoto, at path: String, _ context: BatchContext
  ) throws -> RenderPlan {
    let planned: RenderPlan.Photo
    if let known = context.known?.original(path), let status = FileStatus(path: photo.path),
      known.stamp.isSure(of: status)
    {
      planned = RenderPlan.Photo(known.image)
    } else {
      planned = RenderPlan.Photo(try probe(photo, context))
    }
    return try context.prepared.plan(for: planned, limits: context.options.limits.decoding)
  }

  /// What a photo's header says.
  private static func probe(_ photo: InputPhoto, _ context: BatchContext) throws -> ImageInfo {
    let file = try OpenFile(path: photo.path, limits: context.options.limits)
    return try context.workers.lend { try $0.probe(file, limits: context.options.limits) }
  }
}

extension RenderPlan.Photo {
  /// A photo as the catalog remembers it.
  fileprivate init(_ facts: ImageFacts) {
    self.init(size: PixelSize(width: facts.width, height: facts.height))
    orientation = Orientation(rawValue: facts.orientation) ?? .up
    hasAlpha = facts.hasAlpha
    depth = facts.bitDepth == 16 ? .sixteen : .eight
  }
}
