import Catalog
import Crypto
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

  /// What each output's identity begins with: everything but the photo and the file's name.
  private let identityStems: [SHA256]
  /// Whether an output's name depends on its size, so that the photo's header is needed to name it.
  let namesNeedSizes: Bool

  init(_ recipe: Recipe, limits: PhotoLimits) throws {
    self.recipe = recipe
    var files: [String: SourceFile] = [:]
    var contents: [String: FileContent] = [:]
    for source in recipe.sources {
      guard case .file(let path) = source.content else { continue }
      do {
        let place = Self.resolve(path, in: recipe)
        let content = try contents[path] ?? FileContent(path: place, limits: limits)
        contents[path] = content
        files[source.name] = SourceFile(path: place, content: content)
      } catch let error as PackshotError {
        throw recipe.error(at: source.node, error.message)
      }
    }
    sourceFiles = files
    sources = try SourceSet(of: recipe, limits: limits.decoding) { contents[$0]!.image }
    hash = SHA256.hash(data: Data(recipe.canonicalYAML.utf8)).hex
    identityStems = recipe.outputs.map { output in
      var hash = SHA256()
      let used = recipe.sourceNames(of: output).map { name in
        // A drawn source is told by its own text, a picture by its content.
        let source = recipe.sources.first { $0.name == name }!
        return switch source.content {
        case .drawn(let filter): "\(name) = \(filter.canonicalText)"
        case .file: "\(name) = \(files[name]!.content.version.sha256)"
        }
      }
      let text = [Version.engineText, recipe.chainText(of: output)] + used
      hash.update(data: Data(text.joined(separator: "\n").utf8))
      return hash
    }
    namesNeedSizes = recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
    try checkNames()
  }

  /// Plans a part of the recipe for a photo.
  func plan(_ part: Recipe, for photo: RenderPlan.Photo, limits: DecodeLimits) throws -> RenderPlan {
    try RenderPlan(part, photo: photo, sources: sources.shapes(forPhotos: photo.depth), limits: limits)
  }

  /// The recipe with some of its outputs alone.
  func recipe(outputs indices: [Int]) -> Recipe {
    var part = recipe
    part.outputs = indices.map { recipe.outputs[$0] }
    return part
  }

  /// The identity of the work that makes an output: sha256 over everything that decides the file's bytes and its name.
  func identity(ofOutput index: Int, photo sha256: String, path: String) -> String {
    var hash = identityStems[index]
    var text = "\n" + sha256 + "\n" + path
    text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    return hash.finalize().hex
  }

  /// A path in the recipe, seen from the recipe's own folder.
  private static func resolve(_ path: String, in recipe: Recipe) -> String {
    guard !path.isFromRoot, let folder = recipe.file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}
