import Parameters

/// All formats that are read. Whatever asks for a format reads this list: recipes and their schema, the command line, the walk
/// over folders, the codecs.
package enum FormatList {
  public static let all: [any FileFormat.Type] = [
    JPEG.self,
    PNG.self,
    WebP.self,
    AVIF.self,
    TIFF.self,
    HEIC.self,
  ]

  /// Those that are written too.
  public static let written = all.filter { $0.isWritten }

  /// The names of what recipes can tell the encoders, each once, in the formats' order.
  public static var parameterNames: [String] {
    all.flatMap { $0.parameterDescriptions.map(\.name) }.withoutRepetitions
  }

  /// The quality that recipes tell several formats at once: a JPEG's. Each looks so at one of its own
  /// (``FileFormat/quality(likeJPEG:)``).
  public static var sharedQuality: ParameterDescription { ImageFileFormat.jpeg.parameter("quality")! }

  /// The formats' names: "JPEG and PNG".
  ///
  /// - Parameter conjunction: What stands before the last.
  public static func names(_ conjunction: String) -> String { Spelling.list(all.map { $0.name }, conjunction) }

  /// The names of formats that are written, with the usual extensions of their files: "JPEG (.jpg, .jpeg) and PNG (.png)".
  public static var namesWithExtensions: String {
    Spelling.list(written.map { "\($0.name) (\($0.extensions.map { ".\($0)" }.joined(separator: ", ")))" }, "and")
  }

  /// The usual extensions of files that are written: ".jpg, .jpeg or .png".
  public static var extensions: String { Spelling.list(written.flatMap { $0.extensions.map { ".\($0)" } }, "or") }
}
