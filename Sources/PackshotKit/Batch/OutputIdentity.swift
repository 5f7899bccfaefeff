import Catalog
import Files
import ImageCodecs

/// What made an output, besides the recipe and its pictures: packshot's engine and the libraries of the formats, in words.
///
/// A library can decide an output's bytes only where the photo, the output or a picture of the recipe is of its format, so that
/// identities hold no other. Only the formats of the first engines stand in all of them: identities on record were made so, and
/// stay what they are whatever formats come.
struct EngineText: Sendable {
  /// What stands in every identity.
  private let common: String
  /// The libraries of formats that came later.
  private let others: [Substring]

  static let current = EngineText(Version.engineText)

  /// - Parameter text: As runs have it on record: with the libraries of all formats of their time.
  init(_ text: String) {
    let names = Set(ImageFileFormat.allCases.flatMap(Self.libraryNames))
    let parts = text.split(separator: ", ")
    common = parts.filter { !names.contains(Self.name($0)) }.joined(separator: ", ")
    others = parts.filter { names.contains(Self.name($0)) }
  }

  /// The words for work with pictures of these formats.
  func text(for formats: Set<ImageFileFormat>) -> String {
    ([common] + libraries(of: formats)).joined(separator: ", ")
  }

  /// The libraries of some formats that do not stand in every identity.
  func libraries(of formats: Set<ImageFileFormat>) -> [String] {
    let names = Set(formats.flatMap(Self.libraryNames))
    return others.filter { names.contains(Self.name($0)) }.map(String.init)
  }

  private static func libraryNames(_ format: ImageFileFormat) -> [Substring] {
    if format.type.isInEveryIdentity { return [] }
    return format.type.libraryVersions.split(separator: ", ").map(name)
  }

  /// "libpng" of "libpng 1.6.39".
  private static func name(_ library: Substring) -> Substring { library.prefix { $0 != " " } }
}

/// A photo as identities tell it.
struct PhotoContent: Sendable {
  var sha256: String
  /// Nil where it is on record in a format that is no longer read.
  var format: ImageFileFormat?
}

extension KnownFile {
  var content: PhotoContent { PhotoContent(sha256: sha256, format: ImageFileFormat(rawValue: image.format)) }
}

/// What an output's identities begin with: everything but the photo and the file's name.
struct IdentityStem: Sendable {
  private let engine: EngineText
  private let hash: SHA256

  /// - Parameters:
  ///   - formats: The output's own, and those of the recipe's pictures that it uses.
  ///   - words: What is done, and the pictures.
  init(_ engine: EngineText, formats: Set<ImageFileFormat>, words: [String]) {
    self.engine = engine
    var hash = SHA256()
    hash.update(([engine.text(for: formats)] + words).joined(separator: "\n"))
    self.hash = hash
  }

  /// All of it, in 64 digits.
  var hex: String { hash.hex }

  /// The identity of the work that makes a file: sha256 over everything that decides its bytes and its name.
  func identity(of photo: PhotoContent, path: String) -> String {
    var hash = hash
    let libraries = photo.format.map { engine.libraries(of: [$0]) } ?? []
    hash.update("\n" + ([photo.sha256] + libraries).joined(separator: ", ") + "\n" + path)
    return hash.hex
  }
}
