extension Unicode.Scalar {
  /// Whether nobody sees it: controls, what separates lines, and what takes no place where it is not known (Unicode's
  /// Default_Ignorable_Code_Point): joiners, zero-width spaces, soft hyphens, marks that turn the direction of text, tags.
  package var isInvisible: Bool {
    if value < 0xAD { return value < 0x20 || 0x7F..<0xA0 ~= value }
    if properties.isDefaultIgnorableCodePoint { return true }
    return value == 0x2028 || value == 0x2029
  }

  /// Whether it is invisible, and words, scripts and emoji do without it: what people are shown has its number instead.
  package var isHidden: Bool { isInvisible && !shapesOthers }

  /// Whether it chooses the shape of the characters beside it: joiners, and selectors of variants.
  private var shapesOthers: Bool {
    switch value {
    case 0x200C, 0x200D, 0x034F, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }
}
