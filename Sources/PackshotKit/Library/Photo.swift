import Filters
import ImageCodecs
import Pipeline
import PixelCore

/// A photo and what is to be done to it: a value. Nothing is decoded until ``write(to:quality:)``.
///
/// ```swift
/// let photo = try Photo(contentsOf: "mug.jpg")
/// let picture = try photo
///   .applying(SepiaTone(intensity: 0.5))
///   .composited(over: Photo(contentsOf: "backdrop.png"), at: .center)
/// try picture.write(to: "mug.png")
/// ```
///
/// It stands upright, works in 8-bit encoded sRGB, and gives the pixels that a recipe with the same steps gives.
public struct Photo: Sendable {
  private let encoded: EncodedImage
  private let info: ImageInfo
  /// The file's name, for messages.
  private let name: String
  private let limits: DecodeLimits
  private var steps: [any Filter] = [Orient()]
  /// Photos that steps refer to, by name.
  private var sources: [String: Photo] = [:]

  /// Reads a JPEG or PNG file, as far as its header.
  ///
  /// - Throws: ``PackshotError`` if the file cannot be read, `CodecError` if it is no picture or has more pixels than
  ///   `limits` allow.
  public init(contentsOf path: String, limits: DecodeLimits = DecodeLimits()) throws {
    try self.init(FileContent.image(path: path), name: path, limits: limits)
  }

  /// Reads a JPEG or PNG file that is in memory, as far as its header.
  ///
  /// - Parameter name: What messages call it.
  /// - Throws: `CodecError` if it is no picture or has more pixels than `limits` allow.
  public init(_ file: EncodedImage, name: String, limits: DecodeLimits = DecodeLimits()) throws {
    encoded = file
    info = try ImageCodec.probe(file, limits: limits)
    (self.name, self.limits) = (name, limits)
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
    over background: Photo, at place: Placement = .center, inset: PixelPoint = .zero, opacity: Double = 1
  ) throws -> Photo {
    var photo = self
    let source = photo.addSource(background)
    return try photo.applying(SourceOver(background: source, at: place, inset: inset, opacity: opacity))
  }

  /// Another photo over this one, which stays as large as it is.
  public func composited(
    under foreground: Photo, at place: Placement = .center, inset: PixelPoint = .zero, opacity: Double = 1
  ) throws -> Photo {
    var photo = self
    let source = photo.addSource(foreground)
    return try photo.applying(SourceOver(foreground: source, at: place, inset: inset, opacity: opacity))
  }

  /// The size it will have.
  public var size: PixelSize { get throws { try shape.size } }

  /// Renders the photo into a file, whose extension says the format: `.png`, `.jpg` or `.jpeg`. A file that is there is
  /// replaced in one step once the new one is whole.
  ///
  /// - Parameters:
  ///   - quality: 1…100, for JPEG.
  ///   - background: What shows through a translucent picture where the format has no alpha; opaque.
  public func write(to path: String, quality: Int = 82, background: Color = .white) throws {
    var encoding = try Recipe.Encoding(forFile: path)
    if case .jpeg = encoding { encoding = .jpeg(quality: quality) }
    guard EncodeOptions.qualities.contains(quality) else {
      throw PackshotError.option(name: "quality", found: "\(quality)", allowed: "1 to 100")
    }
    guard background.isOpaque else {
      throw PackshotError.option(name: "background", found: "\(background)", allowed: "an opaque colour")
    }
    let rendering = FileRendering(
      photo: encoded, info: info, plan: try plan(encoding, background: background), limits: limits)
    try rendering.check(within: BatchOptions.defaultMaxMemory)
    let (files, _) = try rendering.write(to: [path], in: renderContext())
    _ = try files[0].seal()
    try files[0].moveIntoPlace()
  }

  /// Renders the photo into memory, premultiplied or opaque.
  public func image() throws -> Image {
    let plan = try plan(.png(compression: 0), background: .white)
    let collector = ImageCollector(shape: plan.outputs[0].chain.output)
    let reader = try ImageCodec.makeReader(bytes: encoded, limits: limits)
    try plan.render(reader, in: renderContext(), sinks: [collector])
    return collector.takeImage()
  }

  private mutating func addSource(_ photo: Photo) -> SourceName {
    let name = "photo \(sources.count + 1)"
    sources[name] = photo
    return SourceName(name)
  }

  private func renderContext() throws -> RenderContext {
    RenderContext(sources: try sources.mapValues { try $0.image() })
  }

  private var shape: ImageShape {
    get throws { try plan(.png(compression: 0), background: .white).outputs[0].chain.output }
  }

  private func plan(_ encoding: Recipe.Encoding, background: Color) throws -> RenderPlan {
    let node = Recipe.Node(path: "")
    let output = Recipe.Output(
      template: try OutputTemplate("{stem}"), steps: [], encoding: encoding, background: background, node: node)
    let recipe = Recipe(
      file: name, name: name, sources: [], steps: steps.map { Recipe.Step(filter: $0, node: node) }, outputs: [output])
    return try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: sources.mapValues { try $0.shape })
  }
}
