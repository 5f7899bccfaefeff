import Foundation
import Testing

/// A server of 150 lines on the catalog library refuses the same requests as the command line, with the same codes.
struct ProductServerTests {
  private let packshot: Packshot

  init() throws {
    packshot = try Packshot.catalog()
    try packshot.succeed("products", "add", "Old", "--sku", "OLD", "--price", "1", "--stock", "2")
    try packshot.succeed("sales", "record", "Ben", "OLD", "1")
    try packshot.succeed("products", "archive", "OLD")
  }

  /// A request and the equivalent command.
  struct Case: Sendable, CustomTestStringConvertible {
    let request: String
    let body: String
    let command: [String]

    init(_ request: String, _ body: String = "", _ command: String...) {
      (self.request, self.body, self.command) = (request, body, command)
    }

    var testDescription: String { request + " " + body }
  }

  @Test(arguments: [
    Case("GET /products/NONE", "", "products", "show", "NONE"),
    Case("GET /products?where=ratng%3E4", "", "products", "list", "--where", "ratng>4"),
    Case("GET /products?where=(rating%3E4", "", "products", "list", "--where", "(rating>4"),
    Case("GET /products?where=price%3Ddear", "", "products", "list", "--where", "price=dear"),
    Case("POST /products", #"{"sku": "MUG-1", "name": "Another"}"#, "products", "add", "Another", "--sku", "MUG-1"),
    Case("PATCH /products/MUG-1", #"{"rating": "7"}"#, "products", "edit", "MUG-1", "rating=7"),
    Case("PATCH /products/MUG-1", #"{"price": "1.005"}"#, "products", "edit", "MUG-1", "price=1.005"),
    Case("PATCH /products/MUG-1", #"{"tint": "no colour"}"#, "products", "edit", "MUG-1", "tint=no colour"),
    Case("PATCH /products/MUG-1", #"{"movements": ""}"#, "products", "edit", "MUG-1", "movements="),
    Case("PATCH /products/MUG-1", #"{"isMadeByRun": "true"}"#, "products", "edit", "MUG-1", "isMadeByRun=true"),
    Case("PATCH /products/MUG-1", #"{"quantity": "-1"}"#, "products", "edit", "MUG-1", "quantity=-1"),
    Case("PATCH /products/MUG-1", #"{"quantity": "+5"}"#, "products", "edit", "MUG-1", "quantity=+5"),
    Case("PATCH /products/MUG-1", #"{"colour": "red"}"#, "products", "edit", "MUG-1", "colour=red"),
    Case("PATCH /customers/Ben", #"{"email": "nobody"}"#, "customers", "edit", "Ben", "email=nobody"),
    Case("DELETE /products/OLD", "", "products", "remove", "OLD", "--yes"),
    Case(
      "POST /sales", #"{"customer": "Ben", "product": "MUG-1", "quantity": "9999"}"#, "sales", "record", "Ben", "MUG-1",
      "9999"),
    Case(
      "POST /sales", #"{"customer": "Ben", "product": "OLD", "quantity": "1"}"#, "sales", "record", "Ben", "OLD", "1"),
    Case("POST /sales", #"{"customer": "Nobody", "product": "OLD"}"#, "sales", "record", "Nobody", "OLD"),
  ])
  func theServersErrorsEqualTheCommandLines(_ asked: Case) throws {
    let told = try packshot.run(asked.command + ["--json"])
    let event = try #require(told.events.last, "\(told.errors)")
    let expected = try #require(event["error"] as? [String: Any])
    let answer = try #require(try serve(asked.request, asked.body).first)
    let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
    let served = try #require(object as? [String: Any], "\(answer.body)")
    #expect(answer.status >= 400)
    #expect(served["code"] as? String == expected["code"] as? String)
    for key in ["reason", "facts"] {
      #expect(served[key] as? NSObject == expected[key] as? NSObject, "\(served)\n\(expected)")
    }
    let remedies = [served, expected].map { ($0["remedy"] as? [String: Any])?["name"] as? String }
    #expect(remedies[0] == remedies[1])
    // The text names no option or command of the command line.
    #expect(!answer.body.contains("--") && !answer.body.contains("`packshot"))
  }

  @Test func theServersEditsAreShownAndUndoneOnTheCommandLine() throws {
    let answers = try serve(
      ("POST /products", #"{"sku": "CUP", "name": "Cup", "price": "3.50", "quantity": "4"}"#),
      ("PATCH /products/CUP", #"{"makers": "Ann", "rating": "4.5"}"#),
      ("POST /sales", #"{"customer": "Ben", "product": "CUP", "quantity": "3"}"#),
      ("GET /products?search=cup", ""), ("GET /nothing", ""))
    #expect(answers.map(\.status) == [201, 200, 201, 200, 404])
    let shown = try packshot.run("products", "list", "--where", "sku=CUP", "--json")
    #expect("[\(shown.output.trimmingCharacters(in: .newlines))]" == answers[3].body)
    #expect(try packshot.succeed("products", "show", "CUP", "--attribute", "quantity") == "1\n")
    #expect(try packshot.succeed("catalog", "undo").contains("Sell 3 × ‘Cup’ to ‘Ben’ for 10.50 EUR"))
  }

  private struct Served {
    let status: Int
    let body: String
  }

  private func serve(_ request: String, _ body: String) throws -> [Served] { try serve((request, body)) }

  private func serve(_ requests: (String, String)...) throws -> [Served] {
    let text = requests.map { "\($0) HTTP/1.1\r\nContent-Length: \($1.utf8.count)\r\n\r\n\($1)" }.joined()
    try Data(text.replacing("\r\n", with: "\n").utf8).write(to: URL(fileURLWithPath: packshot.folder + "/requests"))
    let server = Packshot.programBesideTests("ProductServer").path
    let result = try packshot.shell("'\(server)' catalog.sqlite <requests")
    #expect(result.status == 0, "\(result.errors)")
    return result.output.components(separatedBy: "HTTP/1.1 ").dropFirst().map { answer in
      let parts = answer.components(separatedBy: "\r\n\r\n")
      return Served(status: Int(answer.prefix(3)) ?? 0, body: parts[1])
    }
  }
}
