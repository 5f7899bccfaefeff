import ImageCodecs
import Typesetting

/// The code that renders, as far as it determines the bytes of pictures.
package enum Engine {
  /// Increased whenever the same recipe gives different pixels or bytes for the same photo.
  static let version = 11

  /// Returns the text that runs record, with the libraries of the formats used. Libraries that aren't loaded yet are
  /// loaded to get their versions.
  package static func text(for formats: Set<ImageFileFormat>, withTexts: Bool = false) -> String {
    ([EngineText.current.text(for: formats)] + (withTexts ? EngineText.current.textLibraries : []))
      .joined(separator: ", ")
  }

  /// The text with the libraries of all formats.
  package static var text: String { text(for: Set(ImageFileFormat.allCases)) }
}

/// The engine that made an output, as text: packshot's engine and the libraries of formats.
///
/// A library can affect an output only if the photo, the output or an image of the recipe has its format, so a cache
/// key contains no other libraries.
package struct EngineText: Sendable {
  /// The version of packshot's own engine.
  private let engine: String
  /// The recorded libraries. Nil for the running program, which determines versions when a format is used.
  private let recorded: [String]?

  package static let current = EngineText()

  private init() {
    engine = "packshot engine \(Engine.version)"
    recorded = nil
  }

  /// - Parameter text: The text that a run recorded, with the libraries of all formats or of the formats used.
  package init(_ text: String) {
    let names = Self.libraryNames(ImageFileFormat.allCases).union(TypesettingLibraries.names.map { $0[...] })
    let parts = text.split(separator: ", ").map(String.init)
    engine = parts.filter { !names.contains(Self.name($0)) }.joined(separator: ", ")
    recorded = parts.filter { names.contains(Self.name($0)) }
  }

  /// Formats whose libraries a recorded text contains.
  package var formats: Set<ImageFileFormat> {
    let names = Set((recorded ?? []).map(Self.name))
    return Set(ImageFileFormat.allCases.filter { !names.isDisjoint(with: Self.libraryNames([$0])) })
  }

  /// The text-setting libraries, which matter only for recipes with texts.
  package var textLibraries: [String] {
    guard let recorded else { return TypesettingLibraries.versions }
    return recorded.filter { TypesettingLibraries.names.contains(String(Self.name($0))) }
  }

  /// Returns the text for work with these formats.
  package func text(for formats: Set<ImageFileFormat>) -> String {
    ([engine] + libraries(of: formats)).joined(separator: ", ")
  }

  /// Returns the libraries of some formats.
  package func libraries(of formats: Set<ImageFileFormat>) -> [String] {
    let formats = ImageFileFormat.allCases.filter(formats.contains)
    guard let recorded else { return formats.flatMap(\.libraryVersions) }
    let names = Self.libraryNames(formats)
    return recorded.filter { names.contains(Self.name($0)) }
  }

  private static func libraryNames(_ formats: [ImageFileFormat]) -> Set<Substring> {
    Set(formats.lazy.flatMap(\.libraryNames).map { $0[...] })
  }

  /// Returns the name in a library's text: "libpng" for "libpng 1.6.39".
  private static func name(_ library: String) -> Substring { library.prefix { $0 != " " } }
}
