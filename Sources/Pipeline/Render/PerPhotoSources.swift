import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// The headers of a photo's per-photo images.
package struct PerPhotoHeaders: Sendable {
  /// Headers of the existing images, by source name.
  package var infos: [String: ImageInfo]
  /// Sources without an image, whose steps are skipped.
  package var missing: Set<String>

  package init(infos: [String: ImageInfo] = [:], missing: Set<String> = []) {
    (self.infos, self.missing) = (infos, missing)
  }
}

/// A per-photo image in its file.
package struct PerPhotoImage: Sendable {
  /// Name of the image in messages.
  package var path: String
  package var content: EncodedImage

  package init(path: String, content: EncodedImage) { (self.path, self.content) = (path, content) }
}

/// The error for a per-photo image that can't be decoded.
public struct PerPhotoImageError: DescribedError {
  /// Path of the image.
  public var path: String
  /// The decoding error.
  public var error: CodecError

  /// The error's description, with the path.
  public var descriptor: ErrorDescriptor {
    ErrorDescriptor(error).with(message: "the picture \(path) cannot be used: \(error.message)", ["path": path])
  }
}

/// The plans of a photo's per-photo sources.
struct PerPhotoSources: Sendable {
  private(set) var chains: [SourceChain] = []
  /// Memory that decoders need in bytes, by source name.
  private var decodingBytes: [String: Int] = [:]

  static let none = PerPhotoSources()

  private init() {}

  /// - Parameters:
  ///   - recipe: The recipe reduced to the photo, with its fields filled in. Sources that no step uses are not made.
  ///   - sources: Shapes of the recipe's sources, which the steps of a group's photos can use.
  ///   - working: The format that filters work in.
  init(
    of recipe: Recipe, photo: RenderPlan.Photo, sources: [String: ImageShape], in working: PixelFormat,
    limits: DecodeLimits
  ) throws(RecipeError) {
    let used = Set(recipe.outputs.flatMap(recipe.sourceNames))
    for source in recipe.sources where source.isOwn && used.contains(source.name) {
      var (size, orientation, hasAlpha, bytes) = (photo.size, photo.orientation, photo.hasAlpha, photo.decodingBytes)
      if source.content.isFile {
        if let own = photo.own {
          guard let info = own.infos[source.name] else {
            throw recipe.error(at: source.node, .ownPictureNotLookedFor)
          }
          (size, orientation, hasAlpha) = (info.size, info.orientation, info.hasAlpha)
          bytes = ImageCodec.decodingMemory(for: info, spareMemory: 0)
        } else {
          // When planning without a photo, per-photo images aren't known, so alpha is assumed.
          hasAlpha = true
        }
      }
      let planner = ChainPlanner(
        recipe: recipe, working: working,
        context: PlanContext(orientation: orientation, sources: source.content.isMember ? sources : [:]), limits: limits
      )
      do {
        let focus = FollowedFocus(photo.subject.focus(of: source.content), orientation: orientation)
        chains.append(try SourceChain(source, size: size, hasAlpha: hasAlpha, focus, by: planner))
      } catch {
        var error = error
        error.concernsPhoto = true
        throw error
      }
      decodingBytes[source.name] = bytes
    }
  }

  /// Returns only the sources with these names.
  func part(_ names: Set<String>) -> PerPhotoSources {
    var part = self
    part.chains = chains.filter { names.contains($0.source.name) }
    return part
  }

  /// Shapes of the sources' images, by name.
  var shapes: [String: ImageShape] { Dictionary(uniqueKeysWithValues: chains.map { ($0.source.name, $0.output) }) }

  /// Maximum memory in bytes: all images, and the memory to make one of them, because they are made one after another.
  var byteCount: Int {
    chains.reduce(0) { $0 + $1.output.byteCount }
      + (chains.map { $0.workingBytes + decodingBytes[$0.source.name]! }.max() ?? 0)
  }
}

extension RenderPlan {
  /// Shapes of the per-photo sources that are used, by name.
  package var ownShapes: [String: ImageShape] { own.shapes }

  /// Makes the images of the per-photo sources.
  ///
  /// - Parameters:
  ///   - photo: The photo that this plan was made for.
  ///   - pictures: The photo's per-photo images, by source name.
  ///   - context: The context for rendering.
  /// - Returns: The context with those images, and warnings about them.
  /// - Throws: ``PerPhotoImageError`` if an image can't be decoded.
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
        var context = context
        context.notes = StepNotes()
        own.sources[chain.source.name] = try chain.image(reader, colors, in: context)
        let planned = StepNotes()
        chain.takeNotes(planned)
        guard let picture else {
          warnings += planned.warnings
          continue
        }
        warnings += planned.warnings.map { Warning("\(picture.path): \($0.message)", kind: $0.kind, reason: $0.reason) }
        warnings += context.notes.warnings.map {
          Warning("\(picture.path): \($0.message)", kind: "\(chain.source.node.path): \($0.kind)")
        }
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

extension PhotoSubject {
  /// Returns the own focus of a source that is the photo, or another photo of its group.
  fileprivate func focus(of source: Recipe.Source.Content) -> Focus? {
    switch source {
    case .photo: focus
    case .member(let path): groups.values.lazy.flatMap(\.photos).first { $0.path == path }?.subject.focus
    case .drawn, .file, .ownFile: nil
    }
  }
}

extension Recipe.Source.Content {
  fileprivate var isPhoto: Bool { if case .photo = self { true } else { false } }
  fileprivate var isMember: Bool { if case .member = self { true } else { false } }
  /// Whether the source is another file than the photo.
  fileprivate var isFile: Bool {
    switch self {
    case .ownFile, .member: true
    case .file, .drawn, .photo: false
    }
  }
}

extension Recipe {
  /// Returns the sources whose per-photo images have to be looked up: the sources used by outputs that are made from
  /// the photo. The other photos of an output that shows several are among them.
  package func pictureSources(for photo: PhotoFacts) -> [Source] {
    var made = self
    made.outputs = outputs.filter { $0.objection(to: photo) == nil }
    // A text with an unknown value is reported when the photo is planned.
    let resolved = ((try? made.withGroups(for: photo.subject)) ?? made).resolved(for: photo)
    let used = Set(resolved.outputs.flatMap(resolved.sourceNames))
    return resolved.sources.filter { $0.content.isFile && used.contains($0.name) }
  }

  /// Formats of the extensions in the templates of per-photo images.
  package var ownFormats: [ImageFileFormat] {
    sources.compactMap { if case .ownFile(let template, _) = $0.content { template.format } else { nil } }
  }

  /// Whether the recipe has per-photo images, or outputs that show several photos.
  package var hasOwnPictures: Bool {
    hasGroups || sources.contains { $0.content.isFile }
  }
}
