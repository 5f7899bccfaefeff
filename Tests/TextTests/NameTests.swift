import Foundation
import TestSupport
import Testing

@testable import Text

/// Which names are equal.
@Suite struct NameTests {
  /// Names with the characters that differ between keyboards, file systems, spreadsheets and languages.
  private static let names = [
    "tie-7", "Café 1", "CAFÉ", "Ångström", "Größe 42", "ΌΔΟΣ 5", "Łódź", "Ǆ", "ﬁlter", "Đại Việt", "한글-1", "カﾞ", "é̱x",
    "ế",
    "İzmir 3", "ışık", "ᾳ-1", "mug № 3", "A+B/C", "x",
  ]

  /// Variants of a name that people regard as equal: normal forms, case, space and invisible characters.
  private static func variants(of name: String, _ random: inout SeededGenerator) -> [String] {
    var variants = [name]
    let each = { (change: (String) -> [String]) in variants = variants.flatMap { [$0] + change($0) } }
    each { [$0.uppercased(), $0.lowercased()] }
    each { [$0.precomposedStringWithCanonicalMapping, $0.decomposedStringWithCanonicalMapping] }
    each { [" \($0)\t", "\u{a0}\($0)\u{3000}", "\u{feff}\($0)\u{200b}"] }
    return variants.map { variant in
      guard let space = variant.firstIndex(of: " "), Bool.random(using: &random) else { return variant }
      return variant.replacingCharacters(
        in: space...space, with: [" \u{200b} ", "\u{a0}\t", "  "].randomElement(using: &random)!)
    }
  }

  @Test(arguments: names) func everyVariantOfANameHasTheSameKey(name: String) {
    var random = SeededGenerator(seed: 1)
    let variants = Self.variants(of: name, &random)
    #expect(variants.count >= 36)
    let keys = Set(variants.map { Array($0.nameFolded.utf8) })
    #expect(keys.count == 1, "\(keys.map { String(decoding: $0, as: UTF8.self) })")
  }

  @Test func differentNamesHaveDifferentKeys() {
    let keys = Set(Self.names.map(\.nameFolded))
    #expect(keys.count == Self.names.count)
    for (one, other) in [
      ("tie-7", "tie 7"), ("tie-7", "tie7"), ("resume", "résumé"), ("Ⅷ", "8"), ("x²", "x2"), ("ﾊ", "ハ"),
    ] {
      #expect(one.nameFolded != other.nameFolded, "\(one) \(other)")
    }
  }

  /// The fast path for ASCII gives the same result as the general one.
  @Test func asciiIsFoldedLikeAllOfUnicode() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let name = String(
        String.UnicodeScalarView((0..<8).map { _ in UnicodeScalar(UInt8.random(in: 0x20..<0x7f, using: &random)) }))
      let tidied = name.split(separator: " ").joined(separator: " ")
      #expect(name.nameFolded == tidied.lowercased())
      #expect((name + "\u{200b}").nameFolded == name.nameFolded)
    }
  }
}
