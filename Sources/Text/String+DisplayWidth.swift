extension String {
  /// Number of terminal columns: two for an emoji or a wide or full-width character of East Asian Width (UAX #11), none
  /// for a combining mark, one for any other.
  package var displayWidth: Int { isASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// Number of terminal columns. Joined emoji are one picture. The letters of other characters, such as those joined by
  /// a virama, are drawn side by side.
  fileprivate var displayWidth: Int {
    let scalars = unicodeScalars
    // U+FE0F selects emoji presentation for a text character.
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
    // The vowels and final consonants of Hangul are drawn into the syllable of the wide initial consonant.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    return ICU.isWide(self) ? 2 : 1
  }
}
