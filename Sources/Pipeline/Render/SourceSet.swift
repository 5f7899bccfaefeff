import Filters
import ImageCodecs
import PixelCore
import Synchronization

/// A recipe's secondary inputs: known by their shapes at once, made once when the first photo needs them, and shared.
public final class SourceSet: Sendable {
  /// The shapes, by name. Pictures stand upright.
  public let shapes: [String: ImageShape]
  /// The headers of the pictures among the sources, by name.
  public var infos: [String: ImageInfo] { pictures.mapValues(\.info) }
  private let recipe: Recipe
  private let pictures: [String: Picture]
  private let limits: DecodeLimits
  private let made = Mutex<[String: Image]?>(nil)

  private struct Picture: Sendable {
    let bytes: EncodedImage
    let info: ImageInfo
  }

  /// Reads the headers of the recipe's pictures.
  ///
  /// - Parameter bytes: The content of the picture at a path, as the recipe writes it.
  public init(
    of recipe: Recipe, limits: DecodeLimits = DecodeLimits(), bytes: (String) throws -> EncodedImage
  ) throws {
    self.recipe = recipe
    self.limits = limits
    var shapes: [String: ImageShape] = [:]
    var pictures: [String: Picture] = [:]
    for source in recipe.sources {
      switch source.content {
      case .drawn(let filter): shapes[source.name] = try filter.sourceShape()
      case .file(let path):
        let encoded = try bytes(path)
        do {
          let info = try ImageCodec.probe(encoded, limits: limits)
          pictures[source.name] = Picture(bytes: encoded, info: info)
          shapes[source.name] = ImageShape(
            size: info.orientation.upright(info.size),
            format: info.hasAlpha ? .encodedPremultiplied : .encodedOpaque)
        } catch {
          throw recipe.error(at: source.node, "the picture \(path) cannot be used: \(error.message)")
        }
      }
    }
    self.shapes = shapes
    self.pictures = pictures
  }

  /// Bytes that the made images hold.
  public var byteCount: Int { shapes.values.reduce(0) { $0 + $1.byteCount } }

  /// The images, by name; made by the first caller while others wait.
  public func images(_ context: RenderContext) throws -> [String: Image] {
    try made.withLock { made in
      if let made { return made }
      var images: [String: Image] = [:]
      for source in recipe.sources {
        do {
          switch source.content {
          case .drawn(let filter): images[source.name] = try filter.makeImage(context)
          case .file: images[source.name] = try decode(pictures[source.name]!, context)
          }
        } catch let error as CodecError {
          throw recipe.error(at: source.node, "the picture cannot be used: \(error.message)")
        }
      }
      made = images
      return images
    }
  }

  private func decode(_ picture: Picture, _ context: RenderContext) throws -> Image {
    let stored = ImageShape(
      size: picture.info.size, format: picture.info.hasAlpha ? .encodedPremultiplied : .encodedOpaque)
    let upright = Orient().plan(stored, in: PlanContext(orientation: picture.info.orientation))
    let collector = ImageCollector(shape: upright.output)
    let reader = try ImageCodec.makeReader(bytes: picture.bytes, limits: limits)
    try reader.pushAllRows(into: upright.sink(context, into: collector), shape: stored, context: context)
    return collector.takeImage()
  }
}
