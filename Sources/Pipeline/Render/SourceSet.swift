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
  private let made = Mutex<(images: [String: Image], warnings: [String])?>(nil)

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
            size: info.uprightSize,
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

  /// What the user should know of the pictures, once they are made.
  public var warnings: [String] { made.withLock { $0?.warnings ?? [] } }

  /// The images, by name; made by the first caller while others wait.
  public func images(_ context: RenderContext) throws -> [String: Image] {
    try made.withLock { made in
      if let made { return made.images }
      var images: [String: Image] = [:]
      var warnings: [String] = []
      for source in recipe.sources {
        do {
          switch source.content {
          case .drawn(let filter): images[source.name] = try filter.makeImage(context)
          case .file(let path):
            let reader = try ImageCodec.makeReader(bytes: pictures[source.name]!.bytes, limits: limits)
            images[source.name] = try decode(reader, context)
            warnings += reader.warnings.map { "\(path): \($0)" }
          }
        } catch let error as CodecError {
          throw recipe.error(at: source.node, "the picture cannot be used: \(error.message)")
        }
      }
      made = (images, warnings)
      return images
    }
  }

  private func decode(_ reader: any RowReader, _ context: RenderContext) throws -> Image {
    let info = reader.info
    let stored = ImageShape(size: info.size, format: info.hasAlpha ? .encodedPremultiplied : .encodedOpaque)
    let upright = Orient().plan(stored, in: PlanContext(orientation: info.orientation))
    let collector = ImageCollector(shape: upright.output)
    try reader.pushAllRows(into: upright.sink(context, into: collector), shape: stored, context: context)
    return collector.takeImage()
  }
}
