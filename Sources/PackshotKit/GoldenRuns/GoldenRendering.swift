import Files
import Filters
import Golden
import ImageCodecs
import PixelCore
import Recipes
import Rendering
import Synchronization

/// The picture that a case renders now.
struct GoldenRendering {
  private let rendered: Rendered

  private enum Rendered {
    /// The pixels, if the output's format is lossless.
    case image(Image, iccProfile: [UInt8]?)
    /// A file in a lossy format. It is compared after decoding, so that its encoder is tested too.
    case file(OpenFile)
  }

  private let context: GoldenContext

  private init(_ rendered: Rendered, _ context: GoldenContext) { (self.rendered, self.context) = (rendered, context) }

  /// Renders a case.
  ///
  /// - Throws: ``PackshotError``, ``RecipeError``, ``PhotoFailure``.
  static func render(_ goldenCase: GoldenCase, _ settings: GoldenSettings, in context: GoldenContext) throws -> Self {
    let prepared = try context.recipes.recipe(goldenCase.recipeFile(settings), in: context)
    let outputs = prepared.recipe.outputs
    guard outputs.indices.contains(settings.output) else {
      throw PackshotError.refusedValue(
        of: "`output` of \(goldenCase.folder)/\(GoldenCase.settingsName)", found: "\(settings.output)",
        allowed: outputs.count == 1 ? "0, its recipe has one output" : "0 to \(outputs.count - 1) with its recipe")
    }
    let input = try goldenCase.inputFile(settings)
    let photo = try OpenFile(named: input, limits: context.limits)
    let alone = prepared.with(outputs: [outputs[settings.output]])
    do {
      return try alone.read(
        photo, as: PhotoAttributes(ofFile: photo.path, by: alone.recipe), in: context.budget
      ) { photo in
        guard alone.recipe.outputs[0].encoding.format.isLossless else {
          var bytes: [UInt8] = []
          _ = try photo.render([0], makesSources: true) { { bytes.append(contentsOf: $0) } }
          return Self(.file(try OpenFile(memory: EncodedImage(bytes), name: "what was rendered")), context)
        }
        let (image, iccProfile) = try photo.image(of: 0)
        return Self(.image(image, iccProfile: iccProfile), context)
      }
    } catch let error where error is CodecError || error is PhotoFailure {
      throw PhotoFailure(error).naming(input)
    }
  }

  /// Calls `body` with the rows of the picture.
  func withRows<Result>(_ body: (any RowSource) throws -> Result) throws -> Result {
    switch rendered {
    case .image(let image, let profile): return try body(ImageRows(image, iccProfile: profile))
    case .file(let file):
      return try context.workers.read(file, limits: context.limitsOfOwn) { _, renderer in
        try body(renderer.rows(spareMemory: ImageCodec.usualSpareMemory))
      }
    }
  }

  /// Returns the picture as a PNG file. The bytes are deterministic.
  func png() throws -> [UInt8] {
    try withRows { rows in
      var bytes: [UInt8] = []
      let writer = try ImageCodec.makeWriter(
        shape: rows.shape, options: EncodeOptions(.png(), iccProfile: rows.iccProfile)
      ) { bytes += $0 }
      try rows.forEachBand { try writer.write($0) }
      try writer.finish()
      return bytes
    }
  }

  /// Returns eight hexadecimal digits that identify the rendering: the start of the SHA-256 of its size, format, colour
  /// profile and rows.
  func digest() throws -> String {
    try withRows { rows in
      var hash = SHA256()
      hash.update("\(rows.shape.size) \(rows.shape.format)")
      hash.update(rows.iccProfile ?? [])
      try rows.forEachBand { band in
        for y in band.rows {
          hash.update(UnsafeRawBufferPointer(start: band.row(y), count: band.shape.bytesPerRow))
        }
      }
      return String(hash.hex.prefix(8))
    }
  }
}

/// The data that the cases of a check share.
struct GoldenContext: Sendable {
  let limits: PhotoLimits
  let workers: WorkerPool
  /// The filters that recipes can use.
  let filters: FilterList
  let budget: MemoryBudget
  let recipes = RecipeCache()

  init(_ limits: PhotoLimits, _ workers: WorkerPool, _ filters: FilterList = .standard) {
    (self.limits, self.workers, self.filters) = (limits, workers, filters)
    budget = MemoryBudget(byteCount: limits.maxMemory)
  }

  /// Limits for pictures rendered by the check itself. Their size isn't limited, because limits protect only against
  /// files from elsewhere.
  var limitsOfOwn: PhotoLimits {
    var limits = limits
    limits.maxPixels = .max
    return limits
  }
}

/// Recipes by path. Each is read only once with its images, unless several threads request it first at the same time.
final class RecipeCache: Sendable {
  private let recipes = Mutex<[String: Result<PreparedRecipe, any Error>]>([:])

  func recipe(_ path: String, in context: GoldenContext) throws -> PreparedRecipe {
    let key = absolutePath(path)
    if let known = recipes.withLock({ $0[key] }) { return try known.get() }
    let made = Result {
      try PreparedRecipe(
        Recipe(contentsOf: path, filters: context.filters), limits: context.limits, workers: context.workers)
    }
    recipes.withLock { $0[key] = made }
    return try made.get()
  }
}
