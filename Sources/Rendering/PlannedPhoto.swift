import Errors
import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// A photo ready to be rendered: its plan, and the memory it needs.
package struct PlannedPhoto {
  /// Maximum memory for the files of the photo and its per-photo images in bytes. A worker maps a large PNG instead of
  /// reading it.
  private let photoBytes: Int
  package let plan: RenderPlan
  var limits: DecodeLimits
  /// Limit for the memory in bytes.
  let maxMemory: Int

  /// Plans some outputs of a recipe for a photo whose header was read.
  ///
  /// - Parameters:
  ///   - subject: Known values of the photo's product and view.
  ///   - own: The per-photo images.
  ///   - sources: The recipe's sources.
  /// - Throws: If one of the outputs isn't made from the photo, the recipe can't be applied to it, or it exceeds the
  ///   limits.
  package init(
    photoBytes: Int, info: ImageInfo, subject: PhotoSubject = PhotoSubject(), own: PerPhotoHeaders = PerPhotoHeaders(),
    by part: Recipe, sources: SourceSet, limits: PhotoLimits
  ) throws {
    let decoding = limits.decodingFromNow()
    let plan = try RenderPlan(
      part, photo: RenderPlan.Photo(info, subject: subject, own: own), sources: sources.shapes(forPhotos: info.depth),
      colors: sources.colors, limits: decoding)
    try Self.check(Array(part.outputs.indices), areMadeBy: plan, of: part)
    try self.init(photoBytes: photoBytes, plan: plan, limits: decoding, maxMemory: limits.maxMemory)
  }

  /// - Throws: ``PhotoFailure`` if rendering needs more memory than allowed.
  package init(photoBytes: Int, plan: RenderPlan, limits: DecodeLimits, maxMemory: Int)
    throws(PhotoFailure)
  {
    (self.photoBytes, self.plan) = (photoBytes, plan)
    (self.limits, self.maxMemory) = (limits, maxMemory)
    try check()
  }

  /// Throws if an output isn't made from the photo.
  static func check(_ outputs: [Int], areMadeBy plan: RenderPlan, of recipe: Recipe) throws(PhotoFailure) {
    guard let not = plan.notMade.first(where: { outputs.contains($0.place) }) else { return }
    let output = recipe.outputs[not.place].node.path
    throw PhotoFailure(
      .recipe, "not-made",
      "\(output) is not made of this photo, because \(not.reason)",
      ["output": output, "why": not.reason])
  }

  /// Memory needed to render the photo in bytes, without memory that photos share.
  package var byteCount: Int { fileBytes + plan.workingBytes - (hasMemoryToSpare ? 0 : plan.sparableBytes) }

  private var sharedBytes: Int { plan.sharedBytes.values.reduce(0, +) }

  /// Memory for the files in bytes. A JPEG whose planes are decoded is copied first, without the stuffing bytes in its
  /// data.
  private var fileBytes: Int { plan.readsPlanes ? 2 * photoBytes : photoBytes }

  private var hasMemoryToSpare: Bool { fileBytes + plan.workingBytes + sharedBytes <= maxMemory }

  /// Throws if the photo needs more memory than allowed.
  private func check() throws(PhotoFailure) {
    let needed = byteCount + sharedBytes
    if needed <= maxMemory { return }
    throw PhotoFailure(
      .overLimit, "too-much-memory",
      "rendering \(plan.info.size) pixels needs about \(needed.megabytes) of memory; the limit is \(maxMemory.megabytes)",
      [
        "width": plan.info.size.width, "height": plan.info.size.height, "bytes": needed, "limit": maxMemory,
      ],
      remedy: .raiseLimit(.maxMemory))
  }

  /// Memory that the reader can use to be faster, in bytes.
  var spareMemory: Int { hasMemoryToSpare ? ImageCodec.usualSpareMemory : 0 }

  /// Renders the photo into sinks, which are requested in the order of the plan's outputs.
  ///
  /// - Parameter pictures: The per-photo images, by source name.
  package func encode(
    _ photo: EncodedImage, _ pictures: [String: PerPhotoImage] = [:], in context: RenderContext,
    into makeSink: () throws -> ByteSink
  ) throws -> RenderResult {
    let (context, warnings) = try plan.makePerPhotoSources(of: photo, pictures: pictures, limits: limits, in: context)
    var result = try encode(.file(photo), in: context, into: makeSink)
    result.warnings = warnings + result.warnings
    return result
  }

  /// Renders a photo without per-photo images, from a file or from pixels in memory.
  package func encode(
    _ photo: PhotoPixels, in context: RenderContext, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult {
    let sinks = try plan.outputs.map { _ in try makeSink() }
    var made = plan.outputs.map {
      RenderResult.Output(
        size: $0.written.bound.size, hasAlpha: $0.written.format.alpha != .opaque, byteCount: 0)
    }
    var metadataWarnings: [String] = []
    var gainMapWarnings: [Warning] = []
    var writers: [any RowWriter] = []
    let findings = try plan.render(
      photo, limits: limits, spareMemory: spareMemory, isHashed: true, in: context
    ) { output, shape in
      var metadata = FileMetadata()
      if let file = photo.file {
        let copy = ImageCodec.metadata(
          of: file, keeping: output.metadata, for: output.output.encoding.format, limits: limits)
        metadata = copy.metadata
        metadataWarnings += copy.warnings.filter { !metadataWarnings.contains($0) }
        let gainMap = try output.gainMap.file(
          from: file, for: output.output.encoding.format, beside: metadata, limits: limits, in: context)
        metadata.gainMap = gainMap.file
        gainMapWarnings += gainMap.warnings.filter { !gainMapWarnings.contains($0) }
      }
      metadata.iccProfile = profile(for: output)
      let options = EncodeOptions(output.output.encoding, metadata)
      let index = output.index
      let sink: ByteSink = { bytes in
        made[index].byteCount += bytes.count
        try sinks[index](bytes)
      }
      made[index].size = shape.size
      if output.decodePath.leadsToEncoder {
        return .planes(try ImageCodec.makePlaneWriter(size: shape.size, options: options, to: sink))
      }
      let writer = try ImageCodec.makeWriter(shape: shape, options: options, to: sink)
      writers.append(writer)
      return .rows(writer)
    }
    metadataWarnings += writers.flatMap(\.warnings).filter { !metadataWarnings.contains($0) }
    for (index, content) in findings.contents { made[index].content = content }
    return RenderResult(
      outputs: made,
      warnings: findings.warnings + gainMapWarnings
        + ([plan.info.colorWarning].compactMap(\.self) + metadataWarnings).map { Warning(ofFile: $0) },
      hash: findings.hash)
  }

  /// Renders the photo's only output into the sink that `open` returns for the shape that a file would have.
  func push(
    _ photo: EncodedImage, _ pictures: [String: PerPhotoImage] = [:], in context: RenderContext,
    opening open: @escaping OpenSink
  ) throws {
    let (context, _) = try plan.makePerPhotoSources(of: photo, pictures: pictures, limits: limits, in: context)
    _ = try plan.render(photo, limits: limits, spareMemory: spareMemory, in: context) { .rows(try open($1)) }
  }

  /// Whether a result from a worker is possible with this plan. Workers aren't trusted beyond that.
  func allows(_ result: RenderResult) -> Bool {
    result.outputs.count == plan.outputs.count
      && zip(plan.outputs, result.outputs).allSatisfy { planned, made in
        planned.written.allows(made.size) && made.hasAlpha == (planned.written.format.alpha != .opaque)
      }
  }

  /// The photo with its time limit starting now, because it may have waited for memory since its header was read.
  var withTimeFromNow: PlannedPhoto {
    var photo = self
    photo.limits.timeLimit = limits.timeLimit.map { TimeLimit(seconds: $0.seconds) }
    return photo
  }

  /// Returns the colour profile for an output: the photo's own if the output keeps its colours, otherwise the profile
  /// of the working space.
  package func profile(for output: RenderPlan.OutputPlan) -> [UInt8]? {
    output.keepsProfile ? plan.info.iccProfile : output.spaceProfile
  }
}
