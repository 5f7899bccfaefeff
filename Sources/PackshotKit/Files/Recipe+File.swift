import Files
import ImageCodecs
import Pipeline
import Rendering

extension Recipe {
  /// Reads and checks a recipe file.
  ///
  /// - Throws: ``PackshotError`` if it cannot be read, `RecipeError` if it is wrong.
  public init(contentsOf path: String) throws {
    if FileStatus(path: path)?.kind == .folder {
      throw RecipeError(file: path, location: nil, path: "", message: "this is a folder, not a recipe")
    }
    try self.init(EncodedImage.contents(ofFile: path), file: path)
  }

  /// Reads and checks a recipe that is named on a command line: a file, a pipe such as a shell makes for `<(…)`, or `-` for
  /// standard input. What has no folder of its own names pictures as they are seen from the working folder.
  ///
  /// - Throws: ``PackshotError`` if it cannot be read, `RecipeError` if it is wrong.
  public init(argument: String) throws {
    if argument == "-" {
      let content = try StandardStreams.readInput(
        redirecting: "a recipe into it, such as < shop.yaml", limits: PhotoLimits())
      try self.init(content, file: StandardStreams.inputName)
    } else if FileStatus(path: argument)?.kind == .other {
      // Its number is another one the next time, and would be the recipe's name.
      let bytes = try StandardStreams.readToEnd(ofFile: argument, limits: PhotoLimits())
      try self.init(EncodedImage(bytes), file: "recipe")
    } else {
      try self.init(contentsOf: argument)
    }
  }

  private init(_ content: EncodedImage, file: String) throws {
    guard let text = content.text else {
      let isPicture = ImageFileFormat(signature: content.bytes) != nil
      throw RecipeError(
        file: file, location: nil, path: "",
        message: isPicture
          ? "this is a picture, not a recipe, which is a YAML file"
          : "this is not a recipe: the file is not UTF-8")
    }
    try self.init(yaml: text, file: file)
  }
}
