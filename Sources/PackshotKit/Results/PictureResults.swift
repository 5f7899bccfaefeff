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

  /// A page of the sheet, or the whole sheet.
  public struct Page: Hashable, Sendable, Codable {
    /// Path of the file.
    public var path: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Number of places for pictures, of which those of missing pictures are empty.
    public var places: Int

    /// Creates the entry of a page.
    public init(_ page: ContactSheet.Page) {
      (path, width, height) = (page.path, page.size.width, page.size.height)
      places = page.pictureCount
    }
  }

  /// The pages. A sheet without pages is one.
  public var pages: [Page]
  /// Number of pictures on the sheet.
  public var pictures: Int
  /// Pictures that couldn't be read. Their places on the sheet are empty.
  public var missing: [Missing]
  /// Existing files with the names of later pages, probably of an earlier, longer sheet.
  public var leftovers: [String]

  /// Creates the result for a sheet.
  public init(pages: [Page], pictures: Int, missing: [Missing], leftovers: [String]) {
    (self.pages, self.pictures, self.missing, self.leftovers) = (pages, pictures, missing, leftovers)
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
