import Errors
import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct TextErrorTests {
  @Test func everyFaultHasAWordOfItsOwn() {
    let faults: [TextError.Fault] = [
      .unexpected(found: "}", expected: "a value"), .notUTF8, .loneSurrogate, .duplicateKey("a"), .tooDeep(limit: 9),
      .openQuote, .strayQuote, .fieldCount(found: 1, columns: 2), .namelessColumn(number: 3), .duplicateColumn("a"),
    ]
    #expect(objections(to: faults.map { TextError(line: 1, column: 1, fault: $0) }) == [])
  }

  @Test func itKnowsWhereItIsAndWhatWasFound() throws {
    let error = try #require(throws: TextError.self) { try JSONValue(parsing: Data(#"{"a": ]}"#.utf8)) }
    #expect(error.code == .unreadable && error.reason == "unexpected-text")
    #expect(error.facts["line"] == 1 && error.facts["column"] == 7 && error.facts.text("found")?.contains("]") == true)
  }
}
