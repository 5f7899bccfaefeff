import ImageCodecs
import Typesetting

/// What renders, as far as it decides the bytes of a picture.
package enum Engine {
  /// Rises whenever the same recipe gives other pixels or other bytes of the same photo.
  static let version = 7

  /// What runs have on record: with the libraries of the formats that had a part, which are loaded for that if they are not.
  package static func text(for formats: Set<ImageFileFormat>, withTexts: Bool = false) -> String {
    ([EngineText.current.text(for: formats)] + (withTexts ? EngineText.current.textLibraries : []))
      .joined(separator: ", ")
  }

  /// The whole of it, with the libraries of all formats.
  package static var text: String { text(for: Set(ImageFileFormat.allCases)) }
}

/// What made an output, besides the recipe and its pictures: packshot's engine and the libraries of the formats, in words.
///
/// A library can decide an output's bytes only if the photo, the output or a picture of the recipe has its format, so an
/// cache key holds no other.
package struct EngineText: Sendable {
  /// The version of packshot's own engine.
  private let engine: String
  /// The libraries on record; nil for those of this program, which are asked for their versions when their format has a part.
  private let recorded: [String]?

  package static let current = EngineText()

  private init() {
    engine = "packshot engine \(Engine.version)"
    recorded = nil
  }

  /// - Parameter text: As runs have it on record: with the libraries of all formats, or of those that had a part.
  package init(_ text: String) {
    let names = Self.libraryNames(ImageFileFormat.allCases).union(TypesettingLibraries.names.map { $0[...] })
    let parts = text.split(separator: ", ").map(String.init)
    engine = parts.filter { !names.contains(Self.name($0)) }.joined(separator: ", ")
    recorded = parts.filter { names.contains(Self.name($0)) }
  }

  /// Formats that a text on record names the libraries of.
  package var formats: Set<ImageFileFormat> {
    let names = Set((recorded ?? []).map(Self.name))
    return Set(ImageFileFormat.allCases.filter { !names.isDisjoint(with: Self.libraryNames([$0])) })
  }

  /// The libraries that texts are set with, which have a part if there is a text.
  package var textLibraries: [String] {
    guard let recorded else { return TypesettingLibraries.versions }
    return recorded.filter { TypesettingLibraries.names.contains(String(Self.name($0))) }
  }

  /// The words for work with pictures of these formats.
  package func text(for formats: Set<ImageFileFormat>) -> String {
    ([engine] + libraries(of: formats)).joined(separator: ", ")
  }

  /// The libraries of some formats.
  package func libraries(of formats: Set<ImageFileFormat>) -> [String] {
    let formats = ImageFileFormat.allCases.filter(formats.contains)
    guard let recorded else { return formats.flatMap(\.libraryVersions) }
    let names = Self.libraryNames(formats)
    return recorded.filter { names.contains(Self.name($0)) }
  }

  private static func libraryNames(_ formats: [ImageFileFormat]) -> Set<Substring> {
    Set(formats.lazy.flatMap(\.libraryNames).map { $0[...] })
  }

  /// "libpng" of "libpng 1.6.39".
  private static func name(_ library: String) -> Substring { library.prefix { $0 != " " } }
}
