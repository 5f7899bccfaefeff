import Foundation

/// How names are kept, and when two of them are the same.
extension String {
  /// The text as a name is kept: one space for every run of white space, none at the ends. Characters that nobody sees stay:
  /// some scripts and emoji are not right without their joiners.
  var nameTidied: String {
    if isPlainName { return self }
    return unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// What two names have in common that are the same to people: tidied, upper and lower case made the same, letters with their
  /// accents in one character (NFC), without the characters that nobody sees.
  package var nameFolded: String {
    if isPlainName { return lowercased() }
    let seen = unicodeScalars.filter { !$0.isInvisible || $0.properties.isWhitespace }
    return String(String.UnicodeScalarView(seen)).nameTidied.precomposedStringWithCanonicalMapping.folding(
      options: .caseInsensitive, locale: nil)
  }

  /// Whether there is nothing in it to be seen.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isInvisible } }

  /// Whether it is ASCII in which there is nothing to be tidied, as nearly every name: Unicode's tables take ten times as
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

extension Record {
  /// The record with its names tidied that are not those of the record that is there: what that one has stays as it is, so
  /// that saving something else of it cannot give it the name of another.
  package func tidied(since before: Self? = nil) -> Self {
    var record = self
    for property in Self.properties where property.attribute?.isName == true {
      let given = property.get(self)
      guard case .string(let name) = given, before.map({ property.get($0).isIdentical(to: given) }) != true else {
        continue
      }
      // Of blanks alone it is told that they are no name.
      let tidied = name.nameTidied
      if !tidied.isEmpty { _ = property.set(&record, .string(tidied)) }
    }
    return record
  }
}
