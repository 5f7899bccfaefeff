import Foundation

// Equality of names. Texts that people type, such as SKUs and names of products and makers, are compared by
// `nameFolded`. File names are compared by `==` of Swift strings, which ignores only the normal form.

extension String {
  /// The text as stored for a name: one space for every run of white space, none at the ends. Invisible characters are
  /// kept, because some scripts and emoji need their joiners.
  package var nameTidied: String {
    if isPlainName { return self }
    return unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// A key that is equal for names that people consider the same: tidied, without invisible characters and case
  /// differences, in Unicode's normal form C.
  ///
  /// Case is removed by mapping to upper and then to lower case, so that `ß` and `SS`, and `ς` and `Σ`, have the same
  /// key even if one of them was mapped before (Unicode 15, section 3.13, D145, with a case folding that also unites
  /// `ı` and `I`).
  package var nameFolded: String {
    if isPlainName { return lowercased() }
    let visible = unicodeScalars.filter { !$0.isInvisible || $0.properties.isWhitespace }
    return String(String.UnicodeScalarView(visible)).nameTidied.decomposedStringWithCanonicalMapping.uppercased()
      .lowercased().precomposedStringWithCanonicalMapping
  }

  /// Whether the text has no visible characters.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible } }

  /// Whether the text is ASCII and already tidy, as nearly every name is. Looking characters up in Unicode's tables
  /// takes ten times as long.
  private var isPlainName: Bool {
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: " ") && last == byte { return false }
      last = byte
    }
    return last != UInt8(ascii: " ")
  }
}
