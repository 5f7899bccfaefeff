import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct JSONParsingTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

  private func complaint(about text: String) -> String? {
    #expect(throws: TextError.self, "\(text)") { try parse(text) }?.description
  }

  @Test func eachKindOfValueIsRead() throws {
    #expect(
      try parse(#" { "a" : [ null , true, false ] , "b":{}, "é":[], "c":"x" }"# + "\r\n")
        == .object([
          .init("a", .array([.null, .boolean(true), .boolean(false)])), .init("b", .object([])), .init("é", .array([])),
          .init("c", .string("x")),
        ]))
  }

  @Test(arguments: [
    ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number("9223372036854775808")),
    ("12.50", .number("12.50")), ("1e3", .number("1e3")), ("-0.0E-07", .number("-0.0E-07")),
    ("1E+999", .number("1E+999")),
  ])
  func numbersAreExactAndWholeNumbersAreIntegers(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
    #expect(try parse(value.description) == value)
  }

  @Test func escapesAreDecoded() throws {
    #expect(
      try parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00é\u0000""#) == .string("\"\\/\u{8}\u{c}\n\r\tAé€😀é\0"))
  }

  // Lines and columns were counted by hand.
  @Test(arguments: [
    ("", "1:1: expected a value, found the end"),
    ("{\n  \"a\": 1,\n}", "3:1: expected a key in quotes, found “}”"),
    ("[1 2]", "1:4: expected a comma or ], found “2”"),
    ("[1,]", "1:4: expected a value, found “]”"),
    (#"{"a" 1}"#, "1:6: expected a colon, found “1”"),
    (#"{"a":1 "b"}"#, "1:8: expected a comma or }, found “\"”"),
    ("{'a':1}", "1:2: expected a key in quotes, found “'”"),
    ("01", "1:2: expected the end, found “1”"),
    ("+1", "1:1: expected a value, found “+”"),
    ("1.", "1:3: expected a digit, found the end"),
    ("-x", "1:2: expected a digit, found “x”"),
    ("1e+", "1:4: expected a digit, found the end"),
    ("NaN", "1:1: expected a value, found “N”"),
    ("trux", "1:4: expected “true”, found “x”"),
    ("null null", "1:6: expected the end, found “n”"),
    ("\"a\nb\"", "1:3: expected the rest of the text and a quote, found the end of the line"),
    ("\"ééé\u{1}\"", "1:5: expected the rest of the text and a quote, found U+0001"),
    ("\"a", "1:3: expected the rest of the text and a quote, found the end"),
    (#""\x""#, "1:3: expected one of \" \\ / b f n r t u, found “x”"),
    (#""\u12g4""#, "1:6: expected a hexadecimal digit, found “g”"),
    (#"["\ud800"]"#, "1:4: this \\u is half of a surrogate pair; the other half is missing"),
    (#"["\udc00\ud800"]"#, "1:4: this \\u is half of a surrogate pair; the other half is missing"),
    (#"["\ud800\u0041"]"#, "1:4: this \\u is half of a surrogate pair; the other half is missing"),
    (#"{"a":1,"b":2,"a":3}"#, "1:14: this object already has the key “a”"),
  ])
  func errorsHaveTheirPlace(text: String, message: String) {
    #expect(complaint(about: text) == message)
  }

  @Test func bytesThatAreNotUTF8AreReportedAtTheStartOfTheirText() {
    let error = #expect(throws: TextError.self) { try JSONValue(parsing: Data(#"["é", ""#.utf8) + [0xC3, 0x28, 0x22]) }
    #expect(error == TextError(line: 1, column: 8, fault: .notUTF8))
  }

  @Test func aDuplicateKeyIsFoundAmongMany() {
    let keys = (0..<100).map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(complaint(about: "{\(keys),\n\"7\":0}") == "2:1: this object already has the key “7”")
    #expect(complaint(about: "{\(keys),\n\"99\":0}") == "2:1: this object already has the key “99”")
  }

  @Test func nestingIsLimitedTo100() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try parse(nested(100))
    #expect(complaint(about: nested(101)) == "1:101: lists and objects are nested more than 100 levels deep")
    #expect(throws: TextError.self) { try parse(String(repeating: #"{"a":"#, count: 1_000_000)) }
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try parse("\u{feff}[1]") == .array([.integer(1)]))
  }

  /// A random value with at most `depth` nested levels.
  private func value(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: .null
    case 1: .boolean(.random(using: &generator))
    case 2: .integer(.random(in: .min ... .max, using: &generator))
    case 3: .number(Double.random(in: -1e30...1e30, using: &generator).description)
    case 4: .string(.random(using: &generator))
    case 5: .array((0..<3).map { _ in value(depth: depth - 1, using: &generator) })
    default:
      .object((0..<3).map { .init(.random(using: &generator) + "\($0)", value(depth: depth - 1, using: &generator)) })
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func writtenValuesAreReadBackAndByFoundationToo(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = value(depth: 4, using: &generator)
      #expect(try parse(value.description) == value)
      _ = try JSONSerialization.jsonObject(with: Data(value.description.utf8), options: .fragmentsAllowed)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aTruncatedTextIsRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = Data(JSONValue.array([value(depth: 3, using: &generator)]).description.utf8)
    for count in bytes.indices {
      #expect(throws: TextError.self, "\(count) bytes") { try JSONValue(parsing: bytes.prefix(count)) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aDamagedTextIsRefusedOrReadAsAnotherValue(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let valid = JSONValue.object([.init("a", value(depth: 3, using: &generator))]).description
      let bytes = Data(valid.utf8).damaged(using: &generator)
      if let value = try? JSONValue(parsing: bytes) { #expect(try parse(value.description) == value) }
      var records = JSONRecords(bytes)
      // Each call advances or is the last, so there are at most as many as bytes.
      for _ in 0...bytes.count {
        do { if try records.next() == nil { break } } catch {}
      }
      #expect(try records.next() == nil)
    }
  }
}
