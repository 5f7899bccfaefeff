import Errors
import Files
import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// A photo whose header was read, with the recipe to render it.
///
/// A run, a worker for other programs, a single rendering and a golden case all use this flow: open, probe, plan,
/// reserve memory, render, check that the photo didn't change. They differ in how they choose outputs from the plan,
/// and in the destination of the bytes: temporary files, memory or a stream.
///
/// The plan is made twice, in this process and in the worker. Here it names the outputs, determines how much memory to
/// reserve, and limits what is accepted from a worker, which has parsed untrusted data. The worker renders by its own
/// plan, because a plan consists of filters, which can't be sent, but follows from the recipe and the header. Planning
/// takes less than 1 % of the rendering time.
package final class ReadPhoto {
  package let file: OpenFile
  package let info: ImageInfo
  /// The duration of each stage so far.
  package var stages: StageTimes
  private let prepared: PreparedRecipe
  private let renderer: any PhotoRenderer
  private let budget: MemoryBudget?
  private let makeAttributes: () throws -> PhotoAttributes
  /// The values from the photo's name and the per-photo images; nil until first requested.
  private var known: Result<(subject: PhotoSubject, own: PerPhotoFiles), any Error>?
  private lazy var planned = Result {
    defer { stages.end("plan") }
    return try prepared.plan(for: header, limits: prepared.limits.decodingFromNow())
  }

  fileprivate init(
    _ file: OpenFile, _ info: ImageInfo, by prepared: PreparedRecipe, with renderer: any PhotoRenderer,
    in budget: MemoryBudget?, _ stages: StageTimes, _ attributes: @escaping () throws -> PhotoAttributes
  ) {
    (self.file, self.info, self.prepared, self.renderer) = (file, info, prepared, renderer)
    (self.budget, self.stages, makeAttributes) = (budget, stages, attributes)
  }

  /// Known values of the photo's product and view.
  package var subject: PhotoSubject { get throws { try details.subject } }

  /// The photo's per-photo images, whose headers the renderer has read.
  package var own: PerPhotoFiles { get throws { try details.own } }

  private var details: (subject: PhotoSubject, own: PerPhotoFiles) {
    get throws {
      if let known { return try known.get() }
      let known = Result<(subject: PhotoSubject, own: PerPhotoFiles), any Error> {
        let attributes = try makeAttributes()
        let own = try PerPhotoFiles(
          of: PhotoFacts(info.facts, subject: attributes.subject), by: prepared, with: renderer,
          path: attributes.picturePath)
        return (attributes.subject, own)
      }
      self.known = known
      return try known.get()
    }
  }

  /// The photo's values for plans.
  package var header: RenderPlan.Photo {
    get throws { RenderPlan.Photo(info, subject: try subject, own: try own.headers) }
  }

  /// The plan for all of the recipe's outputs.
  package var plan: RenderPlan { get throws { try planned.get() } }

  /// The photo's part of cache keys.
  package var content: PhotoContent {
    get throws {
      PhotoContent(sha256: try file.version().sha256, PhotoFacts(try header), own: try own.contents)
    }
  }

  /// Renders outputs when there is enough memory. The sinks are requested in the order of the outputs.
  ///
  /// - Parameters:
  ///   - outputs: Indices of the recipe's outputs.
  ///   - makesSources: Whether to decode the recipe's images first, so that a damaged image is an error of the recipe
  ///     and not of a photo.
  package func render(
    _ outputs: [Int], makesSources: Bool = false, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult {
    try reserving(outputs) { planned in
      let warnings = makesSources ? try renderer.makeSources(of: prepared, forPhotos: info.depth) : []
      var result = try renderer.render(RenderRequest(outputs: outputs), of: planned, by: prepared, into: makeSink)
      stages.end("render")
      result.warnings = warnings.map { Warning($0) } + result.warnings
      return result
    }
  }

  /// Renders an output into memory, in the shape and with the profile that a PNG would have. The recipe's images are
  /// decoded first.
  package func image(of output: Int) throws -> (image: Image, iccProfile: [UInt8]?) {
    let bytes = try plan.output(at: output)?.written.bound.byteCount ?? 0
    return try reserving([output], besides: bytes) { planned in
      _ = try renderer.makeSources(of: prepared, forPhotos: info.depth)
      let image = try renderer.image(of: output, of: planned, by: prepared)
      return (image, planned.profile(for: planned.plan.outputs[0]))
    }
  }

  /// Waits for the memory that some outputs need.
  ///
  /// - Parameter bytes: Further memory that the caller needs, in bytes.
  private func reserving<Outcome>(
    _ outputs: [Int], besides bytes: Int = 0, _ body: (PlannedPhoto) throws -> Outcome
  ) throws -> Outcome {
    let plan = try plan
    try PlannedPhoto.check(outputs, areMadeBy: plan, of: prepared.recipe)
    let planned = try PlannedPhoto(
      photoBytes: file.status.byteCount + own.byteCount, plan: plan.part(outputs),
      limits: prepared.limits.decodingFromNow(), maxMemory: prepared.limits.maxMemory)
    guard let budget else { return try body(planned) }
    return try budget.holding(planned.byteCount + bytes, sharing: renderer.own(planned.plan.sharedBytes)) {
      stages.end("wait for memory")
      return try body(planned)
    }
  }

  /// Throws if a per-photo image was written since it was opened.
  fileprivate func checkOwnUnchanged() throws {
    if case .success(let details)? = known { try details.own.checkUnchanged() }
  }
}

/// The values that a recipe can use about a photo besides its file.
package struct PhotoAttributes {
  package var subject: PhotoSubject
  /// Returns the path of a per-photo image.
  package var picturePath: (PictureTemplate) throws(OutputTemplate.Refusal) -> String

  package init(
    _ subject: PhotoSubject, picturePath: @escaping (PictureTemplate) throws(OutputTemplate.Refusal) -> String
  ) {
    (self.subject, self.picturePath) = (subject, picturePath)
  }
}

extension PreparedRecipe {
  /// Calls `body` with a renderer that has read the photo's header. Afterwards checks that neither the photo nor a
  /// per-photo image was written meanwhile, because the bytes read may be a mixture of both versions.
  ///
  /// - Parameters:
  ///   - attributes: The values of the photo besides its file, evaluated when first needed.
  ///   - budget: The memory budget that concurrent photos share. Nil for a single photo.
  package func read<Outcome>(
    _ file: OpenFile, as attributes: @escaping @autoclosure () throws -> PhotoAttributes,
    in budget: MemoryBudget? = nil,
    _ body: (ReadPhoto) throws -> Outcome
  ) throws -> Outcome {
    var stages = StageTimes()
    return try workers.read(file, limits: limits, whenLent: { stages.end("wait for a worker") }) { info, renderer in
      stages.end("header")
      let photo = ReadPhoto(file, info, by: self, with: renderer, in: budget, stages, attributes)
      let outcome = Result { try body(photo) }
      try photo.checkOwnUnchanged()
      return try outcome.get()
    }
  }
}

extension WorkerPool {
  /// Calls `body` with a renderer that has read a picture's header. Afterwards checks that the picture was not written
  /// meanwhile.
  ///
  /// - Parameter whenLent: Called when a renderer is available, before it reads the header.
  package func read<Outcome>(
    _ file: OpenFile, limits: PhotoLimits, whenLent: () -> Void = {},
    _ body: (ImageInfo, any PhotoRenderer) throws -> Outcome
  ) throws -> Outcome {
    let outcome = Result {
      try lend(for: file) { renderer in
        whenLent()
        return try body(renderer.probe(file, limits: limits), renderer)
      }
    }
    try file.checkUnchanged()
    return try outcome.get()
  }
}
