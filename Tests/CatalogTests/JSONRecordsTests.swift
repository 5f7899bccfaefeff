import Foundation
import Testing

@testable import Catalog

@Suite struct JSONRecordsTests {
  /// What comes out of `text`: of an object its line and the text of its members, of an error its description.
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

  @Test func `Nothing is in an empty text and in an empty array`() {
    for text in ["", " \n\n", "[]", "\u{feff}[ \n ]\n"] { #expect(outcomes(text) == [], "\(text)") }
  }

  @Test func `Objects of an array come with their lines`() {
    #expect(
      outcomes("[\n  {\"a\": 1},\n\n  {\n    \"a\": 2\n  }, {\"a\": 3}\n]\n")
        == [#"2 {"a":1}"#, #"4 {"a":2}"#, #"6 {"a":3}"#])
  }

  @Test func `Objects on lines of their own come with their lines`() {
    #expect(
      outcomes("{\"a\":1}\n\n{\"a\":2}\r\n{\n\"a\":3\n}\n{\"a\":4}")
        == [#"1 {"a":1}"#, #"3 {"a":2}"#, #"4 {"a":3}"#, #"7 {"a":4}"#])
  }

  @Test func `After a bad line the next one is read`() {
    #expect(
      outcomes("{\"a\":1}\n{\"a\":}\n7\n{\"a\":2,\"a\":3}\n{\"a\n{\"a\":4}\n")
        == [
          #"1 {"a":1}"#, "2:6: found “}”, where a value belongs", "3:1: found “7”, where an object belongs",
          "4:8: this object has the key “a” already",
          "5:4: found the end of the line, where the rest of the text and a quote belongs", #"6 {"a":4}"#,
        ])
  }

  @Test func `An element that is no object does not end the array, a fault does`() {
    #expect(
      outcomes("[7,\n{\"a\":1},\n{\"a\" 2},\n{\"a\":3}]")
        == ["1:2: found “7”, where an object belongs", #"2 {"a":1}"#, "3:6: found “2”, where a colon belongs"])
    #expect(outcomes("[{}{}]") == ["1 {}", "1:4: found “{”, where a comma or ] belongs"])
    #expect(outcomes("[{},]") == ["1 {}", "1:5: found “]”, where a value belongs"])
    #expect(outcomes("[{}") == ["1 {}", "1:4: found the end, where a comma or ] belongs"])
    #expect(outcomes("[{}] {}") == ["1 {}", "1:6: found “{”, where the end belongs"])
  }
}
