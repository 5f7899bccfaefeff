import Files

/// A file that a recipe uses besides the photos. It is opened and hashed outside the sandbox, but parsed and decoded
/// only inside.
package struct Resource: Sendable {
  /// The kind of resource, which determines how it is parsed.
  package enum Kind: String, Sendable, Codable {
    /// The image of a source, for the `SourceSet`.
    case picture
    /// A CMYK profile. It is also parsed outside the sandbox, by Swift code that checks each offset.
    case cmyk
    /// A font.
    case font

    /// Description in messages.
    package var role: String {
      switch self {
      case .picture: "a picture of the recipe"
      case .cmyk: "the CMYK profile"
      case .font: "a font"
      }
    }
  }

  package let kind: Kind
  /// The path as the recipe writes it.
  package let writtenPath: String
  /// The path relative to the working folder, or absolute.
  package let path: String
  package let content: FileContent

  package var sha256: String { content.version.sha256 }

  /// Reads and hashes an open file.
  init(_ kind: Kind, _ writtenPath: String, _ file: OpenFile) throws(RenderingError) {
    (self.kind, self.writtenPath, path) = (kind, writtenPath, file.path)
    content = try FileContent(file)
  }
}
