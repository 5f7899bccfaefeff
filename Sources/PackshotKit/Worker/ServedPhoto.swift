import Catalog
import Files
import ImageCodecs
import ObjectStore
import PixelCore
import Rendering

/// One photo's way through a ``RecipeWorker``: open, plan, render, and say what became of it.
struct ServedPhoto {
  let photo: InputPhoto
  private let request: WorkerPhoto
  private let frame: WorkerStream.Frame
  private let job: ServedJob
  private var record: PhotoRecord

  init(_ request: WorkerPhoto, _ frame: WorkerStream.Frame, of job: ServedJob) {
    (self.request, self.frame, self.job) = (request, frame, job)
    let path = request.path.splitPath
    photo = InputPhoto(path: request.path, relative: request.relative ?? "", fileName: String(path.name))
    record = PhotoRecord(
      run: job.run.run, recipe: job.run.recipe.hash, engine: job.run.engine, finished: Timestamp(),
      path: CatalogPaths.isAddress(request.path) ? request.path : absolutePath(request.path))
  }

  /// Renders it. The bytes are those of the pictures that are not written to files.
  func answer() -> (answer: WorkerAnswer, bytes: [[UInt8]]) {
    var (photo, bytes) = (self, [[UInt8]]())
    do {
      bytes = try photo.render()
    } catch {
      let failure = PhotoFailure(error)
      photo.record.error = ErrorResult(failure)
      photo.record.outputs = []
    }
    photo.record.finished = Timestamp()
    return (WorkerAnswer(id: request.id, record: photo.record), bytes)
  }

  private mutating func render() throws -> [[UInt8]] {
    if photo.stem.isEmpty {
      throw PhotoFailure(
        .badName, "no-photo-name", "the photo has no name: its path is \"\(request.path)\"",
        ["path": .text(request.path)])
    }
    if let failure = request.failure {
      record.error = failure
      return []
    }
    let file = try open()
    let hash = try job.workers.hasWorkers ? file.version() : nil
    let made = try job.workers.lend(for: file) { renderer in
      if renderer.isHere { _ = try file.content() }
      let version = try hash ?? file.version()
      (record.sha256, record.bytes) = (version.sha256, version.status.byteCount)
      var stamp = FileStamp(version.status, recordedNanoseconds: version.readNanoseconds)
      if isInPayload {
        // It is where it came from that is recorded, and of that no more is known.
        (stamp.modifiedNanoseconds, stamp.changedNanoseconds, stamp.inode) = (request.modified ?? 0, nil, 0)
      }
      record.stamp = .init(stamp)
      let info = try renderer.probe(file, limits: job.limits)
      record.image = .init(ImageFacts(info))
      record.engine = Engine.text(
        for: job.prepared.formats.union([info.format]), withTexts: job.prepared.setsTexts)
      let product = job.names.product(of: photo)
      (record.sku, record.view) = (product.sku, product.view)
      let read = try ReadPhoto(
        photo, sha256: version.sha256, info: info, by: job.names, job.prepared, limits: job.limits, with: renderer)
      record.warnings += read.warnings.map(\.message)
      let made = try render(read, of: file, with: renderer)
      try read.own.checkUnchanged()
      return made
    }
    try file.checkUnchanged()
    return try deliver(made)
  }

  private var isInPayload: Bool { request.inPayload ?? (frame.payloadCount > 0) }

  private func open() throws -> OpenFile {
    guard isInPayload else { return try OpenFile(path: request.path, limits: job.limits) }
    guard let payload = frame.payload else {
      let (limit, setting) = job.limits.fileSize
      throw PackshotError.tooLarge(
        path: request.path, byteCount: Int(clamping: frame.payloadCount), limit: limit, setting: setting)
    }
    return try OpenFile(memory: payload, name: request.path)
  }

  /// Renders all outputs, to wherever they go.
  private mutating func render(
    _ read: ReadPhoto, of file: OpenFile, with renderer: any PhotoRenderer
  ) throws -> [MadePicture] {
    let request = RenderRequest(outputs: read.outputs.map(\.index))
    let planned = try PlannedPhoto(
      photoBytes: file.status.byteCount + read.own.byteCount, info: read.info, plan: read.plan.part(request.outputs),
      limits: job.limits.decodingFromNow(), maxMemory: job.limits.maxMemory)
    var made: [MadePicture] = []
    let needed = job.needed + (isInPayload ? [] : [(file.path, "the photo")])
    let result = try job.budget.holding(planned.byteCount, sharing: renderer.own(planned.plan.sharedBytes)) {
      try renderer.render(request, of: planned, by: job.prepared) {
        let picture = try job.pictures.make(read.outputs[made.count].path, sparing: needed)
        made.append(picture)
        return { bytes in try picture.write(bytes) }
      }
    }
    record.warnings += result.warnings.map(\.message)
    for ((picture, output), rendered) in zip(zip(made, read.outputs), result.outputs) {
      record.outputs.append(try describe(picture, output, rendered))
    }
    return made
  }

  private func describe(
    _ picture: MadePicture, _ output: FinishedJob.Output, _ rendered: RenderResult.Output
  ) throws -> PhotoRecord.Output {
    let (sha256, bytes) = try picture.seal()
    let recipe = job.prepared.recipe
    let recipeOutput = recipe.outputs[output.index]
    return PhotoRecord.Output(
      file: output.path, path: job.pictures.path(of: output.path), sha256: sha256, bytes: bytes,
      identity: output.identity, picture: output.picture,
      image: .init(
        ImageFacts(
          width: rendered.size.width, height: rendered.size.height, format: recipeOutput.encoding.format.rawValue,
          colorModel: "rgb", hasAlpha: output.hasAlpha, colors: output.colors, content: rendered.content?.json)),
      sources: output.sources.filter { name in job.run.sources.contains { $0.name == name } })
  }

  /// Puts files in their places, and notes what the file system says of them there; hands over what goes into the answer.
  private mutating func deliver(_ made: [MadePicture]) throws -> [[UInt8]] {
    let stamps = try job.pictures.deliver(made)
    for (index, stamp) in stamps.enumerated() { record.outputs[index].stamp = stamp.map { .init($0) } }
    return made.compactMap(\.bytes)
  }
}
