import Filters
import Foundation
import ImageCodecs
import Parameters
import Pipeline
import PixelCore
import Rendering
import Typesetting

/// A photo and what is to be done to it: a value. Nothing is decoded until it is written, encoded or rendered:
/// ``write(to:quality:background:)``, ``encoded(as:quality:background:)``, ``image(in:)``.
///
/// ```swift
/// let photo = try Photo(contentsOf: "mug.jpg")
/// let picture = try photo
///   .applying(SepiaTone(intensity: 0.5))
///   .composited(over: Photo(contentsOf: "backdrop.png"), at: .center)
/// try picture.write(to: "mug.png")
/// ```
///
/// It stands upright and gives the pixels that a recipe with the same steps gives: filters work in encoded sRGB, with as
/// many bits as the file has, or in 16-bit linear light.
public struct Photo: Sendable {
  private let encoded: EncodedImage
  private let info: ImageInfo
  /// The file's name, for messages.
  private let name: String
  private let limits: DecodeLimits
  private let working: PixelFormat.Transfer
  private var steps: [any Filter] = [Orient()]
  /// Photos that steps refer to, by name.
  private var sources: [String: Photo] = [:]

  /// Reads a picture file, as far as its header.
  ///
  /// - Parameter working: What filters' numbers are: encoded values, or linear light.
  /// - Throws: ``PackshotError`` if the file cannot be read, `CodecError` if it is no picture or has more pixels than
  ///   `limits` allow.
  public init(
    contentsOf path: String, working: PixelFormat.Transfer = .encoded, limits: DecodeLimits = DecodeLimits()
  ) throws {
    try self.init(EncodedImage.contents(ofFile: path), name: path, working: working, limits: limits)
  }

  /// Reads a picture file that is in memory, as far as its header.
  ///
  /// - Parameter name: What messages call it.
  /// - Throws: `CodecError` if it is no picture or has more pixels than `limits` allow.
  public init(
    _ file: EncodedImage, name: String, working: PixelFormat.Transfer = .encoded,
    limits: DecodeLimits = DecodeLimits()
  ) throws {
    encoded = file
    info = try ImageCodec.probe(file, limits: limits)
    (self.name, self.working, self.limits) = (name, working, limits)
  }

  /// The photo with one more step.
  ///
  /// - Throws: `FilterError` if the filter's parameters are out of range, or it does not suit the photo.
  public func applying(_ filter: some Filter) throws -> Photo {
    // Reading a filter's own values back asks of Swift what is asked of recipes.
    _ = try type(of: filter).init(parameters: filter.parameterValues)
    var photo = self
    photo.steps.append(filter)
    _ = try photo.shape
    return photo
  }

  /// The photo over another one, whose canvas it takes. Parts outside are clipped.
  public func composited(
    over background: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    var photo = self
    let source = photo.addSource(background)
    return try photo.applying(
      SourceOver(background: source, at: place, inset: inset, frame: frame, opacity: opacity))
  }

  /// Another photo over this one, which stays as large as it is.
  public func composited(
    under foreground: Photo, at place: Placement = .center, inset: PixelPoint = .zero, frame: PixelRect? = nil,
    opacity: Double = 1
  ) throws -> Photo {
    var photo = self
    let source = photo.addSource(foreground)
    return try photo.applying(
      SourceOver(foreground: source, at: place, inset: inset, frame: frame, opacity: opacity))
  }

  /// The size it will have.
  ///
  /// - Throws: ``PackshotError/value(of:found:allowed:)`` where a filter's size is known only once it is rendered.
  public var size: PixelSize {
    get throws {
      let shape = try shape
      if let exact = shape.exact { return exact.size }
      throw PackshotError.value(
        of: "the size", found: shape.description, allowed: "known before it is rendered; render it to an image first")
    }
  }

  /// Renders the photo into a file, whose extension says the format: `.png`, `.jpg` or `.jpeg`. A file that is there is
  /// replaced in one step once the new one is whole.
  ///
  /// - Parameters:
  ///   - quality: 1…100, for JPEG; nil for what recipes have by default.
  ///   - background: What shows through a translucent picture where the format has no alpha; opaque.
  /// - Throws: ``PackshotError``, `CodecError` or ``PhotoFailure``: where a value is out of its range, the photo is damaged or
  ///   too large, or the file cannot be written.
  public func write(
    to path: String, quality: Int? = nil, background: Color = .white
  ) throws {
    let rendering = try fileRendering(as: Recipe.Encoding(forFile: path).format, quality, background)
    let (files, _) = try TemporaryFile.write(to: [path]) {
      try rendering.encode(encoded, in: renderContext(), into: $0)
    }
    try files[0].finish()
  }

  /// Renders the photo into the bytes of a file: the ones that ``write(to:quality:background:)`` writes.
  ///
  /// ```swift
  /// let cutOut = try Photo(contentsOf: "mug.png").applying(Resize(width: 800))
  /// let file = try cutOut.encoded(as: .png)
  /// ```
  ///
  /// A PNG keeps the photo's alpha and as many bits as the photo has; a JPEG shows `background` through a translucent photo.
  ///
  /// - Parameters:
  ///   - quality: 1…100, for JPEG; nil for what recipes have by default.
  ///   - background: What shows through where the format has no alpha; opaque.
  /// - Throws: ``PackshotError``, `CodecError` or ``PhotoFailure``: where a value is out of its range, or the photo is damaged
  ///   or too large.
  public func encoded(
    as format: ImageFileFormat = .png, quality: Int? = nil, background: Color = .white
  ) throws -> Data {
    var bytes = Data()
    let rendering = try fileRendering(as: format, quality, background)
    _ = try rendering.encode(encoded, in: renderContext()) { { bytes.append(contentsOf: $0) } }
    return bytes
  }

  private func encoding(as format: ImageFileFormat, _ quality: Int?) throws(PackshotError) -> Recipe.Encoding {
    guard let quality else { return Recipe.Encoding(format) }
    do { return try Recipe.Encoding(format, quality: quality) } catch {
      throw .option(SettingName(error.parameter), found: error.found, allowed: .described(error.allowed))
    }
  }

  private func fileRendering(
    as format: ImageFileFormat, _ quality: Int?, _ background: Color
  ) throws -> PlannedPhoto {
    guard background.isOpaque else {
      throw PackshotError.option("background", found: "\(background)", allowed: .described("an opaque colour"))
    }
    let encoding = try encoding(as: format, quality)
    return try PlannedPhoto(
      photoBytes: encoded.count, info: info, plan: plan(encoding, background: background), limits: limits,
      maxMemory: PhotoLimits().maxMemory)
  }

  /// Renders the photo into memory.
  ///
  /// - Parameter format: What the image's pixels are; nil for those that its filters work in, which are premultiplied, or
  ///   opaque where no pixel can be translucent.
  /// - Throws: ``PackshotError/value(of:found:allowed:)`` where opaque pixels are asked of a photo that has alpha: a
  ///   `Flatten` step says what shows through. `CodecError` where the photo is damaged.
  public func image(in format: PixelFormat? = nil) throws -> Image {
    if format?.alpha == .opaque, try shape.format.alpha != .opaque {
      throw PackshotError.value(
        of: "the format", found: "opaque",
        allowed: "straight or premultiplied for a photo with alpha; flatten it first")
    }
    return try render(in: format ?? inMemory(workingFormat))
  }

  /// - Parameter format: Opaque only where the photo is.
  private func render(in format: PixelFormat) throws -> Image {
    let plan = try plan(.png(compression: 0, depth: nil), background: .white)
    let context = try renderContext()
    return try ImageCollector.image { open in
      _ = try plan.renderRows(of: encoded, limits: limits, in: context) { _, rendered in
        let shape = ImageShape(size: rendered.size, format: format)
        return ConversionStage(from: rendered.format, to: shape, context: context, sink: try open(shape))
      }
    }
  }

  private mutating func addSource(_ photo: Photo) -> SourceName {
    let name = "photo \(sources.count + 1)"
    sources[name] = photo
    return SourceName(name)
  }

  private func renderContext() throws -> RenderContext {
    RenderContext(
      sources: try sources.mapValues { try $0.render(in: $0.inMemory(workingFormat)) },
      typefaces: try Typeface.standard(for: steps))
  }

  /// Premultiplied pixels of a format, or opaque ones where no pixel of the photo can be translucent.
  private func inMemory(_ format: PixelFormat) throws -> PixelFormat {
    format.with(alpha: try shape.format.alpha == .opaque ? .opaque : .premultiplied)
  }

  private var shape: PlannedShape {
    get throws { try plan(.png(compression: 0, depth: nil), background: .white).outputs[0].chain.output }
  }

  private var recipe: Recipe {
    Recipe(
      file: name, name: name, working: working, sources: [],
      steps: steps.map { Recipe.Step(filter: $0, node: Recipe.Node(path: "")) }, outputs: [])
  }

  private var workingFormat: PixelFormat { recipe.workingFormat(photo: info.depth) }

  private func plan(_ encoding: Recipe.Encoding, background: Color) throws -> RenderPlan {
    var recipe = recipe
    recipe.outputs = [
      Recipe.Output(
        template: try OutputTemplate("{stem}"), steps: [], encoding: encoding, background: background,
        node: Recipe.Node(path: ""))
    ]
    let sources = try sources.mapValues { ImageShape(size: try $0.size, format: try $0.inMemory(workingFormat)) }
    return try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: sources)
  }
}
