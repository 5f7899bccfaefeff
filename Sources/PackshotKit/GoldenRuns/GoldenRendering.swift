import Crypto
import Golden
import ImageCodecs
import Pipeline
import PixelCore
import Synchronization

/// What a case's recipe makes of its photo now.
struct GoldenRendering {
  private let rendered: Rendered

  private enum Rendered {
    /// What a PNG would hold.
    case image(Image, iccProfile: [UInt8]?)
    /// A JPEG, which is compared as it decodes, so that its encoder is looked at too.
    case file(EncodedImage)
  }

  private init(_ rendered: Rendered) { self.rendered = rendered }

  /// Renders a case.
  ///
  /// - Throws: ``PackshotError``, ``RecipeError``, ``PhotoFailure``.
  static func render(_ goldenCase: GoldenCase, _ settings: GoldenSettings, in context: GoldenContext) throws -> Self {
    let recipe = try context.recipes.recipe(goldenCase.recipeFile(settings), limits: context.limits)
    let outputs = recipe.recipe.outputs
    guard outputs.indices.contains(settings.output) else {
      throw PackshotError.option(
        name: "`output` of \(goldenCase.folder)/\(GoldenCase.settingsName)", found: "\(settings.output)",
        allowed: outputs.count == 1 ? "0, its recipe has one output" : "0 to \(outputs.count - 1) with its recipe")
    }
    let input = try goldenCase.inputFile(settings)
    let photo = try FileContent.image(path: input, limits: context.limits)
    do {
      let rendering = try FileRendering(
        of: photo, by: recipe.recipe(outputs: [settings.output]), of: recipe, limits: context.limits)
      let plan = rendering.plan
      let output = plan.outputs[0]
      return try context.budget.holding(
        rendering.byteCount + output.written.byteCount, sharing: plan.sharedBytes
      ) {
        let renderContext = try recipe.sources.renderContext(forPhotos: rendering.info.depth)
        guard output.output.encoding.format == .png else {
          var bytes: [UInt8] = []
          _ = try rendering.encode(photo, in: renderContext) { { bytes.append(contentsOf: $0) } }
          return Self(.file(EncodedImage(bytes)))
        }
        let collector = ImageCollector(shape: output.written)
        let sink = ConversionStage(
          from: output.chain.output.format, to: output.written, context: renderContext, sink: collector)
        _ = try plan.render(
          photo, limits: rendering.limits, spareMemory: rendering.spareMemory, in: renderContext, sinks: [sink])
        return Self(.image(collector.takeImage(), iccProfile: rendering.profile(for: output)))
      }
    } catch let error as CodecError {
      throw PhotoFailure(PhotoFailure(error).code, "\(input): \(error.message)")
    }
  }

  /// Its rows, to be compared. Limits are for what others made.
  func rows() throws -> any RowSource {
    switch rendered {
    case .image(let image, let profile): ImageRows(image, iccProfile: profile)
    case .file(let file): try FileRows(file, limits: DecodeLimits(maxPixels: .max))
    }
  }

  /// Its picture as a PNG file, the same bytes each time.
  func png() throws -> [UInt8] {
    let rows = try rows()
    var bytes: [UInt8] = []
    let writer = try ImageCodec.makeWriter(
      shape: rows.shape, options: EncodeOptions(.png(), iccProfile: rows.iccProfile)
    ) { bytes += $0 }
    try forEachBand(of: rows) { try writer.write($0) }
    try writer.finish()
    return bytes
  }

  /// Eight digits that tell what was rendered: the beginning of the SHA-256 of size, format, colour
  /// profile and rows.
  func digest() throws -> String {
    let rows = try rows()
    var hash = SHA256()
    hash.update(data: Array("\(rows.shape.size) \(rows.shape.format)".utf8))
    hash.update(data: rows.iccProfile ?? [])
    try forEachBand(of: rows) { band in
      for y in band.rows {
        hash.update(bufferPointer: UnsafeRawBufferPointer(start: band.row(y), count: band.shape.bytesPerRow))
      }
    }
    return String(hash.finalize().hex.prefix(8))
  }

  private func forEachBand(of source: any RowSource, _ body: (RowBand) throws -> Void) throws {
    let (shape, height) = (source.shape, 64)
    var band = PixelBuffer(
      shape: ImageShape(
        size: PixelSize(width: shape.size.width, height: min(height, shape.size.height)), format: shape.format))
    var y = 0
    while y < shape.size.height {
      let count = try source.read(
        rows: min(height, shape.size.height - y), into: band.mutableRow(0), stride: band.stride)
      try body(RowBand(shape: shape, rows: y..<y + count, base: band.row(0), stride: band.stride))
      y += count
    }
  }
}

/// What cases of a run share.
struct GoldenContext: Sendable {
  let limits: PhotoLimits
  let budget: MemoryBudget
  let recipes = RecipeCache()

  init(_ limits: PhotoLimits) {
    self.limits = limits
    budget = MemoryBudget(byteCount: limits.maxMemory)
  }

  /// For what was rendered here, of whatever size; limits are for what others made.
  var limitsOfOwn: PhotoLimits {
    var limits = limits
    limits.maxPixels = .max
    return limits
  }
}

/// Recipes by their files, each read once with its pictures.
final class RecipeCache: Sendable {
  private let recipes = Mutex<[String: Result<BatchRecipe, any Error>]>([:])

  func recipe(_ path: String, limits: PhotoLimits) throws -> BatchRecipe {
    let key = absolutePath(path)
    if let known = recipes.withLock({ $0[key] }) { return try known.get() }
    let made = Result { try BatchRecipe(Recipe(contentsOf: path), limits: limits) }
    recipes.withLock { $0[key] = made }
    return try made.get()
  }
}
