import Files
import Filters
import ImageCodecs
import Pipeline
import PixelCore

/// A recipe made ready to render photos by: checked, with its resources opened and hashed. What is the same for all photos is
/// worked out once.
package struct PreparedRecipe: Sendable {
  package let recipe: Recipe
  package let limits: PhotoLimits
  /// The files that it uses besides photos, each once.
  package let resources: [Resource]
  package let sources: SourceSet
  /// Those of its outputs and of its pictures.
  package let formats: Set<ImageFileFormat>
  /// The profile of CMYK that comes without one.
  package let inks: InkFile?
  /// SHA-256 of the canonical recipe.
  package let hash: String
  /// What stands for the recipe, its resources and the engine in the identity of any work.
  package let identity: String
  /// One for each output.
  private let stems: [IdentityStem]

  /// Reads the recipe's resources.
  ///
  /// - Parameters:
  ///   - cmyk: Which profile CMYK is converted by that comes without one.
  ///   - files: Where its resources are.
  ///   - workers: Read the pictures' headers.
  /// - Throws: `RecipeError` where a resource cannot be used, or two outputs always have the same name.
  package init(
    _ recipe: Recipe, limits: PhotoLimits, cmyk: CMYKChoice = .recipe, files: RecipeFiles = .onDisk,
    workers: WorkerPool = .none
  ) throws {
    try Self.loadLibraries(of: recipe)
    workers.expect(recipe.outputs.map(\.encoding.format))
    let inks = try InkFile.find(cmyk, for: recipe, files)
    let pictures = try Self.pictures(of: recipe, files, limits: limits, workers)
    let sources = try SourceSet(
      of: recipe, limits: limits.decoding, inks: inks?.profile,
      picture: { _, path in
        let picture = pictures.first { $0.resource.writtenPath == path }!
        return (picture.resource.content.image, picture.info)
      })
    self.init(recipe, limits: limits, sources: sources, inks: inks, resources: pictures.map(\.resource))
    try checkNames()
  }

  private init(
    _ recipe: Recipe, limits: PhotoLimits, sources: SourceSet, inks: InkFile?, resources: [Resource]
  ) {
    (self.recipe, self.limits, self.sources, self.inks) = (recipe, limits, sources, inks)
    self.resources = resources + [inks?.resource].compactMap(\.self)
    formats = Set(recipe.outputs.map(\.encoding.format) + sources.infos.values.map(\.format))
    hash = SHA256.hex(of: recipe.canonicalYAML)
    let hashes = Self.hashes(of: resources, in: recipe)
    stems = recipe.outputs.map {
      IdentityStem(of: $0, in: recipe, engine: .current, infos: sources.infos, sourceHashes: hashes, inks: inks)
    }
    identity = SHA256.hex(of: ([hash, inks?.resource.sha256 ?? ""] + stems.map(\.hex)).joined())
  }

  /// The recipe with other outputs, and the same resources.
  package func with(outputs: [Recipe.Output]) -> PreparedRecipe {
    var recipe = recipe
    recipe.outputs = outputs
    return PreparedRecipe(
      recipe, limits: limits, sources: sources, inks: inks, resources: resources.filter { $0.kind == .picture })
  }

  /// The picture that a source is, unless it is drawn.
  package func resource(of source: Recipe.Source) -> Resource? { Self.resource(of: source, among: resources) }

  private static func resource(of source: Recipe.Source, among resources: [Resource]) -> Resource? {
    guard case .file(let path) = source.content else { return nil }
    return resources.first { $0.kind == .picture && $0.writtenPath == path }
  }

  /// Plans the recipe for a photo.
  package func plan(for photo: RenderPlan.Photo, limits: DecodeLimits) throws -> RenderPlan {
    try RenderPlan(
      recipe, photo: photo, sources: sources.shapes(forPhotos: photo.depth), colors: sources.colors, limits: limits)
  }

  // MARK: Identities

  /// SHA-256 of the pictures, by the names of their sources.
  package var sourceHashes: [String: String] { Self.hashes(of: resources, in: recipe) }

  private static func hashes(of resources: [Resource], in recipe: Recipe) -> [String: String] {
    var hashes: [String: String] = [:]
    for source in recipe.sources { hashes[source.name] = resource(of: source, among: resources)?.sha256 }
    return hashes
  }

  /// The identity of the work that makes an output of a photo, in a file below the output folder.
  package func identity(ofOutput index: Int, photo: PhotoContent, path: String) -> String {
    stems[index].identity(of: photo, path: path)
  }

  /// What the outputs' identities begin with, had another engine or other pictures made them.
  package func identityStems(engine: EngineText, sourceHashes: [String: String]) -> [IdentityStem] {
    recipe.outputs.map {
      IdentityStem(of: $0, in: recipe, engine: engine, infos: sources.infos, sourceHashes: sourceHashes, inks: inks)
    }
  }

  // MARK: Reading

  /// Loads what writes the outputs, which is a part of their identities.
  private static func loadLibraries(of recipe: Recipe) throws(RecipeError) {
    for output in recipe.outputs {
      do throws(CodecError) { try output.encoding.format.loadLibrary() } catch {
        throw recipe.error(at: output.node, error.message)
      }
    }
  }

  /// Opens and hashes a recipe's pictures, and has their headers read.
  private static func pictures(
    of recipe: Recipe, _ files: RecipeFiles, limits: PhotoLimits, _ workers: WorkerPool
  ) throws -> [(resource: Resource, info: ImageInfo)] {
    let named = recipe.sources.compactMap { source in
      if case .file(let path) = source.content { (source, path) } else { nil }
    }
    if named.isEmpty { return [] }
    return try workers.lend { renderer in
      var pictures: [(resource: Resource, info: ImageInfo)] = []
      for (source, path) in named where !pictures.contains(where: { $0.resource.writtenPath == path }) {
        do {
          let file = try files.open(path, of: recipe, limits: limits)
          pictures.append((try Resource(.picture, path, file), try renderer.probe(file, limits: limits)))
        } catch let error as RenderingError {
          throw recipe.error(at: source.node, error.message)
        } catch {
          throw recipe.error(at: source.node, "the picture \(path) cannot be used: \(PhotoFailure(error).message)")
        }
      }
      return pictures
    }
  }
}
