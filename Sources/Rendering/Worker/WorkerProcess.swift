import ImageCodecs
import PixelCore
import Recipes

/// A ``PhotoWorker`` in a separate process, seen from the process that uses it. Only one thread at a time can use it.
///
/// After any failure except a photo's own, the worker can't be used any more: ``isAlive`` is false, and another worker
/// has to be started.
final class WorkerProcess: PhotoRenderer, @unchecked Sendable {
  private let program: String
  private let maxMemory: Int
  private var running: RunningWorker
  /// Formats whose libraries the worker has loaded.
  private var formats: Set<ImageFileFormat>
  /// Whether the worker has loaded the text-setting libraries.
  private var setsTexts: Bool
  /// The worker's number in the pool. A replacement process keeps the number.
  let workerIndex: Int

  /// The cache key of the recipe that the worker has. Nil without a recipe.
  private var recipe: String?
  /// The photo sent last.
  private var photo: (file: OpenFile, info: ImageInfo, limits: PhotoLimits)?
  /// The per-photo images sent with the photo.
  private var pictures: [(source: String, file: OpenFile)] = []
  /// Whether the worker is sending rows that haven't all been received.
  private var isSendingRows = false
  /// The end of the photo's time limit, and its length.
  private var end = ContinuousClock.now
  private var maxSeconds = 0.0

  /// Starts `program` as a worker. Doesn't wait until the worker is ready.
  ///
  /// - Parameters:
  ///   - formats: Formats that the worker is expected to need.
  ///   - setsTexts: Whether the worker is expected to set texts.
  ///   - limits: The limits, which contain the worker's memory limit.
  ///   - workerIndex: The worker's number in the pool.
  init(
    program: String, formats: Set<ImageFileFormat>, setsTexts: Bool, limits: PhotoLimits, workerIndex: Int
  ) throws(RenderingError) {
    (self.program, self.workerIndex, maxMemory) = (program, workerIndex, limits.maxMemory)
    self.formats = formats.filter(\.hasLibraryToLoad)
    self.setsTexts = setsTexts
    running = try RunningWorker(
      program, WorkerSetup(maxMemory: maxMemory, formats: self.formats, setsTexts: setsTexts))
  }

  var isAlive: Bool { running.isAlive }

  /// Waits until the worker is ready, and returns which parts of the sandbox are active.
  func ready() throws(RenderingError) -> WorkerState { try running.ready() }

  /// Ends the process if it is still sending rows, because no one reads them any more.
  func endUnlessDone() {
    if isAlive, isSendingRows { running.finish(byForce: true) }
  }

  // MARK: Requests

  /// Returns the shared memory by name. The names contain the worker's number, because each worker has its own copies.
  func own(_ shared: [String: Int]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: shared.map { ("\($0) of worker \(workerIndex)", $1) })
  }

  var isInProcess: Bool { false }

  func probe(_ file: OpenFile, for source: String?, limits: PhotoLimits) throws -> ImageInfo {
    if source == nil { (photo, pictures) = (nil, []) }
    let isNew = try file.format.map { try know([$0]) } ?? false
    beginTime(limits)
    return try talking {
      if isNew { try handAgain() }
      let info = try hand(file, for: source, limits)
      if let source { pictures.append((source, file)) } else { photo = (file, info, limits) }
      return info
    }
  }

  func makeSources(of prepared: PreparedRecipe, forPhotos depth: PixelFormat.Depth) throws -> [String] {
    if prepared.recipe.sources.isEmpty { return [] }
    beginTime(prepared.limits)
    return try talking {
      try use(prepared)
      try channel.send(.sources, depth.rawValue, until: end)
      do {
        return try answer(.done, until: end).value(RenderResult.self).bounded.warnings.map(\.message)
      } catch let reported as WorkerFailure {
        guard let source = prepared.recipe.sources.first(where: { $0.node.path == reported.node }) else {
          throw reported
        }
        throw Refusal(error: prepared.recipe.error(at: source.node, .cause(reported.failure.cause)))
      }
    }
  }

  func textSizes(of recipe: Recipe, fonts: [Resource], limits: PhotoLimits) throws -> [String: PixelSize] {
    beginTime(limits)
    let found: WorkerTextSizes = try talking {
      // The worker loses its previous recipe, also if its process was replaced.
      try know([], texts: true)
      self.recipe = nil
      try channel.send(.texts, WorkerRecipe(recipe, limits: limits, resources: fonts), until: end)
      for font in fonts { try channel.send(resource: font.content.image, until: end) }
      return try answer(.textSizes, until: end).value()
    }
    if let text = found.wrongText, let wrong = found.wrong { throw Recipe.TextError(use: text, wrong.bounded) }
    // Limited to the possible sizes of a drawing, because the worker isn't trusted.
    guard found.sizes.values.allSatisfy({ (1...65_535).contains($0.width) && (1...65_535).contains($0.height) }) else {
      return try talking { throw WorkerChannel.Failure.malformed }
    }
    return found.sizes
  }

  func render(
    _ request: RenderRequest, of photo: PlannedPhoto, by prepared: PreparedRecipe, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult {
    beginTime(probed.limits)
    return try talking {
      try use(prepared)
      try channel.send(.render, request.about(photo.plan), until: end)
      var sinks: [(take: ByteSink, taken: Int, limit: Int)] = []
      while true {
        let frame = try answer(.output, .bytes, .done, until: end)
        switch frame.kind {
        case .output:
          guard sinks.count < request.outputs.count else { throw WorkerChannel.Failure.malformed }
          let output = photo.plan.outputs[sinks.count]
          let shape = output.written.bound
          // Upper bound for an incompressible picture with a profile and a gain map.
          let most = 2 * shape.byteCount + output.gainMap.mostBytes(for: shape.size)
          sinks.append((try makeSink(), 0, most + probed.limits.maxMetadata + 1 << 20))
        case .bytes:
          try frame.withOutput { number, bytes in
            guard sinks.indices.contains(number), bytes.count <= sinks[number].limit - sinks[number].taken else {
              throw WorkerChannel.Failure.malformed
            }
            sinks[number].taken += bytes.count
            try sinks[number].take(bytes)
          }
        default:
          let result: RenderResult = try frame.value()
          guard photo.allows(result), result.outputs.map(\.byteCount) == sinks.map(\.taken) else {
            throw WorkerChannel.Failure.malformed
          }
          return result.bounded
        }
      }
    }
  }

  func image(of output: Int, of photo: PlannedPhoto, by prepared: PreparedRecipe) throws -> Image {
    beginTime(probed.limits)
    let shape = try talking {
      try use(prepared)
      try channel.send(.render, RenderRequest(outputs: [output], form: .rows).about(photo.plan), until: end)
      isSendingRows = true
      let (planned, size) = (photo.plan.outputs[0].written, try answer(.size, until: end).value(PixelSize.self))
      guard planned.allows(size) else { throw WorkerChannel.Failure.malformed }
      return planned.resolved(size)
    }
    let rows = WorkerRows(of: shape, from: self, until: end)
    var image = PixelBuffer(shape: shape)
    _ = try rows.read(rows: shape.size.height, into: image.mutableRow(0), stride: image.stride)
    return Image(image)
  }

  func rows(spareMemory: Int) throws -> any RowSource {
    try talking {
      try channel.send(.read, spareMemory, until: .now + RunningWorker.patience)
      isSendingRows = true
    }
    let info = probed.info
    return WorkerRows(
      of: ImageShape(size: info.size, format: info.pixelFormat), iccProfile: info.iccProfile,
      orientation: info.orientation, from: self)
  }

  /// Returns more of the requested rows, after the index of the output.
  ///
  /// - Parameter end: Time at which to give up. If nil, a photo's time limit from now, because rows may be requested at
  ///   any time.
  func nextRows(until end: ContinuousClock.Instant?) throws -> WorkerChannel.Frame {
    try talking {
      let frame = try answer(.bytes, until: end ?? timeFromNow(probed.limits))
      guard frame.content.count > WorkerChannel.Frame.outputPrefixCount else { throw WorkerChannel.Failure.malformed }
      return frame
    }
  }

  /// Receives the message that all rows were sent.
  func endRows() throws {
    try talking { _ = try answer(.done, until: timeFromNow(probed.limits)) }
    isSendingRows = false
  }

  /// Ends the process because its answer doesn't match the request.
  func refuseRows() throws { try talking { throw WorkerChannel.Failure.malformed } }

  private var probed: (info: ImageInfo, limits: PhotoLimits) {
    guard let photo else { preconditionFailure("a photo is probed before it is rendered") }
    return (photo.info, photo.limits)
  }

  // MARK: Communication

  private var channel: WorkerChannel { running.channel }

  /// Ensures that the worker knows formats, and text-setting if requested. A process in the sandbox can't load
  /// libraries, so it is replaced by a new process with all of them. Returns true if the process was replaced; the new
  /// one has neither recipe nor photo yet.
  @discardableResult private func know(_ wanted: Set<ImageFileFormat>, texts: Bool = false) throws -> Bool {
    let missing = wanted.subtracting(formats).filter(\.hasLibraryToLoad)
    if missing.isEmpty && (!texts || setsTexts) || !isAlive { return false }
    formats.formUnion(missing)
    setsTexts = setsTexts || texts
    (recipe, isSendingRows) = (nil, false)
    running.finish(byForce: true)
    running = try RunningWorker(
      program, WorkerSetup(maxMemory: maxMemory, formats: formats, setsTexts: setsTexts))
    _ = try running.ready()
    return true
  }

  /// Sends the worker a photo or a per-photo image, and returns its header.
  private func hand(_ file: OpenFile, for source: String?, _ limits: PhotoLimits) throws -> ImageInfo {
    let request = WorkerPhoto(source: source, path: file.path, byteCount: file.status.byteCount, limits: limits)
    try channel.send(.photo, request, with: file.descriptor, until: end)
    let info: ImageInfo = try answer(.info, until: end).value()
    // The worker has checked the limits itself, so a violation means that it can't be trusted.
    guard (try? limits.decoding.check(info)) != nil else { throw WorkerChannel.Failure.malformed }
    return info
  }

  /// Sends a replacement process the files of the previous one.
  private func handAgain() throws {
    guard let photo else { return }
    _ = try hand(photo.file, for: nil, photo.limits)
    for picture in pictures { _ = try hand(picture.file, for: picture.source, photo.limits) }
  }

  /// Sends a recipe to the worker if the worker doesn't have it yet.
  private func use(_ prepared: PreparedRecipe) throws {
    if recipe == prepared.cacheKey { return }
    if try know(prepared.formats, texts: prepared.setsTexts) { try handAgain() }
    recipe = nil
    let end = ContinuousClock.now + RunningWorker.setupTime
    try channel.send(.recipe, WorkerRecipe(prepared), until: end)
    for resource in prepared.resources { try channel.send(resource: resource.content.image, until: end) }
    _ = try answer(.done, until: end)
    recipe = prepared.cacheKey
  }

  /// Starts the time limit again, because the photo may have waited for memory since its header was read.
  private func beginTime(_ limits: PhotoLimits) { end = timeFromNow(limits) }

  private func timeFromNow(_ limits: PhotoLimits) -> ContinuousClock.Instant {
    maxSeconds = limits.maxSeconds
    return .now + .seconds(maxSeconds) + RunningWorker.patience
  }

  /// Returns the next frame. Throws if it is a failure.
  private func answer(
    _ kinds: WorkerChannel.Kind..., until end: ContinuousClock.Instant
  ) throws -> WorkerChannel.Frame {
    let frame = try channel.receive(kinds + [.failure], until: end)
    if frame.kind == .failure {
      // After a failure the worker is ready for the next photo.
      isSendingRows = false
      throw try frame.value(WorkerFailure.self)
    }
    return frame
  }

  /// A problem with the recipe reported by the worker, which is ready for the next photo.
  private struct Refusal: Error { let error: any Error }

  /// Communicates with the worker. If that fails, the process is ended and the error becomes the photo's failure. The
  /// same applies to an error of a sink, because the worker is then in the middle of an answer.
  private func talking<Result>(_ talk: () throws -> Result) throws -> Result {
    guard isAlive else { throw PhotoFailure(.fault, "worker-ended", "the worker process has ended") }
    do {
      return try talk()
    } catch let reported as WorkerFailure {
      throw reported.failure
    } catch let refusal as Refusal {
      throw refusal.error
    } catch let failure as WorkerChannel.Failure {
      let status = running.finish(byForce: failure != .closed)
      throw switch failure {
      case .closed:
        PhotoFailure(.crashed, "reader-crashed", "the process reading it ended: \(RunningWorker.describe(status))")
      case .timedOut: PhotoFailure(CodecError.tookTooLong(limit: maxSeconds))
      case .malformed, .oversized:
        PhotoFailure(
          .crashed, "malformed-answer", "the process reading it sent a malformed answer and was stopped")
      }
    } catch {
      running.finish(byForce: true)
      throw error
    }
  }
}
