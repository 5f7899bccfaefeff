import Files
import Filters
import Golden
import ImageCodecs
import PixelCore
import Recipes
import Rendering
import Synchronization

/// What a case's recipe makes of its photo now.
struct GoldenRendering {
  private let rendered: Rendered

  private enum Rendered {
    /// What a PNG would hold.
    case image(Image, iccProfile: [UInt8]?)
    /// A JPEG, which is compared as it decodes, so that its encoder is looked at too.
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

  /// Lends its rows, to be compared.
  func withRows<Result>(_ body: (any RowSource) throws -> Result) throws -> Result {
    switch rendered {
    case .image(let image, let profile): return try body(ImageRows(image, iccProfile: profile))
    case .file(let file):
      return try context.workers.read(file, limits: context.limitsOfOwn) { _, renderer in
        try body(renderer.rows(spareMemory: ImageCodec.usualSpareMemory))
      }
    }
  }

  /// Its picture as a PNG file, the same bytes each time.
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

  /// Eight digits that tell what was rendered: the beginning of the SHA-256 of size, format, colour
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

/// What cases of a run share.
struct GoldenContext: Sendable {
  let limits: PhotoLimits
  let workers: WorkerPool
  /// Those that recipes may use.
  let filters: FilterList
  let budget: MemoryBudget
  let recipes = RecipeCache()

  init(_ limits: PhotoLimits, _ workers: WorkerPool, _ filters: FilterList = .standard) {
    (self.limits, self.workers, self.filters) = (limits, workers, filters)
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
