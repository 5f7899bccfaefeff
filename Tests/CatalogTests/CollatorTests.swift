import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct CollatorTests {
  private func sorted(_ names: [String], _ locale: String) -> [String] {
    let collator = Collator(locale: locale)
    return names.sorted { collator.sortKey(for: $0).lexicographicallyPrecedes(collator.sortKey(for: $1)) }
  }

  /// Orders from CLDR's charts of each language; any dictionary agrees.
  @Test(arguments: [
    ("root", ["ånd", "äng", "apple", "øl", "öra", "Zoo"]),
    ("en_GB", ["ånd", "äng", "apple", "øl", "öra", "Zoo"]),
    ("de", ["ånd", "äng", "apple", "øl", "öra", "Zoo"]),
    ("de@collation=phonebook", ["äng", "ånd", "apple", "öra", "øl", "Zoo"]),
    ("sv_SE", ["apple", "Zoo", "ånd", "äng", "øl", "öra"]),
    ("da_DK", ["apple", "Zoo", "äng", "øl", "öra", "ånd"]),
    ("nb", ["apple", "Zoo", "äng", "øl", "öra", "ånd"]),
  ])
  func namesAreSortedByTheRulesOfTheLanguage(locale: String, order: [String]) {
    #expect(sorted(order.reversed(), locale) == order)
  }

  @Test func danishSortsDoubleAAsARing() {
    #expect(sorted(["Aalborg", "Zoo", "Abe"], "da") == ["Abe", "Zoo", "Aalborg"])
    #expect(sorted(["Aalborg", "Zoo", "Abe"], "sv") == ["Aalborg", "Abe", "Zoo"])
  }

  @Test func numbersInNamesAreSortedByValue() {
    let order = ["mug", "mug 2", "mug 10", "mug 10 large", "mug 100"]
    #expect(sorted(order.reversed(), "en") == order)
  }

  @Test func caseAndAccentsOnlyBreakTies() {
    let order = ["resume", "Resume", "résumé", "resumed"]
    #expect(sorted(order.reversed(), "en") == order)
  }

  @Test func anyTextHasAStableSortKey() {
    let collator = Collator(locale: "sv")
    let names = ["", "\u{0}", "🏺", String(repeating: "Å", count: 10_000), "e\u{301}", "\u{e9}"]
    let keys = names.map(collator.sortKey)
    #expect(keys[0].lexicographicallyPrecedes(keys[2]))
    #expect(keys[3].count >= 10_000)
    // Composed and decomposed é are canonically equivalent.
    #expect(keys[4] == keys[5])
    #expect(names.map(Collator(locale: "sv").sortKey) == keys)
  }

  @Test func aCollatorIsThreadSafe() async {
    let collator = Collator(locale: "da")
    let names = (0..<500).map { "Krus \($0 % 50)" }
    let keys = await withTaskGroup(of: [Data].self) { group in
      for _ in 0..<8 { group.addTask { names.map(collator.sortKey) } }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(keys.count == 50)
  }

  @Test(arguments: [
    ([:], "root"), (["LANG": "C.UTF-8"], "root"), (["LC_ALL": "POSIX", "LANG": "sv_SE.UTF-8"], "root"),
    (["LC_ALL": "", "LANG": "sv_SE.UTF-8"], "sv_SE"), (["LC_COLLATE": "da_DK", "LANG": "en_GB"], "da_DK"),
    (["LANG": "de_DE.ISO-8859-15@euro"], "de_DE"),
  ])
  func theEnvironmentSetsTheLocale(environment: [String: String], locale: String) {
    #expect(Collator.locale(in: environment) == locale)
  }

  @Test(arguments: [
    ("sv_SE", "Åhus", "Å"), ("sv_SE", "Äpple", "Ä"), ("sv_SE", "apple", "A"), ("sv_SE", "Ødegaard", "Ö"),
    ("en_GB", "Åhus", "A"), ("en_GB", "éclair", "E"), ("en_GB", "Æble", "A"), ("da", "Aalborg", "Å"),
    ("da", "Æble", "Æ"), ("root", "Ærø", "A"), ("sv", "“Mug”", "M"), ("sv", "12 plates", "#"), ("sv", "…", "#"),
    ("sv", "Жук", "Ж"), ("sv", "zebra", "Z"),
  ])
  func aNameIsListedUnderItsFirstLetter(locale: String, name: String, title: String) {
    #expect(Sections(locale: locale).title(of: name) == title)
  }
}
