import Files
import ImageCodecs
import Recipes

/// Where a recipe's own files are: its pictures, and its profile for CMYK.
package enum RecipeFiles: Sendable {
  /// Where the recipe says, seen from its own folder.
  case onDisk
  /// In memory, by the paths that the recipe has for them; a path that is not among them leads to no file.
  case inMemory([String: EncodedImage])

  /// Opens one of them.
  ///
  /// - Parameters:
  ///   - path: As the recipe has it.
  ///   - isDerived: Whether the path was made from a photo's name: see ``existingPath(_:isDerived:)``.
  func open(
    _ path: String, of recipe: Recipe, limits: PhotoLimits, isDerived: Bool = false
  ) throws(RenderingError) -> OpenFile {
    switch self {
    case .onDisk: return try OpenFile(meant: Self.resolve(path, in: recipe), isDerived: isDerived, limits: limits)
    case .inMemory(let files):
      guard let content = files[path] else { throw .missing(path: path) }
      return try OpenFile(memory: content, name: path)
    }
  }

  /// The bytes of one of them that is no picture.
  package func content(_ path: String, of recipe: Recipe) throws(RenderingError) -> EncodedImage {
    try open(path, of: recipe, limits: PhotoLimits()).content()
  }

  /// A path in a recipe, seen from the recipe's own folder.
  package static func resolve(_ path: String, in recipe: Recipe) -> String {
    guard !path.isFromRoot, let folder = recipe.file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}
