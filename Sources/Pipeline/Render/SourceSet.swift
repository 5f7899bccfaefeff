import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes
import Synchronization
import Typesetting

/// The sources of a recipe that all photos share. Their shapes are known at once, and their images are made when the
/// first photo needs them.
///
/// The images have the photo's depth and transfer, so a batch with photos of 8 and 16 bits has two sets of images.
package final class SourceSet: Sendable {
  /// Headers of the picture files among the sources, by name.
  package var infos: [String: ImageInfo] { pictures.mapValues(\.info) }
  /// How colours are converted when pictures and photos are decoded.
  package let colors: ColorHandling
  private let recipe: Recipe
  private let pictures: [String: Picture]
  private let limits: DecodeLimits
  /// Shapes by working format and source name.
  private let shapes: [PixelFormat: [String: ImageShape]]
  private let shared = SharedImages()
  private let made = Mutex(Made())
  /// The recipe's fonts, in the process that renders.
  private let typefaces: [String: Typeface]
  /// Plans of the picture files, and of drawings with steps, by working format and source name.
  private let chains: [PixelFormat: [String: SourceChain]]

  private struct Picture: Sendable {
    let bytes: EncodedImage
    let info: ImageInfo
  }

  private struct Made {
    var images: [PixelFormat: [String: Image]] = [:]
    var warnings: [String] = []
  }

  /// Reads the headers of the recipe's images.
  ///
  /// - Parameters:
  ///   - cmykProfile: The profile for CMYK pictures without one.
  ///   - typefaces: The recipe's fonts, by name.
  ///   - textSizes: Sizes of the sources that are texts, by name.
  ///   - bytes: Returns the content of the picture at a path, as the recipe writes it.
  package convenience init(
    of recipe: Recipe, limits: DecodeLimits = DecodeLimits(), cmykProfile: CMYKProfile? = nil,
    typefaces: [String: Typeface] = [:], textSizes: [String: PixelSize] = [:],
    bytes: (String) throws -> EncodedImage
  ) throws {
    try self.init(
      of: recipe, limits: limits, cmykProfile: cmykProfile, typefaces: typefaces, textSizes: textSizes,
      picture: { source, path in
        let encoded = try bytes(path)
        do {
          return (encoded, try ImageCodec.probe(encoded, limits: limits))
        } catch let error as CodecError {
          throw recipe.error(at: source.node, .unusablePicture(path: path, ErrorDescriptor(error)))
        }
      })
  }

  /// Takes the recipe's images, whose headers were read before.
  ///
  /// - Parameters:
  ///   - cmykProfile: The profile for CMYK pictures without one.
  ///   - typefaces: The recipe's fonts, by name. Empty if nothing is drawn in this process.
  ///   - textSizes: Sizes of the sources that are texts, by name.
  ///   - picture: Returns the content and header of a source's picture at a path, as the recipe writes it.
  package init(
    of recipe: Recipe, limits: DecodeLimits = DecodeLimits(), cmykProfile: CMYKProfile? = nil,
    typefaces: [String: Typeface] = [:], textSizes: [String: PixelSize] = [:],
    picture: (Recipe.Source, String) throws -> (bytes: EncodedImage, info: ImageInfo)
  ) throws {
    // Drawn sources use the colours of the working space.
    let recipe = recipe.inWorkingSpace
    self.recipe = recipe
    self.limits = limits
    self.typefaces = typefaces
    colors = ColorHandling(conversion: recipe.conversion, cmykProfile: cmykProfile)
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
      let drawn = try Self.drawnShapes(of: recipe, textSizes, in: format)
      let ofFormat = try Self.chains(
        of: recipe, infos: pictures.mapValues(\.info), drawn: drawn, in: format, limits)
      chains[format] = ofFormat
      shapes[format] = drawn.merging(ofFormat.mapValues(\.output)) { $1 }
    }
    (self.shapes, self.chains) = (shapes, chains)
  }

  private static func chains(
    of recipe: Recipe, infos: [String: ImageInfo], drawn: [String: ImageShape], in format: PixelFormat,
    _ limits: DecodeLimits
  ) throws(RecipeError) -> [String: SourceChain] {
    var chains: [String: SourceChain] = [:]
    for source in recipe.sources {
      let info = infos[source.name]
      let planner = ChainPlanner(
        recipe: recipe, working: format, context: PlanContext(orientation: info?.orientation ?? .up), limits: limits)
      do {
        if let info {
          chains[source.name] = try SourceChain(source, size: info.size, hasAlpha: info.hasAlpha, .none, by: planner)
        } else if let shape = drawn[source.name], !source.steps.isEmpty {
          chains[source.name] = try SourceChain(source, drawn: shape, by: planner)
        }
      } catch {
        // The error is about the recipe's picture, not about a photo.
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
          // The size of a text follows from its letters.
          shapes[source.name] = ImageShape(size: textSizes[source.name] ?? shape.size, format: shape.format)
        } catch {
          throw recipe.error(at: source.node, .filter(error))
        }
      case .file, .ownFile, .photo, .member: continue
      }
    }
    return shapes
  }

  /// Returns the shapes by name for photos of a depth. Pictures are upright.
  package func shapes(forPhotos depth: PixelFormat.Depth) -> [String: ImageShape] {
    shapes[recipe.workingFormat(photo: depth)]!
  }

  /// Returns the memory of the images for photos of a depth, under the name that plans use for them.
  package func sharedBytes(forPhotos depth: PixelFormat.Depth) -> [String: Int] {
    RenderPlan.sharedBytes(of: shapes(forPhotos: depth), in: recipe.workingFormat(photo: depth))
  }

  /// Warnings about the pictures, available after they are made.
  package var warnings: [String] { made.withLock { $0.warnings } }

  /// Returns the context to render photos of a depth. The first caller makes the images while other callers wait.
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
          case .drawn(let filter):
            let drawing = try filter.makeImage(in: format, context)
            images[source.name] = try chains[format]![source.name]?.image(of: drawing, in: context) ?? drawing
          case .file(let path):
            let reader = try ImageCodec.makeReader(
              bytes: pictures[source.name]!.bytes, limits: limits, colors: colors, spareMemory: 0)
            images[source.name] = try chains[format]![source.name]!.image(reader, colors, in: context)
            let found = reader.warnings + [reader.info.colorWarning].compactMap(\.self)
            for warning in found.map({ "\(path): \($0)" }) where !made.warnings.contains(warning) {
              made.warnings.append(warning)
            }
          case .ownFile, .photo, .member: continue
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
