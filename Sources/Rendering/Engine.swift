import ImageCodecs

/// What renders, as far as it decides the bytes of a picture.
package enum Engine {
  /// Rises whenever the same recipe gives other pixels or other bytes of the same photo.
  static let version = 5

  /// What runs have on record, with the libraries of all formats.
  package static let text = "packshot engine \(version), \(ImageCodec.libraryVersions)"
}

/// What made an output, besides the recipe and its pictures: packshot's engine and the libraries of the formats, in words.
///
/// A library can decide an output's bytes only where the photo, the output or a picture of the recipe is of its format, so that
/// identities hold no other. Only the formats of the first engines stand in all of them: identities on record were made so, and
/// stay what they are whatever formats come.
package struct EngineText: Sendable {
  /// What stands in every identity.
  private let common: String
  /// The libraries of formats that came later.
  private let others: [Substring]

  static let current = EngineText(Engine.text)

  /// - Parameter text: As runs have it on record: with the libraries of all formats of their time.
  package init(_ text: String) {
    let names = Set(ImageFileFormat.allCases.flatMap(Self.libraryNames))
    let parts = text.split(separator: ", ")
    common = parts.filter { !names.contains(Self.name($0)) }.joined(separator: ", ")
    others = parts.filter { names.contains(Self.name($0)) }
  }

  /// The words for work with pictures of these formats.
  package func text(for formats: Set<ImageFileFormat>) -> String {
    ([common] + libraries(of: formats)).joined(separator: ", ")
  }

  /// The libraries of some formats that do not stand in every identity.
  package func libraries(of formats: Set<ImageFileFormat>) -> [String] {
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
