import Errors
import Files
import Filters
import ImageCodecs
import Recipes
import Rendering

extension Recipe {
  /// Reads and checks a recipe file.
  ///
  /// - Parameter filters: The filters that the recipe can use.
  /// - Throws: ``PackshotError`` if the file can't be read, `RecipeError` if the recipe isn't valid.
  public init(contentsOf path: String, filters: FilterList = .standard) throws {
    if FileStatus(path: path)?.kind == .folder {
      throw RecipeError(file: path, location: nil, path: "", .notARecipe(.folder))
    }
    try self.init(EncodedImage.contents(ofFile: path), file: path, filters)
  }

  /// Reads and checks a recipe named on a command line: a file, a pipe such as a shell makes for `<(…)`, or `-` for
  /// standard input. For a pipe or standard input, relative paths in the recipe start from the working folder.
  ///
  /// - Throws: ``PackshotError`` if it can't be read, `RecipeError` if the recipe isn't valid.
  public init(argument: String, filters: FilterList = .standard) throws {
    if argument == "-" {
      let content = try StandardStreams.readInput(
        redirecting: "a recipe into it, such as < shop.yaml", limits: PhotoLimits())
      try self.init(content, file: StandardStreams.inputName, filters)
    } else if FileStatus(path: argument)?.kind == .other {
      // A pipe's path contains a number that differs each time, so it can't be the recipe's name.
      let bytes = try StandardStreams.readToEnd(ofFile: argument, limits: PhotoLimits())
      try self.init(EncodedImage(bytes), file: "recipe", filters)
    } else {
      try self.init(contentsOf: argument, filters: filters)
    }
  }

  /// Reads and checks the text of a recipe. Files that it names are found from the place of `file`, which doesn't have to
  /// exist.
  package init(text: String, file: String) throws(RecipeError) {
    try self.init(yaml: text, file: file, readInclude: Self.included)
  }

  private init(_ content: EncodedImage, file: String, _ filters: FilterList) throws {
    guard let text = content.text else {
      let isPicture = ImageFileFormat(signature: content.bytes) != nil
      throw RecipeError(file: file, location: nil, path: "", .notARecipe(isPicture ? .picture : .notUTF8))
    }
    try self.init(yaml: text, file: file, filters: filters, readInclude: Self.included)
  }

  /// Returns the text of a file that a recipe includes.
  private static func included(_ path: String) throws(UnreadableInclude) -> String {
    if FileStatus(path: path)?.kind == .folder { throw .includeIsFolder }
    let content: EncodedImage
    do { content = try EncodedImage.contents(ofFile: path) } catch {
      throw .unreadable(ErrorDescriptor(error))
    }
    guard let text = content.text else { throw .includeNotUTF8 }
    return text
  }
}
