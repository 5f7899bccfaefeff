import Foundation
import Text

/// The section headings of a long list of names: the letters of its language, as in the index of a book.
///
/// “Åhus” is under Å in a Swedish list and under A in an English one; “Aalborg” is under Å in a Danish list. A name in
/// another script is under its own first letter, and a name that doesn't begin with a letter under `#`.
struct Sections: Sendable {
  private let collator: Collator
  private let letters: [(title: String, key: Data, script: Int32)]

  /// Creates the headings for `locale`; the English headings if the language of `locale` has none.
  init(locale: String) {
    let collator = Collator(locale: locale, strength: .primary)
    self.collator = collator
    let own = ICU.indexLetters(of: locale)
    letters = (own.isEmpty ? ICU.indexLetters(of: "en") : own)
      .map { (title: $0, key: collator.sortKey(for: $0), script: ICU.script(of: $0.unicodeScalars.first)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Returns the heading of `name`.
  func title(of name: String) -> String {
    let name = name.drop { !($0.isLetter || $0.isNumber) }
    guard let first = name.first, first.isLetter else { return "#" }
    let key = collator.sortKey(for: String(name))
    let letter = letters.last { !key.lexicographicallyPrecedes($0.key) }
    guard let letter, letter.script == ICU.script(of: first.unicodeScalars.first) else { return first.uppercased() }
    return letter.title
  }
}
