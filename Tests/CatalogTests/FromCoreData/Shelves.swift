import Catalog
import Foundation
import ObjectStore

struct Book: Record {
  var id = UUID()
  var title = ""
  var copies: Int32 = 1
  var published: Date?
  var cover: StoredData?
  var binding: Binding?
  var initial: String { String(title.prefix(1)).uppercased() }

  init() {}

  static let properties: [Property<Book>] = [
    Property("id", \.id),
    Property("title", \.title, .length(1...200)),
    Property("copies", \.copies, default: 1, .atLeast(0)),
    Property("published", \.published),
    Property("cover", \.cover),
    Property("binding", \.binding),
    Property(derived: "initial") { $0.initial },
  ]

  static let entity = Entity(
    "Book", properties,
    toMany: [
      .toMany("authors", "Author", inverse: "books", minimumCount: .oneOnceLinked),
      .toMany("loans", "Loan", inverse: "book", deleteRule: .deny),
    ],
    uniqueKeys: [.caseBlind("title")], orderedBy: "title")
}

struct Author: Record {
  var id = UUID()
  var name = ""

  init() {}

  static let properties: [Property<Author>] = [
    Property("id", \.id),
    Property("name", \.name, .length(1...200)),
  ]

  static let entity = Entity(
    "Author", properties, toMany: [.toMany("books", "Book", inverse: "authors")],
    uniqueKeys: [.caseBlind("name")], orderedBy: "name")
}

struct Loan: Record {
  var id = UUID()
  var borrower = ""
  var bookId = UUID()

  init() {}

  static let properties: [Property<Loan>] = [
    Property("id", \.id),
    Property("borrower", \.borrower),
    Property(.toOne("book", "Book", inverse: "loans", isOptional: false), \.bookId),
  ]

  static let entity = Entity("Loan", properties)
}

struct Binding: Hashable, AttributeConvertible {
  var material: String
  var color: String

  static var attributeType: AttributeType { .transformable("binding") }
  var attributeValue: AttributeValue { .string("\(material)/\(color)") }

  init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue else { return nil }
    let parts = text.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return nil }
    (material, color) = (parts[0], parts[1])
  }
}

enum Shelves {
  static let schema = StoreSchema(Model([Book.self, Author.self, Loan.self]), mark: "Shel")
}
