import Catalog
import Foundation
import ObjectStore

/// The first version of a library: each book has one author.
enum OneAuthorLibrary {
  struct Book: Record {
    var id = UUID()
    var title = ""
    var authorId: UUID?

    init() {}

    init(_ title: String, by author: Author? = nil) {
      self.title = title
      authorId = author?.id
    }

    static let properties: [Property<Book>] = [
      Property("id", \.id),
      Property("title", \.title, .length(1...200)),
      Property(.toOne("author", "Author", inverse: "books"), \.authorId),
    ]

    static let entity = Entity("Book", properties, orderedBy: "title")
  }

  struct Author: Record {
    var id = UUID()
    var name = ""

    init() {}

    init(_ name: String) { self.name = name }

    static let properties: [Property<Author>] = [
      Property("id", \.id),
      Property("name", \.name, .length(1...200)),
    ]

    static let entity = Entity(
      "Author", properties, toMany: [.toMany("books", "Book", inverse: "author")], orderedBy: "name")
  }

  static let model = Model([Book.self, Author.self])
  static let schema = StoreSchema(model, mark: "Libr")
}
