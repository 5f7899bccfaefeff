import Errors
import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct TextErrorTests {
  @Test func everyFaultHasADistinctReason() {
    let faults: [TextError.Fault] = [
      .unexpectedText(found: "}", expected: "a value"), .notUTF8, .notInEncoding(encoding: "windows-1252"),
      .loneSurrogate, .duplicateKey(key: "a"),
      .tooDeep(limit: 9),
      .openQuote, .strayQuote, .fieldCount(fields: 1, columns: 2), .namelessColumn(number: 3),
      .duplicateColumn(name: "a"),
    ]
    #expect(objections(to: faults) == [])
  }

  @Test func anErrorHasItsPlaceAndTheFoundText() throws {
    let error = try #require(throws: TextError.self) { try JSONValue(parsing: Data(#"{"a": ]}"#.utf8)) }
    #expect(error.code == .unreadable && error.reason == "unexpected-text")
    #expect(
      error.details["line"] == 1 && error.details["column"] == 7 && error.details.text("found")?.contains("]") == true)
  }
}
