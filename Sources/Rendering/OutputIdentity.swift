import Files
import ImageCodecs
import Pipeline

/// A photo as identities tell it.
package struct PhotoContent: Sendable {
  package var sha256: String
  /// Nil where it is on record in a format that is no longer read.
  package var format: ImageFileFormat?

  package init(sha256: String, format: ImageFileFormat?) { (self.sha256, self.format) = (sha256, format) }
}

/// What an output's identities begin with: everything but the photo and the file's name, and exactly the sources that this output
/// uses.
package struct IdentityStem: Sendable {
  private let engine: EngineText
  private let hash: SHA256

  /// - Parameters:
  ///   - infos: The headers of the recipe's pictures, by the names of their sources.
  ///   - sourceHashes: SHA-256 of those pictures.
  init(
    of output: Recipe.Output, in recipe: Recipe, engine: EngineText, infos: [String: ImageInfo],
    sourceHashes: [String: String]
  ) {
    self.engine = engine
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
    var hash = SHA256()
    hash.update(([engine.text(for: formats), recipe.chainText(of: output)] + used).joined(separator: "\n"))
    self.hash = hash
  }

  /// All of it, in 64 digits.
  var hex: String { hash.hex }

  /// The identity of the work that makes a file: SHA-256 over everything that decides its bytes and its name.
  package func identity(of photo: PhotoContent, path: String) -> String {
    var hash = hash
    let libraries = photo.format.map { engine.libraries(of: [$0]) } ?? []
    hash.update("\n" + ([photo.sha256] + libraries).joined(separator: ", ") + "\n" + path)
    return hash.hex
  }
}
