import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Rendering
import Typesetting

extension Photo {
  /// Renders the photo into a file. The extension determines the format: `.png`, `.jpg`, `.webp`, `.avif` or `.tif`. An
  /// existing file is replaced atomically when the new one is complete.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, for formats with a quality. Defaults to 82 for JPEG and AVIF and 88 for WebP,
  ///     as in recipes.
  ///   - background: The opaque colour behind a translucent picture, if the format has no alpha. Defaults to white.
  /// - Throws: ``PackshotError`` if a value is out of range or the file can't be written, ``PhotoFailure`` with the
  ///   photo's name if the photo is damaged or too large, ``FilterError`` if a step can't be applied to the picture it
  ///   receives.
  public func write(to path: String, quality: Int? = nil, background: PixelColor = .white) throws {
    try write(to: path, quality, background, nil)
  }

  /// Renders the photo into the bytes of a file, the same bytes that ``write(to:quality:background:)`` writes.
  ///
  /// ```swift
  /// let cutOut = try Photo(contentsOf: "mug.png").applying(.resize(width: 800))
  /// let file = try cutOut.data(as: .png)
  /// ```
  ///
  /// A PNG keeps the photo's alpha and bit depth. A JPEG shows `background` through a translucent photo.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, for formats with a quality. Defaults to 82 for JPEG and AVIF and 88 for WebP,
  ///     as in recipes.
  ///   - background: The opaque colour behind a translucent picture, if the format has no alpha. Defaults to white.
  /// - Throws: ``PackshotError`` if a value is out of range, ``PhotoFailure`` with the photo's name if the photo is
  ///   damaged or too large, ``FilterError`` if a step can't be applied to the picture it receives.
  public func data(
    as format: ImageFileFormat = .png, quality: Int? = nil, background: PixelColor = .white
  ) throws -> Data {
    try data(as: format, quality, background, nil)
  }

  /// Renders the photo into memory.
  ///
  /// ```swift
  /// let image = try Photo(contentsOf: "mug.png").image(in: .encodedStraight)
  /// print(image.size, image.pixels.prefix(4))
  /// ```
  ///
  /// - Parameter format: The image's pixel format, in sRGB. Defaults to the format that the filters work in, which is
  ///   premultiplied, or opaque if no pixel can be translucent.
  /// - Throws: ``PackshotError`` if `format` is opaque but the photo has alpha: apply `.flatten()` first to choose the
  ///   colour behind it. ``PhotoFailure`` with the photo's name if the photo is damaged.
  public func image(in format: PixelFormat? = nil) throws -> PixelImage { try image(in: format, nil) }

  /// Renders the photo into a file without blocking a task; see ``write(to:quality:background:)``. If the task is
  /// cancelled first, an existing file stays unchanged.
  ///
  /// - Throws: Also `CancellationError`, soon after the task is cancelled.
  public func write(to path: String, quality: Int? = nil, background: PixelColor = .white) async throws {
    try await BlockingWork.run { try write(to: path, quality, background, $0) }
  }

  /// Renders the photo into the bytes of a file without blocking a task; see ``data(as:quality:background:)``.
  ///
  /// - Throws: Also `CancellationError`, soon after the task is cancelled.
  public func data(
    as format: ImageFileFormat = .png, quality: Int? = nil, background: PixelColor = .white
  ) async throws -> Data {
    try await BlockingWork.run { try data(as: format, quality, background, $0) }
  }

  /// Renders the photo into memory without blocking a task; see ``image(in:)``.
  ///
  /// - Throws: Also `CancellationError`, soon after the task is cancelled.
  public func image(in format: PixelFormat? = nil) async throws -> PixelImage {
    try await BlockingWork.run { try image(in: format, $0) }
  }
}

// MARK: Shared by the synchronous and asynchronous methods. The stop request is checked between bands and ends the work
// with a `CancellationError`

extension Photo {
  private func write(to path: String, _ quality: Int?, _ background: Color, _ stop: StopRequest?) throws {
    try Self.naming(name) {
      let rendering = try fileRendering(as: Recipe.Encoding(forFile: path).format, quality, background)
      let (files, _) = try TemporaryFile.write(to: [path]) {
        try rendering.encode(pixels, in: renderContext(stop), into: $0)
      }
      try files[0].finish()
    }
  }

  private func data(
    as format: ImageFileFormat, _ quality: Int?, _ background: Color, _ stop: StopRequest?
  ) throws -> Data {
    var bytes = Data()
    try Self.naming(name) {
      let rendering = try fileRendering(as: format, quality, background)
      _ = try rendering.encode(pixels, in: renderContext(stop)) { { bytes.append(contentsOf: $0) } }
    }
    return bytes
  }

  private func image(in format: PixelFormat?, _ stop: StopRequest?) throws -> Image {
    if format?.alpha == .opaque, try shape.format.alpha != .opaque {
      throw PackshotError.refusedValue(
        of: "the format", found: "opaque",
        allowed: "straight or premultiplied for a photo with alpha; flatten it first")
    }
    return try Self.naming(name) { try render(in: format ?? inMemory(workingFormat), stop) }
  }

  private func encoding(as format: ImageFileFormat, _ quality: Int?) throws(PackshotError) -> Recipe.Encoding {
    guard let quality else { return Recipe.Encoding(format) }
    do { return try Recipe.Encoding(format, quality: quality) } catch {
      throw .refusedSetting(SettingName(error.parameter), found: error.found, allowed: .described(error.allowed))
    }
  }

  private func fileRendering(
    as format: ImageFileFormat, _ quality: Int?, _ background: Color
  ) throws -> PlannedPhoto {
    guard background.isOpaque else {
      throw PackshotError.refusedSetting("background", found: "\(background)", allowed: .described("an opaque colour"))
    }
    let encoding = try encoding(as: format, quality)
    return try PlannedPhoto(
      photoBytes: pixels.byteCount, plan: plan(encoding, background: background), limits: limits,
      maxMemory: PhotoLimits().maxMemory)
  }

  /// - Parameter format: Must have alpha unless the photo is opaque.
  private func render(in format: PixelFormat, _ stop: StopRequest?) throws -> Image {
    let plan = try plan(.png(compression: 0, depth: nil), background: .white)
    let context = try renderContext(stop)
    return try ImageCollector.image { open in
      _ = try plan.renderRows(of: pixels, limits: limits, in: context) { _, rendered in
        let shape = ImageShape(size: rendered.size, format: format)
        return ConversionStage(from: rendered.format, to: shape, context: context, sink: try open(shape))
      }
    }
  }

  private func renderContext(_ stop: StopRequest?) throws -> RenderContext {
    var context = RenderContext(
      kernels: .current,
      sources: try sources.mapValues { source in
        try Self.naming(source.name) { try source.render(in: source.inMemory(workingFormat), stop) }
      },
      typefaces: try Typeface.standard(for: steps))
    if let stop { context.checkpoint = { if stop.isStopped { throw CancellationError() } } }
    return context
  }

  /// Returns a format with premultiplied alpha, or opaque if no pixel of the photo can be translucent.
  private func inMemory(_ format: PixelFormat) throws -> PixelFormat {
    format.with(alpha: try shape.format.alpha == .opaque ? .opaque : .premultiplied)
  }

  /// The shape of the result, as far as it is known before rendering.
  var shape: PlannedShape {
    get throws { try plan(.png(compression: 0, depth: nil), background: .white).outputs[0].chain.output }
  }

  private var recipe: Recipe {
    var recipe = Recipe(
      file: name, name: name, steps: steps.map { Recipe.Step(filter: $0, node: Recipe.Node(path: "")) })
    recipe.working = working
    return recipe
  }

  private var workingFormat: PixelFormat { recipe.workingFormat(photo: info.depth) }

  private func plan(_ encoding: Recipe.Encoding, background: Color) throws -> RenderPlan {
    var recipe = recipe
    var output = Recipe.Output(template: try OutputTemplate("{stem}"), encoding: encoding)
    output.background = background
    recipe.outputs = [output]
    let sources = try sources.mapValues { ImageShape(size: try $0.size, format: try $0.inMemory(workingFormat)) }
    return try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: sources)
  }
}
