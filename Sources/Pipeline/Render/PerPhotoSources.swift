import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// What is known of the pictures that a photo has of its own, before a pixel moves.
package struct PerPhotoHeaders: Sendable {
  /// The headers of those that are there, by the names of their sources.
  package var infos: [String: ImageInfo]
  /// The sources that there is none for, and whose steps are left out.
  package var missing: Set<String>

  package init(infos: [String: ImageInfo] = [:], missing: Set<String> = []) {
    (self.infos, self.missing) = (infos, missing)
  }
}

/// A picture that a photo has of its own, in its file.
package struct PerPhotoImage: Sendable {
  /// What messages call it.
  package var path: String
  package var content: EncodedImage

  package init(path: String, content: EncodedImage) { (self.path, self.content) = (path, content) }
}

/// A picture that a photo has of its own cannot be decoded.
public struct PerPhotoImageError: DescribedError {
  /// The picture's file.
  public var path: String
  /// What is wrong with it.
  public var error: CodecError

  /// What is wrong with the picture, and which it is.
  public var descriptor: ErrorDescriptor {
    ErrorDescriptor(error).with(message: "the picture \(path) cannot be used: \(error.message)", ["path": path])
  }
}

/// The sources that a photo has of its own, planned for it.
struct PerPhotoSources: Sendable {
  private(set) var chains: [SourceChain] = []
  /// Bytes that decoders hold, by the names of the sources.
  private var decodingBytes: [String: Int] = [:]

  static let none = PerPhotoSources()

  private init() {}

  /// - Parameters:
  ///   - recipe: Settled and filled for the photo: sources that no step uses any more are not made.
  ///   - working: What filters work in.
  init(
    of recipe: Recipe, photo: RenderPlan.Photo, in working: PixelFormat, limits: DecodeLimits
  ) throws(RecipeError) {
    let used = Set(recipe.outputs.flatMap(recipe.sourceNames))
    for source in recipe.sources where source.isOwn && used.contains(source.name) {
      var (size, orientation, hasAlpha, bytes) = (photo.size, photo.orientation, photo.hasAlpha, photo.decodingBytes)
      if case .ownFile = source.content {
        if let own = photo.own {
          guard let info = own.infos[source.name] else {
            throw recipe.error(at: source.node, .ownPictureNotLookedFor)
          }
          (size, orientation, hasAlpha) = (info.size, info.orientation, info.hasAlpha)
          bytes = ImageCodec.decodingMemory(for: info, spareMemory: 0)
        } else {
          // As no photo is there, none of its pictures is.
          hasAlpha = true
        }
      }
      let planner = ChainPlanner(
        recipe: recipe, working: working, context: PlanContext(orientation: orientation), limits: limits)
      do {
        chains.append(try SourceChain(source, size: size, hasAlpha: hasAlpha, by: planner))
      } catch {
        var error = error
        error.concernsPhoto = true
        throw error
      }
      decodingBytes[source.name] = bytes
    }
  }

  /// Those of some names alone.
  func part(_ names: Set<String>) -> PerPhotoSources {
    var part = self
    part.chains = chains.filter { names.contains($0.source.name) }
    return part
  }

  /// The shapes of their images, by name.
  var shapes: [String: ImageShape] { Dictionary(uniqueKeysWithValues: chains.map { ($0.source.name, $0.output) }) }

  /// Bytes held at most: all images, and what it takes to make one of them, as they are made one after another.
  var byteCount: Int {
    chains.reduce(0) { $0 + $1.output.byteCount }
      + (chains.map { $0.workingBytes + decodingBytes[$0.source.name]! }.max() ?? 0)
  }
}

extension RenderPlan {
  /// The sources that the photo has of its own and that are used, by name, and their shapes.
  package var ownShapes: [String: ImageShape] { own.shapes }

  /// Makes the images of the sources that the photo has of its own.
  ///
  /// - Parameters:
  ///   - photo: The photo that this plan was made for.
  ///   - pictures: Its pictures, by the names of their sources.
  ///   - context: What is otherwise needed to render.
  /// - Returns: The context with those images, and what a person should know of them.
  /// - Throws: ``PerPhotoImageError`` where one cannot be decoded.
  package func makePerPhotoSources(
    of photo: EncodedImage, pictures: [String: PerPhotoImage], limits: DecodeLimits, in context: RenderContext
  ) throws -> (context: RenderContext, warnings: [Warning]) {
    var (own, warnings) = (context, [Warning]())
    for chain in self.own.chains {
      let picture = pictures[chain.source.name]
      guard let content = chain.source.content.isPhoto ? photo : picture?.content else {
        preconditionFailure("a plan uses no picture that is not there")
      }
      do {
        let reader = try ImageCodec.makeReader(bytes: content, limits: limits, colors: colors, spareMemory: 0)
        own.sources[chain.source.name] = try chain.image(reader, colors, in: context)
        guard let picture else { continue }
        warnings += (reader.warnings + [reader.info.colorWarning].compactMap(\.self)).map {
          Warning("\(picture.path): \($0)", kind: "\(chain.source.node.path): \(Warning(ofFile: $0).kind)")
        }
      } catch let error as CodecError {
        guard let picture else { throw error }
        throw PerPhotoImageError(path: picture.path, error: error)
      }
    }
    return (own, warnings)
  }
}

extension Recipe.Source.Content {
  fileprivate var isPhoto: Bool { if case .photo = self { true } else { false } }
}

extension Recipe {
  /// The sources whose pictures are looked for with a photo: those of its own that its outputs use, by the steps that are
  /// taken for it.
  package func pictureSources(for photo: PhotoFacts) -> [Source] {
    let settled = settled(for: photo)
    let made = settled.outputs.filter { $0.when?.holds(for: photo) ?? true }
    let used = Set(made.flatMap(settled.sourceNames))
    return sources.filter { if case .ownFile = $0.content { used.contains($0.name) } else { false } }
  }

  /// The formats that the names of photos' own pictures tell of.
  package var ownFormats: [ImageFileFormat] {
    sources.compactMap { if case .ownFile(let template, _) = $0.content { template.format } else { nil } }
  }

  /// Whether photos have pictures of their own.
  package var hasOwnPictures: Bool {
    sources.contains { if case .ownFile = $0.content { true } else { false } }
  }
}
