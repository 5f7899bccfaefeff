import Foundation

extension String {
  /// A key that is equal for different spellings of the same SKU: the text in lower case without spaces, hyphens,
  /// underscores, dots, diacritics and invisible characters. Empty if nothing is left.
  package var looseSKU: String {
    let text = isASCII ? self : decomposedStringWithCompatibilityMapping
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isLeftOutOfLooseSKU })).lowercased()
  }
}

extension Unicode.Scalar {
  fileprivate var isLeftOutOfLooseSKU: Bool {
    if self == "." || self == "_" || self == "-" || self == " " { return true }
    if value < 0x80 { return isInvisible }
    switch properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation, .spaceSeparator: return true
    default: break
    }
    // Combining accents are left out. Vowel signs, which are marks in some scripts, have class 0 and are kept.
    return properties.canonicalCombiningClass != .notReordered || isInvisible || Self.dots.contains(value)
  }

  /// The middle dot, the hyphenation point, the minus sign, the dot operator, the katakana middle dot and the
  /// ideographic full stop.
  private static let dots: Set<UInt32> = [0xB7, 0x2027, 0x2212, 0x22C5, 0x30FB, 0x3002]
}
