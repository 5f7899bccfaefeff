import Catalog
import Errors
import Foundation
import ObjectStore
import Text

/// Serves a catalog's products, customers and sales over HTTP/1.1: reads requests from standard input and writes answers to
/// standard output. All rules and error texts come from the library.
///
///     GET /products?where=rating>=4&limit=10    GET /products/MUG-1        POST /products     {"sku": …, "name": …}
///     PATCH /products/MUG-1  {"price": "9.90"}  DELETE /products/MUG-1     GET /products?search=mu
///     POST /sales {"customer": …, "product": …, "quantity": "2"}           POST /undo         GET /history
@main struct ProductServer {
  static func main() async throws {
    let catalog = try Catalog(at: CommandLine.arguments[1], createIfMissing: false)
    var input = Input()
    while let request = input.next() {
      let answer: Answer
      do { answer = try await respond(to: request, catalog) } catch { answer = Answer(error) }
      FileHandle.standardOutput.write(answer.bytes)
    }
  }

  static func respond(to request: Request, _ catalog: Catalog) async throws -> Answer {
    let given = try request.assignments
    switch (request.method, request.path.first, request.path.dropFirst().first) {
    case (let method, "products"?, let query):
      return try await respond(Catalog.Product.self, method, query, request, catalog)
    case (let method, "customers"?, let query):
      return try await respond(Catalog.Customer.self, method, query, request, catalog)
    case ("POST", "sales"?, nil):
      return Answer(
        201,
        try await catalog.perform { catalog in
          let value = { (name: String) in given.first { $0.name == name }?.text ?? (name == "quantity" ? "1" : "") }
          let quantity = try Catalog.Sale.entity.attribute("quantity")?.value(typed: value("quantity"), of: "Sale")
          guard case .integer(let count)? = quantity else { throw NoSuchPlace() }
          let sale = try catalog.recordSale(
            customer: catalog.record(Catalog.Customer.self, matching: value("customer")).id,
            product: catalog.record(Catalog.Product.self, matching: value("product")).id,
            quantity: Int32(clamping: count))
          return try catalog.read { try RecordResult(sale, in: $0) }
        })
    case ("POST", "undo"?, nil): return Answer(200, HistoryResult(try await catalog.store.perform { try $0.undo() }))
    case ("GET", "history"?, nil):
      return Answer(200, try await catalog.store.perform { try $0.history().map { HistoryResult($0) } })
    default: throw NoSuchPlace()
    }
  }

  static func respond<R: Record>(
    _ type: R.Type, _ method: String, _ query: String?, _ request: Request, _ catalog: Catalog
  ) async throws -> Answer {
    let (given, parameters) = (try request.assignments, request.parameters)
    return try await catalog.perform { catalog in
      switch (method, query) {
      case ("GET", nil):
        let condition = try parameters["where"].map { try Condition(typed: $0, on: R.entity, in: Catalog.model) }
        let limit = parameters["limit"].flatMap { Int($0) } ?? 50
        return try catalog.read { reader in
          let found = try parameters["search"].map { try reader.search(type, $0, limit: limit) }
          return Answer(
            200, try RecordResult.all(found ?? reader.fetch(Fetch(where: condition, limit: limit)), in: reader))
        }
      case ("GET", let query?):
        return try catalog.read { Answer(200, try RecordResult($0.record(type, matching: query), in: $0)) }
      case ("POST", nil):
        let added = try catalog.add(R(), given)
        return try catalog.read { Answer(201, try RecordResult(added, in: $0)) }
      case ("PATCH", let query?):
        let edited = try catalog.set(type, catalog.record(type, matching: query).id, given)
        return try catalog.read { Answer(200, try RecordResult(edited, in: $0)) }
      case ("DELETE", let query?):
        let record = try catalog.record(type, matching: query)
        let result = try RemovalResult(of: record, in: catalog)
        try catalog.remove(type, record.id)
        return Answer(200, result)
      default: throw NoSuchPlace()
      }
    }
  }
}

/// The HTTP answer for an unknown path.
struct NoSuchPlace: Error {}

struct Request: Sendable {
  let method: String
  let path: [String]
  let parameters: [String: String]
  let body: Data

  var assignments: [Assignment] {
    get throws {
      guard !body.isEmpty, case .object(let members) = try JSONValue(parsing: body) else { return [] }
      return members.map { member in
        if case .string(let text) = member.value { return Assignment(member.key, text) }
        return Assignment(member.key, member.value == .null ? "" : member.value.description)
      }
    }
  }
}

/// Reads requests from standard input.
struct Input {
  mutating func next() -> Request? {
    guard let words = readLine()?.split(separator: " "), words.count >= 2 else { return nil }
    var count = 0
    while let line = readLine(), !line.isEmpty {
      if line.lowercased().hasPrefix("content-length:") { count = Int(line.split(separator: " ")[1]) ?? 0 }
    }
    let address = URLComponents(string: String(words[1]))
    let items = address?.queryItems ?? []
    return Request(
      method: String(words[0]),
      path: (address?.path ?? "").split(separator: "/").map(String.init),
      parameters: Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 },
      body: Data((0..<count).compactMap { _ in UInt8(exactly: getchar()) }))
  }
}

struct Answer: Sendable {
  let status: Int
  let body: String

  init(_ status: Int, _ result: some Encodable) { (self.status, body) = (status, result.json.description) }

  init(_ error: any Error) {
    self.init(error is NoSuchPlace ? 404 : Self.status(of: error), ErrorDescriptor(error))
  }

  private static func status(of error: any Error) -> Int {
    switch (error as? any DescribedError)?.code {
    case .missing: 404
    case .refused, .exists, .unconfirmed: 409
    case .locked: 503
    case .option, .usage, .condition, .unknownName: 400
    default: 500
    }
  }

  var bytes: Data {
    Data(
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
  }
}
