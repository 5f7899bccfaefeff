import Files
import Foundation
import ImageCodecs
import Parameters
import Recipes

/// A case of a golden suite: a recipe, a photo, and the expected picture.
public struct GoldenCase: Sendable {
  static let settingsName = "case.yaml"
  static let recipeName = "recipe.yaml"
  package static let expectedName = "expected.png"
  /// The possible names of a case's photo: "input.jpg, input.png or input.webp", and so on.
  public static let inputNames = Spelling.list(FormatList.all.map { "input.\($0.extensions[0])" }, "or")

  /// The PNG text keyword under which an expected picture contains the text of its recipe.
  static let recipeKeyword = "packshot recipe"

  /// Path of the case's folder, relative to the suite.
  public let name: String
  /// Path of the case's folder.
  public let folder: String
  /// Names of the files in the folder.
  private let files: [String]

  init(name: String, folder: String, files: [String]) {
    (self.name, self.folder, self.files) = (name, folder, files)
  }

  /// Path of the expected picture, whether it exists or not.
  public var expectedFile: String { folder + "/" + Self.expectedName }

  /// Reads `case.yaml`.
  ///
  /// - Throws: ``PackshotError`` or ``RecipeError``.
  public func settings() throws -> GoldenSettings {
    guard files.contains(Self.settingsName) else { return GoldenSettings() }
    let path = folder + "/" + Self.settingsName
    guard let text = try EncodedImage.contents(ofFile: path).text else {
      throw RecipeError(file: path, location: nil, path: "", .notUTF8)
    }
    // A file with only comments isn't a YAML mapping, but is allowed.
    let lines = text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    if lines.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) { return GoldenSettings() }
    return try GoldenSettings(yaml: text, file: path)
  }

  /// The case's files, and files elsewhere that it uses, with their roles.
  var neededFiles: [(path: String, role: String)] {
    var needed = files.map { (path: folder + "/" + $0, role: "a file of the case \(name)") }
    if let settings = try? settings() {
      needed.append((recipeFile(settings), "the recipe of the case \(name)"))
      for path in [settings.input, settings.mask].compactMap(\.self) {
        needed.append((place(path), "a picture of the case \(name)"))
      }
    }
    return needed
  }

  /// Returns the path of the recipe.
  func recipeFile(_ settings: GoldenSettings) -> String { place(settings.recipe ?? Self.recipeName) }

  /// Returns the text of the recipe.
  func recipeText(_ settings: GoldenSettings) throws -> String {
    try EncodedImage.contents(ofFile: recipeFile(settings)).text ?? ""
  }

  /// Returns the path of the photo.
  func inputFile(_ settings: GoldenSettings) throws(PackshotError) -> String {
    if let input = settings.input { return place(input) }
    let inputs = files.filter { $0.hasPrefix("input.") }
    switch inputs.count {
    case 1: return place(inputs[0])
    case 0:
      throw .missing(path: "\(folder)/\(Self.inputNames)")
    default:
      throw .unreadable(
        path: folder,
        why: "it has \(inputs.joined(separator: " and ")); keep one, or name it in \(Self.settingsName)")
    }
  }

  /// Resolves a path relative to the case's folder. A path inside the folder starts as the folder's path does.
  func place(_ path: String) -> String {
    if path.isFromRoot { return path }
    return path.isPlainPath ? folder + "/" + path : directPath(folder + "/" + path)
  }

  /// Whether a text is a relative path whose components don't begin with a dot.
  package static func isName(_ text: String) -> Bool { text.isPlainPath && !text.isFromRoot }
}
