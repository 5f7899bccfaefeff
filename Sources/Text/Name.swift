import Foundation

// When two names are the same. There is one rule for texts that people type, such as SKUs and the names of products and makers
// (`nameFolded`), and one for the names of files, which ignores the normal form alone: `==` of Swift's strings.

extension String {
  /// The text as a name is stored: one space for every run of white space, none at the ends. Invisible characters stay, because
  /// some scripts and emoji are not right without their joiners.
  package var nameTidied: String {
    if isPlainName { return self }
    return unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// The key that two names share if people take them for the same: tidied, without invisible characters, without a difference
  /// between upper and lower case, in Unicode's normal form C.
  ///
  /// Case is removed by mapping to upper and then to lower case, so that `ß` and `SS`, `ς` and `Σ` have one key, whichever of
  /// them was mapped before (Unicode 15, section 3.13, D145, with a case folding that also unites `ı` and `I`).
  package var nameFolded: String {
    if isPlainName { return lowercased() }
    let visible = unicodeScalars.filter { !$0.isInvisible || $0.properties.isWhitespace }
    return String(String.UnicodeScalarView(visible)).nameTidied.decomposedStringWithCanonicalMapping.uppercased()
      .lowercased().precomposedStringWithCanonicalMapping
  }

  /// Whether there is nothing in it to be seen.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible } }

  /// Whether it is ASCII in which there is nothing to be tidied, as nearly every name is: Unicode's tables take ten times as
  /// long.
  private var isPlainName: Bool {
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: " ") && last == byte { return false }
      last = byte
    }
    return last != UInt8(ascii: " ")
  }
}
