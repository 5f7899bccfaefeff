import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes
import Synchronization
import Typesetting

/// A recipe's secondary inputs that all photos share: known by their shapes at once, made when the first photo needs them, and shared.
///
/// They have the photo's depth and transfer. So photos of 8 and of 16 bits in one batch have a set of images each.
package final class SourceSet: Sendable {
  /// The headers of the pictures among the sources, by name.
  package var infos: [String: ImageInfo] { pictures.mapValues(\.info) }
  /// What is made of colours as pictures and photos are read.
  package let colors: ColorHandling
  private let recipe: Recipe
  private let pictures: [String: Picture]
  private let limits: DecodeLimits
  /// By name, for each format that photos of some depth are worked on in.
  private let shapes: [PixelFormat: [String: ImageShape]]
  private let shared = SharedImages()
  private let made = Mutex(Made())
  /// The recipe's fonts, where they are read: in the process that renders.
  private let typefaces: [String: Typeface]
  /// What becomes of the pictures, by name, for each of those formats.
  private let chains: [PixelFormat: [String: SourceChain]]

  private struct Picture: Sendable {
    let bytes: EncodedImage
    let info: ImageInfo
  }

  private struct Made {
    var images: [PixelFormat: [String: Image]] = [:]
    var warnings: [String] = []
  }

  /// Reads the headers of the recipe's pictures.
  ///
  /// - Parameters:
  ///   - inks: The profile of CMYK that comes without one.
  ///   - typefaces: The recipe's fonts, by name, to draw with.
  ///   - textSizes: Of the sources that are texts, by name.
  ///   - bytes: The content of the picture at a path, as the recipe writes it.
  package convenience init(
    of recipe: Recipe, limits: DecodeLimits = DecodeLimits(), inks: InkProfile? = nil,
    typefaces: [String: Typeface] = [:], textSizes: [String: PixelSize] = [:],
    bytes: (String) throws -> EncodedImage
  ) throws {
    try self.init(
      of: recipe, limits: limits, inks: inks, typefaces: typefaces, textSizes: textSizes,
      picture: { source, path in
        let encoded = try bytes(path)
        do {
          return (encoded, try ImageCodec.probe(encoded, limits: limits))
        } catch let error as CodecError {
          throw recipe.error(at: source.node, .unusablePicture(path: path, ErrorDescriptor(error)))
        }
      })
  }

  /// Takes the recipe's pictures, whose headers were read.
  ///
  /// - Parameters:
  ///   - inks: The profile of CMYK that comes without one.
  ///   - typefaces: The recipe's fonts, by name, to draw with; none where nothing is drawn.
  ///   - textSizes: Of the sources that are texts, by name.
  ///   - picture: The content and the header of a source's picture, at a path as the recipe writes it.
  package init(
    of recipe: Recipe, limits: DecodeLimits = DecodeLimits(), inks: InkProfile? = nil,
    typefaces: [String: Typeface] = [:], textSizes: [String: PixelSize] = [:],
    picture: (Recipe.Source, String) throws -> (bytes: EncodedImage, info: ImageInfo)
  ) throws {
    // Sources that are drawn are drawn in the working space's numbers.
    let recipe = recipe.inWorkingSpace
    self.recipe = recipe
    self.limits = limits
    self.typefaces = typefaces
    colors = ColorHandling(conversion: recipe.conversion, inks: inks)
    var pictures: [String: Picture] = [:]
    for source in recipe.sources {
      guard case .file(let path) = source.content else { continue }
      let (bytes, info) = try picture(source, path)
      pictures[source.name] = Picture(bytes: bytes, info: info)
    }
    self.pictures = pictures
    var shapes: [PixelFormat: [String: ImageShape]] = [:]
    var chains: [PixelFormat: [String: SourceChain]] = [:]
    for format in Set([.eight, .sixteen].map(recipe.workingFormat)) {
      let ofFormat = try Self.chains(of: recipe, infos: pictures.mapValues(\.info), in: format, limits)
      chains[format] = ofFormat
      shapes[format] = try Self.drawnShapes(of: recipe, textSizes, in: format)
        .merging(ofFormat.mapValues(\.output)) { $1 }
    }
    (self.shapes, self.chains) = (shapes, chains)
  }

  private static func chains(
    of recipe: Recipe, infos: [String: ImageInfo], in format: PixelFormat, _ limits: DecodeLimits
  ) throws(RecipeError) -> [String: SourceChain] {
    var chains: [String: SourceChain] = [:]
    for source in recipe.sources {
      guard let info = infos[source.name] else { continue }
      let planner = ChainPlanner(
        recipe: recipe, working: format, context: PlanContext(orientation: info.orientation), limits: limits)
      do {
        chains[source.name] = try SourceChain(source, size: info.size, hasAlpha: info.hasAlpha, by: planner)
      } catch {
        // The picture is the recipe's.
        var error = error
        error.concernsPhoto = false
        throw error
      }
    }
    return chains
  }

  private static func drawnShapes(
    of recipe: Recipe, _ textSizes: [String: PixelSize], in format: PixelFormat
  ) throws(RecipeError) -> [String: ImageShape] {
    var shapes: [String: ImageShape] = [:]
    for source in recipe.sources {
      switch source.content {
      case .drawn(let filter):
        do {
          let shape = try filter.sourceShape(in: format)
          // A text's size is its letters'.
          shapes[source.name] = ImageShape(size: textSizes[source.name] ?? shape.size, format: shape.format)
        } catch {
          throw recipe.error(at: source.node, .filter(error))
        }
      case .file, .ownFile, .photo: continue
      }
    }
    return shapes
  }

  /// The shapes, by name, for photos of a depth. Pictures stand upright.
  package func shapes(forPhotos depth: PixelFormat.Depth) -> [String: ImageShape] {
    shapes[recipe.workingFormat(photo: depth)]!
  }

  /// Bytes that the images hold, once they are made for photos of a depth, under the name that plans have for them.
  package func sharedBytes(forPhotos depth: PixelFormat.Depth) -> [String: Int] {
    RenderPlan.sharedBytes(of: shapes(forPhotos: depth), in: recipe.workingFormat(photo: depth))
  }

  /// What the user should know of the pictures, once they are made.
  package var warnings: [String] { made.withLock { $0.warnings } }

  /// What filters need to render photos of a depth: the images are made by the first caller while others wait.
  ///
  /// - Parameter base: The kernels and band height to use.
  package func renderContext(
    forPhotos depth: PixelFormat.Depth, base: RenderContext = RenderContext()
  ) throws -> RenderContext {
    var base = base
    base.typefaces = typefaces
    let images = try images(in: recipe.workingFormat(photo: depth), base)
    return RenderContext(
      kernels: base.kernels, sources: images, shared: shared, bandHeight: base.bandHeight, typefaces: typefaces)
  }

  private func images(in format: PixelFormat, _ context: RenderContext) throws -> [String: Image] {
    try made.withLock { made in
      if let images = made.images[format] { return images }
      var images: [String: Image] = [:]
      for source in recipe.sources {
        do {
          switch source.content {
          case .drawn(let filter): images[source.name] = try filter.makeImage(in: format, context)
          case .file(let path):
            let reader = try ImageCodec.makeReader(
              bytes: pictures[source.name]!.bytes, limits: limits, colors: colors, spareMemory: 0)
            images[source.name] = try chains[format]![source.name]!.image(reader, colors, in: context)
            let found = reader.warnings + [reader.info.colorWarning].compactMap(\.self)
            for warning in found.map({ "\(path): \($0)" }) where !made.warnings.contains(warning) {
              made.warnings.append(warning)
            }
          case .ownFile, .photo: continue
          }
        } catch let error as CodecError {
          throw recipe.error(at: source.node, .unusablePicture(path: nil, ErrorDescriptor(error)))
        }
      }
      made.images[format] = images
      return images
    }
  }
}
