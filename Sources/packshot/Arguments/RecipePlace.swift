import ArgumentParser
import Foundation
import PackshotKit

/// The first argument of a command, which must be the recipe.
enum RecipePlace {
  /// Throws if the argument is a picture or a folder, because the recipe is missing or comes later. The error contains
  /// the command that was probably intended.
  ///
  /// - Parameters:
  ///   - recipe: The first argument.
  ///   - others: The arguments after it.
  ///   - options: Other required options of the command, as typed.
  static func check(
    _ recipe: String, of command: String, before others: [String], options: String = ""
  ) throws(ValidationError) {
    guard let found = kind(of: recipe) else { return }
    let place = others.firstIndex(where: isRecipe)
    var words = others
    if let place { words.remove(at: place) }
    words = [place.map { others[$0] } ?? "RECIPE.yaml", recipe] + words
    let line = (["packshot", command] + words.map { $0 == "-" ? $0 : Console.shellPath($0) }).joined(separator: " ")
    let hint = place == nil ? " (`packshot init RECIPE.yaml` writes one to start from)" : ""
    throw ValidationError(
      "\(Console.printable(recipe)) is \(found), not a recipe; the recipe comes first: \(line)\(options)\(hint)")
  }

  /// Whether a path looks like the path of a recipe.
  static func isRecipe(_ path: String) -> Bool { ["yaml", "yml"].contains(pathExtension(path)) }

  /// Returns what the argument is, if it isn't a recipe.
  private static func kind(of path: String) -> String? {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return "a folder" }
    return ImageFileFormat(pathExtension: pathExtension(path)) == nil ? nil : "a picture"
  }

  private static func pathExtension(_ path: String) -> String {
    String(path.split(separator: ".").last ?? "").lowercased()
  }
}
