import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore

/// A recipe made ready for a batch: what is the same for all photos is worked out once.
struct BatchRecipe: Sendable {
  let recipe: Recipe
  let sources: SourceSet
  /// The recipe's pictures, by source name.
  let sourceFiles: [String: SourceFile]
  /// SHA-256 of the canonical recipe.
  let hash: String

  /// A picture of the recipe.
  struct SourceFile: Sendable {
    /// Seen from where the recipe was named.
    var path: String
    var content: FileContent
  }

  let limits: PhotoLimits
  /// SHA-256 of the recipe's pictures, by source name.
  let sourceHashes: [String: String]
  /// What each output's identity begins with: everything but the photo and the file's name.
  private let identityStems: [IdentityStem]
  /// What stands for the recipe, its pictures and the engine in the identity of any work.
  let identity: String
  /// Whether an output's name depends on its size, so that the photo's header is needed to name it.
  let namesNeedSizes: Bool

  /// Reads the recipe's pictures.
  ///
  /// - Parameter workers: Decode them.
  init(_ recipe: Recipe, limits: PhotoLimits, workers: WorkerPool = .none) throws {
    let pictures = try Self.pictures(of: recipe, limits: limits, workers)
    var files: [String: SourceFile] = [:]
    let sources = try SourceSet(
      of: recipe, limits: limits.decoding,
      picture: { source, path in
        let picture = pictures[path]!
        files[source.name] = picture.file
        return (picture.file.content.image, picture.info)
      })
    self.init(recipe, limits: limits, sources: sources, files: files)
    try checkNames()
  }

  private init(_ recipe: Recipe, limits: PhotoLimits, sources: SourceSet, files: [String: SourceFile]) {
    (self.recipe, self.limits, self.sources, sourceFiles) = (recipe, limits, sources, files)
    hash = SHA256.hex(of: recipe.canonicalYAML)
    sourceHashes = files.mapValues(\.content.version.sha256)
    let stems = Self.identityStems(of: recipe, engine: .current, sources: sources, sourceHashes: sourceHashes)
    identityStems = stems
    identity = SHA256.hex(of: ([hash] + stems.map(\.hex)).joined())
    namesNeedSizes = recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
  }

  /// The recipe with other outputs, and the same pictures.
  func with(outputs: [Recipe.Output]) -> BatchRecipe {
    var recipe = recipe
    recipe.outputs = outputs
    return BatchRecipe(recipe, limits: limits, sources: sources, files: sourceFiles)
  }

  /// The content of the recipe's pictures, by their paths as the recipe writes them.
  var pictures: [String: EncodedImage] {
    var pictures: [String: EncodedImage] = [:]
    for source in recipe.sources {
      if case .file(let path) = source.content { pictures[path] = sourceFiles[source.name]!.content.image }
    }
    return pictures
  }

  /// Plans a part of the recipe for a photo.
  func plan(_ part: Recipe, for photo: RenderPlan.Photo, limits: DecodeLimits) throws -> RenderPlan {
    try RenderPlan(part, photo: photo, sources: sources.shapes(forPhotos: photo.depth), limits: limits)
  }

  /// The identity of the work that makes an output: sha256 over everything that decides the file's bytes and its name.
  func identity(ofOutput index: Int, photo: PhotoContent, path: String) -> String {
    identityStems[index].identity(of: photo, path: path)
  }

  /// What the outputs' identities begin with, had another engine or other pictures made them.
  func identityStems(engine: EngineText, sourceHashes: [String: String]) -> [IdentityStem] {
    Self.identityStems(of: recipe, engine: engine, sources: sources, sourceHashes: sourceHashes)
  }

  private static func identityStems(
    of recipe: Recipe, engine: EngineText, sources: SourceSet, sourceHashes: [String: String]
  ) -> [IdentityStem] {
    recipe.outputs.map { output in
      let names = recipe.sourceNames(of: output)
      let used = names.map { name in
        // A drawn source is told by its own text, a picture by its content.
        let source = recipe.sources.first { $0.name == name }!
        return switch source.content {
        case .drawn(let filter): "\(name) = \(filter.canonicalText)"
        case .file: "\(name) = \(sourceHashes[name]!)"
        }
      }
      let formats = Set([output.encoding.format] + names.compactMap { sources.infos[$0]?.format })
      return IdentityStem(engine, formats: formats, words: [recipe.chainText(of: output)] + used)
    }
  }

  /// Reads the files of a recipe's pictures, and their headers; by their paths as the recipe writes them.
  private static func pictures(
    of recipe: Recipe, limits: PhotoLimits, _ workers: WorkerPool
  ) throws -> [String: (file: SourceFile, info: ImageInfo)] {
    let named = recipe.sources.compactMap { source in
      if case .file(let path) = source.content { (source, path) } else { nil }
    }
    if named.isEmpty { return [:] }
    return try workers.lend { renderer in
      var pictures: [String: (SourceFile, ImageInfo)] = [:]
      for (source, path) in named where pictures[path] == nil {
        do {
          let file = try OpenFile(path: resolve(path, in: recipe), limits: limits)
          let content = try FileContent(file)
          pictures[path] = (SourceFile(path: file.path, content: content), try renderer.probe(file, limits: limits))
        } catch let error as PackshotError {
          throw recipe.error(at: source.node, error.message)
        } catch {
          throw recipe.error(at: source.node, "the picture \(path) cannot be used: \(PhotoFailure(error).message)")
        }
      }
      return pictures
    }
  }

  /// A path in the recipe, seen from the recipe's own folder.
  private static func resolve(_ path: String, in recipe: Recipe) -> String {
    guard !path.isFromRoot, let folder = recipe.file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}
