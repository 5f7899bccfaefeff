import Catalog
import Foundation
import ObjectStore

/// Books and authors, added by name and searchable in both directions.
enum Bookshelf {
  struct Book: Record {
    var id = UUID()
    var title = ""

    init() {}

    init(_ title: String) { self.title = title }

    static let properties: [Property<Book>] = [
      Property("id", \.id),
      Property("title", \.title, .length(1...200)),
    ]

    static let entity = Entity(
      "Book", properties, toMany: [.toMany("authors", "Author", inverse: "books", minimumCount: .one)],
      uniqueKeys: [.caseBlind("title")], orderedBy: "title", searched: ["title"], searchedThrough: ["authors"])
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
      uniqueKeys: [.caseBlind("name")], orderedBy: "name", searched: ["name"], searchedThrough: ["books"])
  }

  static let schema = StoreSchema(Model([Book.self, Author.self]), mark: "Shlf")

  /// Adds the book in a line such as `Good Omens, Terry Pratchett, Neil Gaiman`: its title, then its authors.
  static func add(_ line: String, to store: Store) throws {
    let names = line.listedNames
    try store.edit("Add “\(names.first ?? "")”") { edit in
      let book = try edit.save(Book(names.first ?? ""))
      for name in names.dropFirst() {
        try edit.link(book, "authors", to: edit.reuseOrMake(Author.self, named: name).id)
      }
    }
  }

  /// The sorted titles of books with `text` in the title or an author's name.
  static func books(matching text: String, in store: Store) throws -> [String] {
    let condition = Condition.or([
      .text("title", .contains, text), .any("authors", .text("name", .contains, text)),
    ])
    return try store.read { try $0.fetch(Fetch<Book>(where: condition)).map(\.title) }
  }

  /// The sorted names of authors with `text` in the name or a book's title.
  static func authors(matching text: String, in store: Store) throws -> [String] {
    let condition = Condition.or([
      .text("name", .contains, text), .any("books", .text("title", .contains, text)),
    ])
    return try store.read { try $0.fetch(Fetch<Author>(where: condition)).map(\.name) }
  }
}
