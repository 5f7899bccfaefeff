import Foundation
import Testing

@testable import Text

/// Arbitrary texts, made printable.
@Suite struct PrintableTextTests {
  @Test func controlCharactersAreEscapedByNumber() {
    #expect(printableText("\u{1b}[2J\u{9b}a\u{202e}b\u{2028}c\nd") == #"\u{1b}[2J\u{9b}a\u{202e}b\u{2028}c\u{a}d"#)
    #expect(printableText("a\r\nb", keepingLines: true) == "a\\u{d}\nb")
    #expect(printableText("é 👩\u{200d}🍳 日本") == "é 👩\u{200d}🍳 日本")
  }

  /// Terminals show JSON too.
  @Test func textAndJSONEscapeTheSameCharacters() throws {
    let values = [0x20...0x3000, 0xFE00...0xFFFF, 0x1_1000...0x1_1100, 0x1_D100...0x1_D200, 0xE_0000...0xE_0100]
    for scalar in values.joined().compactMap({ Unicode.Scalar(UInt32($0)) }) where scalar != "\"" && scalar != "\\" {
      let text = JSONValue.string("\(scalar)").description
      #expect((text != "\"\(scalar)\"") == scalar.isHidden, "\(String(scalar.value, radix: 16))")
      if scalar.isHidden { #expect(try JSONValue(parsing: Data(text.utf8)) == .string("\(scalar)")) }
    }
    #expect(JSONValue.string("\u{e0041}\u{9b}\u{1}").description == #""\udb40\udc41\u009b\u0001""#)
  }
}
