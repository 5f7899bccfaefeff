import Foundation
import Text

/// The sort order of names in a language: Å after Z in Swedish and beside A in English, “mug 2” before “mug 10”.
///
/// The rules come from CLDR, by the ICU in Swift's Foundation, so that a catalog's order doesn't depend on the
/// libraries of the system.
final class Collator: Sendable {
  /// The locale of the order, as ICU writes it: `sv_SE`, `de@collation=phonebook`, `root`.
  let locale: String
  /// Changes when sort keys of the same name may change.
  var version: String { collator.version }

  private let collator: ICUCollator

  /// Creates the order of `locale`. For locales unknown to CLDR, it is the order of the root locale, which fits most
  /// European languages.
  init(locale: String, strength: ICUCollator.Strength = .tertiary) {
    self.locale = locale
    collator = ICUCollator(locale: locale, strength: strength)
  }

  /// Returns the sort key of `text`. Compared as BLOBs in SQLite, sort keys order names. Names that differ only in
  /// their Unicode normal form have the same key.
  func sortKey(for text: String) -> Data { Data(collator.sortKey(for: text)) }
}

extension Collator {
  /// Returns the locale for sorting in a user's environment: the first of `LC_ALL`, `LC_COLLATE` and `LANG` that is
  /// set, without its character set. `root` if there is none, or if it is `C` or `POSIX`.
  static func locale(in environment: [String: String]) -> String {
    let named = ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let locale = named?.prefix { $0 != "." && $0 != "@" } ?? ""
    return ["", "C", "POSIX"].contains(locale) ? "root" : String(locale)
  }
}
