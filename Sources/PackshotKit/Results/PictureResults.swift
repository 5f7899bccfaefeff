public import Errors

/// A picture that was rendered into a file.
public struct PictureResult: Hashable, Sendable, Codable {
  /// Its file.
  public var path: String
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int
  /// The format, such as `jpeg`.
  public var format: String
  /// How many bytes the file has.
  public var bytes: Int
  /// What people should know, which is no failure.
  public var warnings: [String]

  /// A picture at `path`.
  public init(path: String, width: Int, height: Int, format: String, bytes: Int, warnings: [String]) {
    (self.path, self.width, self.height, self.format) = (path, width, height, format)
    (self.bytes, self.warnings) = (bytes, warnings)
  }
}

/// A contact sheet that was written.
public struct SheetResult: Hashable, Sendable, Codable {
  /// A picture that is not on it.
  public struct Missing: Hashable, Sendable, Codable {
    /// The picture's file.
    public var path: String
    /// Why.
    public var error: ErrorDescriptor

    /// The picture at `path`, and why it is not there.
    public init(path: String, error: ErrorDescriptor) { (self.path, self.error) = (path, error) }
  }

  /// Its file.
  public var path: String
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int
  /// How many pictures are on it.
  public var pictures: Int
  /// Those that could not be read: their places are empty.
  public var missing: [Missing]

  /// A sheet at `path`.
  public init(path: String, width: Int, height: Int, pictures: Int, missing: [Missing]) {
    (self.path, self.width, self.height) = (path, width, height)
    (self.pictures, self.missing) = (pictures, missing)
  }
}

/// What a recipe was found to have, which is valid.
public struct RecipeResult: Hashable, Sendable, Codable {
  /// Its file.
  public var file: String
  /// How many pictures steps can use by their names.
  public var sources: Int
  /// How many steps there are for all outputs.
  public var steps: Int
  /// How many outputs there are.
  public var outputs: Int
  /// What is allowed and probably not meant.
  public var warnings: [String]

  /// The recipe in `file`.
  public init(file: String, sources: Int, steps: Int, outputs: Int, warnings: [String]) {
    (self.file, self.sources, self.steps, self.outputs) = (file, sources, steps, outputs)
    self.warnings = warnings
  }
}
