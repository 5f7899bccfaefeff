import Files
import Foundation
import ImageCodecs
import Parameters
import Recipes

/// One case of a golden suite: a recipe, a photo, and the picture that they are to give.
public struct GoldenCase: Sendable {
  static let settingsName = "case.yaml"
  static let recipeName = "recipe.yaml"
  package static let expectedName = "expected.png"
  /// What its photo may be called: "input.jpg, input.png or input.webp", and so on.
  public static let inputNames = Spelling.list(FormatList.all.map { "input.\($0.extensions[0])" }, "or")

  /// By what keyword an expected picture has the text of the recipe that made it.
  static let recipeKeyword = "packshot recipe"

  /// Its folder's path below the suite's.
  public let name: String
  /// Its folder.
  public let folder: String
  /// What lies in the folder.
  private let files: [String]

  init(name: String, folder: String, files: [String]) {
    (self.name, self.folder, self.files) = (name, folder, files)
  }

  /// Where the picture as it should be is, or is to be.
  public var expectedFile: String { folder + "/" + Self.expectedName }

  /// What `case.yaml` says.
  ///
  /// - Throws: ``PackshotError`` or ``RecipeError``.
  public func settings() throws -> GoldenSettings {
    guard files.contains(Self.settingsName) else { return GoldenSettings() }
    let path = folder + "/" + Self.settingsName
    guard let text = try EncodedImage.contents(ofFile: path).text else {
      throw RecipeError(file: path, location: nil, path: "", .notUTF8)
    }
    // Notes alone ask for nothing.
    let lines = text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    if lines.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) { return GoldenSettings() }
    return try GoldenSettings(yaml: text, file: path)
  }

  /// Its files, and those elsewhere that it names, with what they are.
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

  /// The recipe's file.
  func recipeFile(_ settings: GoldenSettings) -> String { place(settings.recipe ?? Self.recipeName) }

  /// The recipe's text.
  func recipeText(_ settings: GoldenSettings) throws -> String {
    try EncodedImage.contents(ofFile: recipeFile(settings)).text ?? ""
  }

  /// The photo's file.
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

  /// A path seen from the case's folder. What lies in that is called as the folder is.
  func place(_ path: String) -> String {
    if path.isFromRoot { return path }
    return path.isPlainPath ? folder + "/" + path : directPath(folder + "/" + path)
  }

  /// Whether a text names a place below a folder: a name, or several with slashes between, none of which begins with a dot.
  package static func isName(_ text: String) -> Bool { text.isPlainPath && !text.isFromRoot }
}
