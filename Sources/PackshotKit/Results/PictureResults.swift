public import Errors

/// A picture that was rendered into a file.
public struct PictureResult: Hashable, Sendable, Codable {
  /// Path of the file.
  public var path: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The format, such as `jpeg`.
  public var format: String
  /// Size of the file in bytes.
  public var bytes: Int
  /// Warnings about the picture.
  public var warnings: [String]

  /// Creates the result for the picture at `path`.
  public init(path: String, width: Int, height: Int, format: String, bytes: Int, warnings: [String]) {
    (self.path, self.width, self.height, self.format) = (path, width, height, format)
    (self.bytes, self.warnings) = (bytes, warnings)
  }
}

/// A contact sheet that was written.
public struct SheetResult: Hashable, Sendable, Codable {
  /// A picture that is not on the sheet.
  public struct Missing: Hashable, Sendable, Codable {
    /// Path of the picture.
    public var path: String
    /// Why the picture couldn't be read.
    public var error: ErrorDescriptor

    /// Creates an entry for the picture at `path`.
    public init(path: String, error: ErrorDescriptor) { (self.path, self.error) = (path, error) }
  }

  /// Path of the sheet.
  public var path: String
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// Number of pictures on the sheet.
  public var pictures: Int
  /// Pictures that couldn't be read. Their places on the sheet are empty.
  public var missing: [Missing]

  /// Creates the result for the sheet at `path`.
  public init(path: String, width: Int, height: Int, pictures: Int, missing: [Missing]) {
    (self.path, self.width, self.height) = (path, width, height)
    (self.pictures, self.missing) = (pictures, missing)
  }
}

/// A summary of a valid recipe.
public struct RecipeResult: Hashable, Sendable, Codable {
  /// Path of the recipe.
  public var file: String
  /// Number of sources: the pictures that steps can use by name.
  public var sources: Int
  /// Number of steps written for all outputs, not counting the outputs' own steps.
  public var steps: Int
  /// Number of outputs.
  public var outputs: Int
  /// Warnings about valid settings that are probably a mistake.
  public var warnings: [String]

  /// Creates the result for the recipe in `file`.
  public init(file: String, sources: Int, steps: Int, outputs: Int, warnings: [String]) {
    (self.file, self.sources, self.steps, self.outputs) = (file, sources, steps, outputs)
    self.warnings = warnings
  }
}
