import Files
import ImageCodecs
import Recipes

/// Access to a recipe's own files: its images, fonts, table and CMYK profile.
package enum RecipeFiles: Sendable {
  /// Files on disk, with paths relative to the recipe's folder.
  case onDisk
  /// Files in memory, by their paths in the recipe. Other paths don't exist.
  case inMemory([String: EncodedImage])

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path as the recipe writes it.
  ///   - isDerived: Whether the path was made from a photo's name; see ``existingPath(_:isDerived:)``.
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

  /// Returns the bytes of a file that isn't a picture.
  package func content(_ path: String, of recipe: Recipe) throws(RenderingError) -> EncodedImage {
    try open(path, of: recipe, limits: PhotoLimits()).content()
  }

  /// Resolves a path in a recipe relative to the recipe's folder.
  package static func resolve(_ path: String, in recipe: Recipe) -> String {
    guard !path.isFromRoot, let folder = recipe.file.splitPath.folder else { return path }
    return folder + "/" + path
  }
}
