import Files
import Parameters

extension Recipe {
  /// Allowed length of a recipe's name in Unicode scalars, as JSON Schema counts.
  static let nameLengths = 1...200

  /// A file with a CMYK profile.
  package struct CMYKFile: Sendable {
    /// The path as the recipe writes it.
    package var path: String
    package var node: Node

    package init(path: String, node: Node) { (self.path, self.node) = (path, node) }
  }
}

extension RecipeReader {
  func name(_ entry: Value.Entry, path: String) throws(RecipeError) -> String {
    let name = try text(entry, path: path)
    let length = name.unicodeScalars.count
    guard Recipe.nameLengths.contains(length) else {
      throw error(
        at: entry.value.location, path, .wrongLength(key: "name", count: length, allowed: Recipe.nameLengths))
    }
    return name
  }

  func cmyk(_ entry: Value.Entry, path: String) throws(RecipeError) -> Recipe.CMYKFile {
    Recipe.CMYKFile(path: try text(entry, path: path), node: Recipe.Node(path: path, location: entry.value.location))
  }
}
