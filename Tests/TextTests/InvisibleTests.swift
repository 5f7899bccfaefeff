import Testing

@testable import Text

@Suite struct InvisibleTests {
  /// Controls, line separators, and examples of Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt).
  @Test(
    arguments: [
      "\0", "\t", "\u{1b}", "\u{7f}", "\u{85}", "\u{ad}", "\u{61c}", "\u{115f}", "\u{17b4}", "\u{200b}", "\u{200e}",
      "\u{2028}", "\u{2029}", "\u{202e}", "\u{2060}", "\u{2066}", "\u{3164}", "\u{feff}", "\u{ffa0}", "\u{1d173}",
      "\u{e0001}", "\u{e0041}",
    ] as [Unicode.Scalar])
  func invisibleCharactersAreHidden(scalar: Unicode.Scalar) {
    #expect(scalar.isInvisible)
    #expect(scalar.isHidden)
  }

  @Test(
    arguments: ["\u{34f}", "\u{180b}", "\u{200c}", "\u{200d}", "\u{fe0e}", "\u{fe0f}", "\u{e0100}"] as [Unicode.Scalar])
  func joinersAndVariationSelectorsAreInvisibleButNotHidden(scalar: Unicode.Scalar) {
    #expect(scalar.isInvisible)
    #expect(!scalar.isHidden)
  }

  @Test(arguments: [" ", "a", "\u{a0}", "\u{300}", "\u{600}", "\u{3000}", "日", "😀", "\u{fffd}"] as [Unicode.Scalar])
  func lettersMarksAndSpacesAreVisible(scalar: Unicode.Scalar) {
    #expect(!scalar.isInvisible)
    #expect(!scalar.isHidden)
  }
}
