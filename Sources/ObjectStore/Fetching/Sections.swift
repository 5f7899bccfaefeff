import Foundation
import Text

/// The headings of a long list of names: its language's letters, as the index of a book in that language has them.
///
/// “Åhus” stands below Å in a Swedish list, below A in an English one; “Aalborg” below Å in a Danish one. A name in another
/// script has its own first letter; one that begins with no letter is below `#`.
struct Sections: Sendable {
  private let collator: Collator
  private let letters: [(title: String, key: Data, script: Int32)]

  /// The headings of `locale`; those of English where its language has none of its own.
  init(locale: String) {
    let collator = Collator(locale: locale, strength: .primary)
    self.collator = collator
    let own = ICU.indexLetters(of: locale)
    letters = (own.isEmpty ? ICU.indexLetters(of: "en") : own)
      .map { (title: $0, key: collator.sortKey(for: $0), script: ICU.script(of: $0.unicodeScalars.first)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// The heading of `name`.
  func title(of name: String) -> String {
    let name = name.drop { !($0.isLetter || $0.isNumber) }
    guard let first = name.first, first.isLetter else { return "#" }
    let key = collator.sortKey(for: String(name))
    let letter = letters.last { !key.lexicographicallyPrecedes($0.key) }
    guard let letter, letter.script == ICU.script(of: first.unicodeScalars.first) else { return first.uppercased() }
    return letter.title
  }
}
