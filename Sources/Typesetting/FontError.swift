import Errors

/// Errors of a font, or of a text that is set in it.
public enum FontError: DescribedError, Equatable {
  /// A library can't be loaded.
  case noTypesettingLibrary(library: String, why: String)
  /// A font file can't be used; `why` is the reason, used as the message.
  case unusableFont(why: String)
  /// No font of the list has glyphs for these characters.
  case missingGlyph([Unicode.Scalar], fonts: [String])
  /// Memory is short.
  case outOfMemory

  public var descriptor: ErrorDescriptor {
    switch self {
    case .noTypesettingLibrary(let name, let why):
      return .init(.missing, "texts need \(name), which cannot be loaded: \(why)", remedy: .installLibrary)
    case .unusableFont(let why): return .init(.unreadable, why)
    case .missingGlyph(let characters, let fonts):
      let shown = characters.allSatisfy { $0.value > 0x20 } ? " (\(String(String.UnicodeScalarView(characters))))" : ""
      let those = fonts.count == 1 ? "\(fonts[0]) has no" : "none of \(fonts.joined(separator: ", ")) has a"
      let codePoints = characters.map(\.codePoint)
      return .init(
        .recipe, "\(those) glyph for \(codePoints.joined(separator: " "))\(shown)", ["characters": codePoints],
        remedy: .addFont)
    case .outOfMemory: return .init(.overLimit, "there is not enough memory for the text")
    }
  }
}

extension Remedy {
  /// Install a library that packshot depends on.
  public static var installLibrary: Remedy { .init("install it") }
  /// Add a font that has the characters.
  public static var addFont: Remedy {
    .init("add a font that has it to the `files` of the text's font, or leave the character out")
  }
}

extension Unicode.Scalar {
  /// The code point, such as `U+1F600`.
  fileprivate var codePoint: String {
    let hex = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
