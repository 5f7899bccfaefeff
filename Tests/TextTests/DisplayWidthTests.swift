import Testing

@testable import Text

@Suite struct DisplayWidthTests {
  // Classes from Unicode's EastAsianWidth.txt and emoji-data.txt. Terminals give both a width of 2.
  @Test(arguments: [
    ("Mug", 3), ("", 0), ("café", 4), ("cafe\u{301}", 4), ("日本", 4), ("ｶ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11ab}", 2),
    ("a\u{200B}b", 2), ("क्\u{200D}ष", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("🇸🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2),
    ("👍🏽", 2), ("“”", 2), ("○", 1), ("、", 2), ("𠀀", 2),
  ])
  func aCharacterHasItsWidthOnATerminal(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }
}
