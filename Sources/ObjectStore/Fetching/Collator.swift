import Foundation
import Text

/// The order that people of one language expect names in: Å after Z in Swedish and beside A in English, “mug 2” before
/// “mug 10”.
///
/// The rules are those of CLDR, from the ICU that comes with Swift's Foundation, so that a catalog's order does not hang on
/// what the system has installed.
final class Collator: Sendable {
  /// The locale whose order it is, as ICU writes it: `sv_SE`, `de@collation=phonebook`, `root`.
  let locale: String
  /// Changes when the same name may get another key.
  var version: String { collator.version }

  private let collator: ICUCollator

  /// The order of `locale`; one that CLDR does not know has the root's, which suits most languages of Europe.
  init(locale: String, strength: ICUCollator.Strength = .tertiary) {
    self.locale = locale
    collator = ICUCollator(locale: locale, strength: strength)
  }

  /// The bytes that stand for `text`: compared as SQLite compares BLOBs, they put names in order. Names that differ in
  /// nothing that people see have the same key.
  func sortKey(for text: String) -> Data { Data(collator.sortKey(for: text)) }
}

extension Collator {
  /// The locale that a person's environment asks lists to be sorted by: the first that is set of `LC_ALL`, `LC_COLLATE`
  /// and `LANG`, without the character set behind it. `root` where that is none, `C` or `POSIX`.
  static func locale(in environment: [String: String]) -> String {
    let named = ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let locale = named?.prefix { $0 != "." && $0 != "@" } ?? ""
    return ["", "C", "POSIX"].contains(locale) ? "root" : String(locale)
  }
}
