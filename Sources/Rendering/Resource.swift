import Files

/// A file that a recipe uses besides the photos. It is opened and hashed here, outside the sandbox; what is in it is parsed and
/// decoded inside only.
package struct Resource: Sendable {
  /// What it is, which says who parses it inside.
  package enum Kind: String, Sendable, Codable {
    /// A source's picture, for the `SourceSet`.
    case picture
    /// A profile for CMYK. Swift reads it, which checks each offset, so that it is read here, too.
    case cmyk
    /// A font.
    case font

    /// What messages call it.
    package var role: String {
      switch self {
      case .picture: "a picture of the recipe"
      case .cmyk: "the CMYK profile"
      case .font: "a font"
      }
    }
  }

  package let kind: Kind
  /// As the recipe writes it.
  package let writtenPath: String
  /// Seen from where the recipe was named.
  package let path: String
  package let content: FileContent

  package var sha256: String { content.version.sha256 }

  /// Reads and hashes an open file.
  init(_ kind: Kind, _ writtenPath: String, _ file: OpenFile) throws(RenderingError) {
    (self.kind, self.writtenPath, path) = (kind, writtenPath, file.path)
    content = try FileContent(file)
  }
}
