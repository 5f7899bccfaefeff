import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct JSONRecordsTests {
  /// The outcomes of reading `text`: the line and members of an object, or the description of an error.
  private func outcomes(_ text: String) -> [String] {
    var records = JSONRecords(Data(text.utf8))
    var outcomes: [String] = []
    while true {
      do {
        guard let element = try records.next() else { return outcomes }
        outcomes.append("\(element.line) \(JSONValue.object(element.members))")
      } catch {
        outcomes.append("\(error)")
      }
    }
  }

  @Test func anEmptyTextAndAnEmptyArrayHaveNoObjects() {
    for text in ["", " \n\n", "[]", "\u{feff}[ \n ]\n"] { #expect(outcomes(text) == [], "\(text)") }
  }

  @Test func objectsOfAnArrayHaveTheirLines() {
    #expect(
      outcomes("[\n  {\"a\": 1},\n\n  {\n    \"a\": 2\n  }, {\"a\": 3}\n]\n")
        == [#"2 {"a":1}"#, #"4 {"a":2}"#, #"6 {"a":3}"#])
  }

  @Test func objectsOnSeparateLinesHaveTheirLines() {
    #expect(
      outcomes("{\"a\":1}\n\n{\"a\":2}\r\n{\n\"a\":3\n}\n{\"a\":4}")
        == [#"1 {"a":1}"#, #"3 {"a":2}"#, #"4 {"a":3}"#, #"7 {"a":4}"#])
  }

  @Test func theLineAfterABadLineIsRead() {
    #expect(
      outcomes("{\"a\":1}\n{\"a\":}\n7\n{\"a\":2,\"a\":3}\n{\"a\n{\"a\":4}\n")
        == [
          #"1 {"a":1}"#, "2:6: expected a value, found “}”", "3:1: expected an object, found “7”",
          "4:8: this object already has the key “a”",
          "5:4: expected the rest of the text and a quote, found the end of the line", #"6 {"a":4}"#,
        ])
  }

  @Test(arguments: [
    // A brace within a string doesn't count; one within the element does.
    #"[{"a":"}","b":tru,"c":{"d":[1,"]"]}},{"a":2}]"#,
    // A missing brace or quote: the next line with the element's indentation begins the next element.
    "[\n  {\"a\": 1,\n    \"b\": {\n      \"c\": [1,\n    },\n  {\"a\":2}\n]",
    "[\n{\"a\":\"5\" disk\"},\n{\"a\":2}]",
    "{\"a\":1\n{\"a\":2}\n",
    "{\"a\":\"\\\n{\"a\":2}\n",
    // The same in one line.
    #"[{"a":"5" disk","b":1},{"a":2}]"#,
  ])
  func aMalformedElementCostsOnlyItself(text: String) {
    let outcomes = outcomes(text)
    #expect(outcomes.count == 2)
    #expect(outcomes.last?.hasSuffix(#" {"a":2}"#) == true, "\(outcomes)")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damagedTextIsReadToItsEnd(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let lines = (0..<5).map { #"{"number":\#($0),"list":["{",{"b":"\\""}]}"# }
    for text in ["[\n" + lines.joined(separator: ",\n") + "\n]\n", lines.joined(separator: "\n")] {
      for _ in 0..<200 {
        var records = JSONRecords(Data(text.utf8).damaged(using: &generator))
        var count = 0
        while count <= text.utf8.count {
          count += 1
          do { if try records.next() == nil { break } } catch { continue }
        }
        #expect(count <= text.utf8.count)
      }
    }
  }

  @Test func theElementAfterAnInvalidOneIsRead() {
    #expect(
      outcomes("[7,\n{\"a\":1},\n{\"a\" 2},\n{\"a\":3}]")
        == [
          "1:2: expected an object, found “7”", #"2 {"a":1}"#, "3:6: expected a colon, found “2”",
          #"4 {"a":3}"#,
        ])
    #expect(outcomes("[{}{}]") == ["1 {}", "1:4: expected a comma or ], found “{”", "1 {}"])
    #expect(outcomes("[,{}]") == ["1:2: expected a value, found “,”", "1 {}"])
    #expect(outcomes("[{},]") == ["1 {}", "1:5: expected a value, found “]”"])
    #expect(outcomes("[{}") == ["1 {}", "1:4: expected a comma or ], found the end"])
    #expect(
      outcomes("[{}},{\"a\":1}]") == ["1 {}", "1:4: expected a comma or ], found “}”", #"1 {"a":1}"#])
    #expect(outcomes("[nul,{}]") == ["1:5: expected “null”, found “,”", "1 {}"])
    #expect(outcomes("[{}] {}") == ["1 {}", "1:6: expected the end, found “{”"])
  }
}
