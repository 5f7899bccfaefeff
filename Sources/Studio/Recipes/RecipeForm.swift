import Files
import Foundation
import PackshotKit
import Recipes

/// The form that the recipe editor submits.
struct RecipeForm: Sendable {
  /// Path relative to the studio's folder; empty for a new recipe without a name.
  let file: String
  let text: String
  /// Identifies the text that the page read from the file; empty for a new recipe.
  var version: String
  var photos: [String] = []
  /// The output that is shown, from 0.
  var outputIndex = 0
  var inputs: String?
  var output: String?
  /// Whether a person sent the text, which may not be saved.
  var isSent = false

  init(file: String, text: String, version: String) { (self.file, self.text, self.version) = (file, text, version) }

  init(_ form: Form) {
    self.init(
      file: form["file"] ?? "", text: (form["text"] ?? "").withLineFeeds, version: form["version"] ?? ""
    )
    photos = (1...3).map { form["photo\($0)"] ?? "" }
    outputIndex = form["shown"].flatMap { Int($0) } ?? 0
    (inputs, output) = (form["inputs"], form["output"])
    isSent = true
  }

  /// Reads the recipe's text. Included files and pictures are found from the place of its file.
  func recipe(in folder: StudioFolder) throws -> Recipe {
    try Recipe(text: text, file: file.isEmpty ? folder.path + "/recipe.yaml" : folder.absolutePath(of: file))
  }

  /// Writes the text into the file, unless the file has changed since the page read it.
  func write(in folder: StudioFolder) throws {
    let place = try folder.absolutePath(of: file)
    guard file.hasSuffix(".yaml") || file.hasSuffix(".yml") else { throw RecipeNameError(name: file) }
    let now = FileStatus.isAnything(at: place) ? try EncodedText.read(place) : nil
    // A file with Windows line endings keeps them.
    let isOfWindows =
      now.map { now in
        let ends = now.utf8.count { $0 == UInt8(ascii: "\n") }
        return ends > 0 && now.utf8.count - now.withLineFeeds.utf8.count == ends
      } ?? false
    let text = isOfWindows ? self.text.replacing("\n", with: "\r\n") : self.text
    if now == text { return }
    if version.isEmpty, now != nil {
      throw PackshotError.cannotWrite(path: file, why: "it already exists; choose another name")
    }
    if (now?.version ?? "") != version { throw ChangedMeanwhile(what: "the recipe \(file)") }
    if text.utf8.count > EncodedText.limit {
      throw PackshotError.cannotWrite(path: file, why: "the text has more than \(EncodedText.limit) bytes")
    }
    try Data(text.utf8).withUnsafeBytes { try TemporaryFile.write($0, to: place) }
  }
}

/// A name that a recipe can't be saved under.
struct RecipeNameError: Error, DescribedError {
  let name: String

  var descriptor: ErrorDescriptor {
    ErrorDescriptor(
      .usage, "the recipe's name is “\(name)”, but must end in .yaml", ["name": name], reason: "no-recipe-name")
  }
}

/// Reading text files.
enum EncodedText {
  /// The size of the largest recipe, in bytes.
  static let limit = 1 << 20

  /// Reads a regular file. Doesn't wait for a pipe.
  static func read(_ path: String) throws -> String {
    guard let status = FileStatus(path: path) else { throw PackshotError.missing(path: path) }
    guard status.kind == .file, status.byteCount <= limit,
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { throw PackshotError.unreadable(path: path, why: "it is not a text in UTF-8 of at most \(limit) bytes") }
    return text
  }
}

extension String {
  /// The text with a line feed at the end of each line.
  var withLineFeeds: String { replacing("\r\n", with: "\n") }

  /// Identifies the text.
  var version: String { Data(utf8).withUnsafeBytes { SHA256.hex(of: $0) } }
}
