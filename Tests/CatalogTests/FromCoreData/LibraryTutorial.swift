import Catalog
import Foundation
import ObjectStore

/// The model of the relationships tutorial: a library has books, a book has authors, an author has books. `Rule` is the delete
/// rule of `Library.books` and of `Author.books`.
enum LibraryTutorial<Rule: LibraryRule> {
  struct Library: Record {
    var id = UUID()
    var name = ""
    var location: String?

    init() {}

    init(_ name: String, in location: String) { (self.name, self.location) = (name, location) }

    static var properties: [Property<Library>] {
      [Property("id", \.id), Property("name", \.name, .length(1...200)), Property("location", \.location)]
    }

    static var entity: Entity {
      Entity(
        "Library", properties, toMany: [.toMany("books", "Book", inverse: "library", deleteRule: Rule.rule)],
        uniqueKeys: [.caseBlind("name")], orderedBy: "name", names: ["name"])
    }
  }

  struct Author: Record {
    var id = UUID()
    var firstName = ""
    var lastName = ""

    init() {}

    init(_ firstName: String, _ lastName: String) { (self.firstName, self.lastName) = (firstName, lastName) }

    static var properties: [Property<Author>] {
      [Property("id", \.id), Property("firstName", \.firstName), Property("lastName", \.lastName, .length(1...200))]
    }

    static var entity: Entity {
      Entity(
        "Author", properties, toMany: [.toMany("books", "Book", inverse: "authors", deleteRule: Rule.rule)],
        orderedBy: "lastName", names: ["firstName", "lastName"])
    }
  }

  struct Book: Record {
    var id = UUID()
    var title = ""
    var date: Date?
    var pages: Int16 = 0
    var libraryId: UUID?

    init() {}

    init(_ title: String, pages: Int16, in library: Library?) {
      (self.title, self.pages, libraryId) = (title, pages, library?.id)
      date = Date(timeIntervalSince1970: 631_152_000)
    }

    static var properties: [Property<Book>] {
      [
        Property("id", \.id), Property("title", \.title, .length(1...200)), Property("date", \.date),
        Property("pages", \.pages, default: 0, .atLeast(0)),
        Property(.toOne("library", "Library", inverse: "books"), \.libraryId),
      ]
    }

    static var entity: Entity {
      Entity("Book", properties, toMany: [.toMany("authors", "Author", inverse: "books")], orderedBy: "title")
    }
  }

  static var schema: StoreSchema { StoreSchema(Model([Library.self, Author.self, Book.self]), mark: "Tuto") }
}

/// A delete rule as a type.
protocol LibraryRule: Sendable { static var rule: DeleteRule { get } }

enum Cascade: LibraryRule { static let rule = DeleteRule.cascade }
enum Nullify: LibraryRule { static let rule = DeleteRule.nullify }
enum Deny: LibraryRule { static let rule = DeleteRule.deny }
enum NoAction: LibraryRule { static let rule = DeleteRule.noAction }
