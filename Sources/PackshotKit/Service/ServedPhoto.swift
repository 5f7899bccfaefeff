import Catalog
import Files
import ImageCodecs
import ObjectStore
import PixelCore
import Rendering

/// A photo of a ``RenderService``: opens, plans and renders it, and answers with the result.
struct ServedPhoto {
  let photo: InputPhoto
  private let request: ServicePhoto
  private let frame: ServiceStream.Frame
  private let job: ServedJob
  private var record: PhotoRecord

  init(_ request: ServicePhoto, _ frame: ServiceStream.Frame, of job: ServedJob) {
    (self.request, self.frame, self.job) = (request, frame, job)
    let path = request.path.splitPath
    photo = InputPhoto(path: request.path, relative: request.relative ?? "", fileName: String(path.name))
    record = PhotoRecord(
      run: job.run.run, recipe: job.run.recipe.hash, engine: job.run.engine, finished: Timestamp(),
      path: CatalogPaths.isAddress(request.path) ? request.path : absolutePath(request.path))
  }

  /// Renders the photo. Returns the bytes of the pictures that are not written to files.
  func answer() -> (answer: ServiceAnswer, bytes: [[UInt8]]) {
    var (photo, bytes) = (self, [[UInt8]]())
    do {
      bytes = try photo.render()
    } catch {
      let failure = PhotoFailure(error)
      photo.record.error = ErrorDescriptor(failure)
      photo.record.outputs = []
    }
    photo.record.finished = Timestamp()
    return (ServiceAnswer(id: request.id, record: photo.record), bytes)
  }

  private mutating func render() throws -> [[UInt8]] {
    if photo.stem.isEmpty {
      throw PhotoFailure(
        .badName, "no-photo-name", "the photo has no name: its path is \"\(request.path)\"",
        ["path": request.path])
    }
    if let failure = request.failure {
      record.error = failure
      return []
    }
    let file = try open()
    // Hashes the photo before it takes a worker, as a run does.
    if job.prepared.workers.hasWorkers { _ = try file.version() }
    let (names, photo) = (job.names, photo)
    let made = try job.prepared.read(file, as: names.attributes(of: photo), in: job.budget) { try render($0) }
    return try deliver(made)
  }

  private var isInPayload: Bool { request.inPayload ?? (frame.payloadCount > 0) }

  private func open() throws -> OpenFile {
    let limits = job.prepared.limits
    guard isInPayload else { return try OpenFile(path: request.path, limits: limits) }
    guard let payload = frame.payload else {
      let (limit, setting) = limits.fileSize
      throw RenderingError.tooLarge(
        path: request.path, bytes: Int(clamping: frame.payloadCount), limit: limit, setting: setting)
    }
    return try OpenFile(memory: payload, name: request.path)
  }

  /// Renders all outputs to their destination.
  private mutating func render(_ read: ReadPhoto) throws -> [MadePicture] {
    let version = try read.file.version()
    record.sha256 = version.sha256
    var stamp = version.stamp
    if isInPayload {
      // The stamp describes the original, not the copy in the payload. Only its modification time is known.
      (stamp.modifiedNanoseconds, stamp.changedNanoseconds, stamp.inode) = (request.modified ?? 0, nil, 0)
    }
    record.stamp = stamp
    record.image = read.info.facts
    record.engine = Engine.text(
      for: job.prepared.formats.union([read.info.format]), withTexts: job.prepared.setsTexts)
    let product = job.names.product(of: photo)
    (record.sku, record.view) = (product.sku, product.view)
    let (plan, content) = (try read.plan, try read.content)
    record.warnings += job.names.warnings(of: photo).map(\.message)
    let outputs = try job.names.outputs(of: photo) { plan }.made.map {
      try FinishedJob.Output($0, of: read, content, by: job.prepared)
    }
    var made: [MadePicture] = []
    let needed = job.needed + (isInPayload ? [] : [(read.file.path, "the photo")])
    let result = try read.render(outputs.map(\.index)) {
      let picture = try job.pictures.make(outputs[made.count].path, sparing: needed)
      made.append(picture)
      return { bytes in try picture.write(bytes) }
    }
    record.warnings += result.warnings.map(\.message)
    record.image?.perceptualHash = result.hash?.text
    for ((picture, output), rendered) in zip(zip(made, outputs), result.outputs) {
      var output = output
      output.add(rendered)
      record.outputs.append(try describe(picture, output))
    }
    return made
  }

  private func describe(_ picture: MadePicture, _ output: FinishedJob.Output) throws -> PhotoRecord.Output {
    let (sha256, bytes) = try picture.seal(in: job.pictures)
    return PhotoRecord.Output(
      file: picture.output, path: job.pictures.path(of: picture.output), sha256: sha256, bytes: bytes,
      cacheKey: output.cacheKey, picture: output.picture,
      image: output.image,
      sources: output.sources.filter { name in job.run.sources.contains { $0.name == name } })
  }

  /// Publishes the files and records their stamps. Returns the bytes for the answer.
  private mutating func deliver(_ made: [MadePicture]) throws -> [[UInt8]] {
    let stamps = try job.pictures.deliver(made)
    for (index, stamp) in stamps.enumerated() { record.outputs[index].stamp = stamp }
    return made.compactMap(\.bytes)
  }
}
