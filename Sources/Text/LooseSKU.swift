import Foundation

extension String {
  /// What two SKUs have in common that are probably one SKU written in two ways: the text in lower case without spaces, hyphens,
  /// underscores, dots, diacritics and invisible characters. Empty if nothing is left.
  package var looseSKU: String {
    let text = utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCompatibilityMapping
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
    // An accent. Vowel signs, which some scripts write as marks too, have class 0.
    return properties.canonicalCombiningClass != .notReordered || isInvisible || Self.dots.contains(value)
  }

  /// A middle dot, bullets' operators, a hyphenation point, the minus sign and an ideographic full stop.
  private static let dots: Set<UInt32> = [0xB7, 0x2027, 0x2212, 0x22C5, 0x30FB, 0x3002]
}
