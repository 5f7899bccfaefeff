import Files
import ImageCodecs
import Pipeline

/// A photo as identities tell it.
package struct PhotoContent: Sendable {
  package var sha256: String
  /// Nil where it is on record in a format that is no longer read.
  package var format: ImageFileFormat?
  /// Whether its samples are of inks.
  package var hasInks: Bool

  package init(sha256: String, format: ImageFileFormat?, hasInks: Bool = false) {
    (self.sha256, self.format, self.hasInks) = (sha256, format, hasInks)
  }
}

/// What an output's identities begin with: everything but the photo and the file's name, and exactly the sources that this output
/// uses.
package struct IdentityStem: Sendable {
  private let engine: EngineText
  private let hash: SHA256
  /// The profile for CMYK, in words; nil without one.
  private let inks: String?

  /// - Parameters:
  ///   - infos: The headers of the recipe's pictures, by the names of their sources.
  ///   - sourceHashes: SHA-256 of those pictures.
  ///   - inks: The profile of CMYK that comes without one. It has a part in what is made of CMYK alone.
  init(
    of output: Recipe.Output, in recipe: Recipe, engine: EngineText, infos: [String: ImageInfo],
    sourceHashes: [String: String], inks: InkFile?
  ) {
    self.engine = engine
    self.inks = inks.map { "CMYK by \($0.resource.sha256)" }
    let names = recipe.sourceNames(of: output)
    let used = names.map { name in
      // A drawn source is told by its own text, a picture by its content.
      let source = recipe.sources.first { $0.name == name }!
      return switch source.content {
      case .drawn(let filter): "\(name) = \(filter.canonicalText)"
      case .file: "\(name) = \(sourceHashes[name]!)"
      }
    }
    let formats = Set([output.encoding.format] + names.compactMap { infos[$0]?.format })
    let inks = names.contains { infos[$0]?.colorModel.hasInks == true } ? [self.inks].compactMap(\.self) : []
    var hash = SHA256()
    hash.update(([engine.text(for: formats), recipe.chainText(of: output)] + used + inks).joined(separator: "\n"))
    self.hash = hash
  }

  /// All of it, in 64 digits.
  var hex: String { hash.hex }

  /// The identity of the work that makes a file: SHA-256 over everything that decides its bytes and its name.
  package func identity(of photo: PhotoContent, path: String) -> String {
    var hash = hash
    let libraries = photo.format.map { engine.libraries(of: [$0]) } ?? []
    let inks = photo.hasInks ? [inks].compactMap(\.self) : []
    hash.update("\n" + ([photo.sha256] + libraries + inks).joined(separator: ", ") + "\n" + path)
    return hash.hex
  }
}
