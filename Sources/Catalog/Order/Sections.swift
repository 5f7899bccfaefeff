import Foundation
internal import _FoundationICU

/// The headings of a long list of names: its language's letters, as the index of a book in that language has them.
///
/// “Åhus” stands below Å in a Swedish list, below A in an English one; “Aalborg” below Å in a Danish one. A name in another
/// script has its own first letter; one that begins with no letter is below `#`.
struct Sections: Sendable {
  private let collator: Collator
  private let letters: [(title: String, key: Data, script: UScriptCode)]

  /// The headings of `locale`; those of English where its language has none of its own.
  init(locale: String) {
    let collator = Collator(locale: locale, strength: .primary)
    self.collator = collator
    let own = Self.indexLetters(of: locale)
    letters = (own.isEmpty ? Self.indexLetters(of: "en") : own)
      .map { (title: $0, key: collator.sortKey(for: $0), script: Self.script(of: $0.unicodeScalars.first)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// The heading of `name`.
  func title(of name: String) -> String {
    let name = name.drop { !($0.isLetter || $0.isNumber) }
    guard let first = name.first, first.isLetter else { return "#" }
    let key = collator.sortKey(for: String(name))
    let letter = letters.last { !key.lexicographicallyPrecedes($0.key) }
    guard let letter, letter.script == Self.script(of: first.unicodeScalars.first) else { return first.uppercased() }
    return letter.title
  }

  /// The letters that CLDR lists for indexes in the language, in no order.
  private static func indexLetters(of locale: String) -> [String] {
    var status = U_ZERO_ERROR
    guard let data = swift_ulocdata_open(locale, &status) else { return [] }
    defer { swift_ulocdata_close(data) }
    guard let letters = swift_ulocdata_getExemplarSet(data, nil, 0, ULOCDATA_ES_INDEX, &status) else { return [] }
    defer { swift_uset_close(letters) }
    return (0..<swift_uset_getItemCount(letters)).flatMap { index -> [String] in
      var first: UChar32 = 0
      var last: UChar32 = 0
      var text = [UInt16](repeating: 0, count: 16)
      let length = swift_uset_getItem(letters, index, &first, &last, &text, Int32(text.count), &status)
      // An item is a range of letters or, where it has a length, one that is written with several.
      if length > 0 { return [String(decoding: text.prefix(Int(length)), as: UTF16.self)] }
      return (first...last).compactMap { UnicodeScalar(UInt32($0)).map(String.init) }
    }
  }

  private static func script(of letter: UnicodeScalar?) -> UScriptCode {
    var status = U_ZERO_ERROR
    return letter.map { swift_uscript_getScript(UChar32($0.value), &status) } ?? USCRIPT_COMMON
  }
}
