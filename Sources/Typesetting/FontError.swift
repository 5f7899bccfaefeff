import Errors

/// What can be wrong with a font, or with a text that is set in it.
public enum FontError: DescribedError, Equatable {
  /// A library cannot be loaded.
  case noLibrary(String, reason: String)
  /// A file is no font that texts can be set in; `reason` is a part of a sentence.
  case unusable(reason: String)
  /// No font of the list has glyphs for these characters.
  case missingGlyph([Unicode.Scalar], fonts: [String])
  /// There is not enough memory.
  case outOfMemory

  /// What kind of failure it is.
  public var code: ErrorCode {
    switch self {
    case .noLibrary: .missing
    case .unusable: .unreadable
    case .missingGlyph: .recipe
    case .outOfMemory: .overLimit
    }
  }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .noLibrary: "no-typesetting-library"
    case .unusable: "unusable-font"
    case .missingGlyph: "missing-glyph"
    case .outOfMemory: "out-of-memory"
    }
  }

  /// The library, or the characters and the fonts.
  public var facts: Facts {
    switch self {
    case .noLibrary(let name, let why): ["library": .text(name), "why": .text(why)]
    case .unusable(let why): ["why": .text(why)]
    case .missingGlyph(let characters, let fonts):
      ["characters": .texts(characters.map(\.codePoint)), "fonts": .texts(fonts)]
    case .outOfMemory: [:]
    }
  }

  /// What can be done where something is missing.
  public var remedy: (any Remedy)? {
    switch self {
    case .noLibrary: FontRemedy.installLibrary
    case .missingGlyph: FontRemedy.addFont
    case .unusable, .outOfMemory: nil
    }
  }

  /// What was found.
  public var message: String {
    switch self {
    case .noLibrary(let name, let reason): return "texts are set with \(name), which cannot be loaded: \(reason)"
    case .unusable(let reason): return reason
    case .missingGlyph(let characters, let fonts):
      let shown = characters.allSatisfy { $0.value > 0x20 } ? " (\(String(String.UnicodeScalarView(characters))))" : ""
      let those = fonts.count == 1 ? "\(fonts[0]) has no" : "none of \(fonts.joined(separator: ", ")) has a"
      return "\(those) glyph for \(characters.map(\.codePoint).joined(separator: " "))\(shown)"
    case .outOfMemory: return "the text takes more memory than there is"
    }
  }
}

/// What can be done about a ``FontError``.
public enum FontRemedy: String, RestorableRemedy, CaseIterable {
  /// The library is one that packshot is installed with.
  case installLibrary = "install-library"
  /// One that has the characters, behind the others.
  case addFont = "add-font"

  /// What to do.
  public var suggestion: String {
    switch self {
    case .installLibrary: "install it"
    case .addFont:
      "add a font that has it to the `files` of the text's font, or leave the character out"
    }
  }
}

extension Unicode.Scalar {
  /// `U+1F600`.
  fileprivate var codePoint: String {
    let hex = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
