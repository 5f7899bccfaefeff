extension String {
  /// How many columns of a terminal it takes: two for a character that East Asian Width (UAX #11) says is wide or
  /// full-width and for an emoji, none for a mark that is drawn onto the one before, one for any other.
  package var displayWidth: Int { isASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// Emoji that are joined are one picture; the letters of other characters, such as those that a virama joins, stand side
  /// by side.
  fileprivate var displayWidth: Int {
    let scalars = unicodeScalars
    // U+FE0F asks for the picture of what is text otherwise.
    if scalars.contains("\u{FE0F}"), scalars.first?.properties.isEmoji == true { return 2 }
    if scalars.first?.properties.isEmojiPresentation == true { return 2 }
    return scalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The vowels and final consonants of Hangul are drawn into the syllable that a wide consonant begins.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    return ICU.isWide(self) ? 2 : 1
  }
}
