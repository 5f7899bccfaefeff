extension Unicode.Scalar {
  /// Whether the character is invisible: control characters, line separators, and Unicode's
  /// Default_Ignorable_Code_Point, such as joiners, zero-width spaces, soft hyphens, marks of text direction and tags.
  package var isInvisible: Bool {
    if value < 0xAD { return value < 0x20 || 0x7F..<0xA0 ~= value }
    if properties.isDefaultIgnorableCodePoint { return true }
    return value == 0x2028 || value == 0x2029
  }

  /// Whether the character is invisible and not needed by words, scripts or emoji. Such characters are shown as code
  /// points.
  package var isHidden: Bool { isInvisible && !shapesOthers }

  /// Whether the character selects the shape of adjacent characters: joiners and variation selectors.
  private var shapesOthers: Bool {
    switch value {
    case 0x200C, 0x200D, 0x034F, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }
}
