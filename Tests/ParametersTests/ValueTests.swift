import Foundation
import Parameters
import Testing

@Suite struct ValueTests {
  @Test func prettyJSONIsReadable() {
    let value: Value = [
      "name": "a \"b\"", "sizes": [1, 2.5, true], "none": Value(.null), "steps": [["resize": ["width": 8]], "flatten"],
    ]
    #expect(
      value.prettyJSON == #"""
        {
          "name": "a \"b\"",
          "sizes": [1, 2.5, true],
          "none": null,
          "steps": [
            {
              "resize": {
                "width": 8
              }
            },
            "flatten"
          ]
        }
        """#)
  }

  /// Foundation's JSON decoder is the independent reference.
  @Test func prettyJSONRoundTrips() throws {
    let value: Value = ["a": ["\u{1}\t\n\\é🏺", []], "b": [[1, -0.125], [1e300, 0]], "c": [:]]
    #expect(try JSONDecoder().decode(Value.self, from: Data(value.prettyJSON.utf8)) == value)
  }
}
