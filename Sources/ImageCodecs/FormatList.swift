import Parameters

/// All supported formats. Recipes and their schema, the command line, folder scans and codecs read this list.
package enum FormatList {
  public static let all: [any FileFormat.Type] = [
    JPEG.self,
    PNG.self,
    WebP.self,
    AVIF.self,
    TIFF.self,
    HEIC.self,
    GIF.self,
    BMP.self,
    PSD.self,
  ]

  /// The formats that can be written.
  public static let written = all.filter { $0.isWritten }

  /// Names of all encoder parameters that recipes can set, without repetitions, in the formats' order.
  public static var parameterNames: [String] {
    all.flatMap { $0.parameterDescriptions.map(\.name) }.withoutRepetitions
  }

  /// The quality that recipes set for several formats at once, on a JPEG's scale. Each format converts it to its own
  /// (``FileFormat/quality(likeJPEG:)``).
  public static var sharedQuality: ParameterDescription { ImageFileFormat.jpeg.parameter("quality")! }

  /// The formats' names: "JPEG and PNG".
  ///
  /// - Parameter conjunction: The word before the last name.
  public static func names(_ conjunction: String) -> String { Spelling.list(all.map { $0.name }, conjunction) }

  /// Names of the formats that can be written, with their usual extensions: "JPEG (.jpg, .jpeg) and PNG (.png)".
  public static var namesWithExtensions: String {
    Spelling.list(written.map { "\($0.name) (\($0.extensions.map { ".\($0)" }.joined(separator: ", ")))" }, "and")
  }

  /// The usual extensions of the formats that can be written: ".jpg, .jpeg or .png".
  public static var extensions: String { Spelling.list(written.flatMap { $0.extensions.map { ".\($0)" } }, "or") }
}
