import Catalog
import Foundation
import ObjectStore

/// Lent books: a relationship without a delete rule, which can break, beside one that nullifies.
enum Lending {
  struct Book: Record {
    var id = UUID()
    var title = ""

    init() {}

    init(_ title: String) { self.title = title }

    static let properties: [Property<Book>] = [Property("id", \.id), Property("title", \.title)]

    static let entity = Entity(
      "Book", properties,
      toMany: [
        .toMany("loans", "Loan", inverse: "book", deleteRule: .noAction),
        .toMany("bookmarks", "Bookmark", inverse: "book", deleteRule: .nullify),
      ], orderedBy: "title")
  }

  struct Loan: Record {
    var id = UUID()
    var borrower = ""
    var bookId: UUID?

    init() {}

    init(of book: Book, to borrower: String) {
      self.borrower = borrower
      bookId = book.id
    }

    static let properties: [Property<Loan>] = [
      Property("id", \.id), Property("borrower", \.borrower),
      Property(.toOne("book", "Book", inverse: "loans"), \.bookId),
    ]

    static let entity = Entity("Loan", properties, orderedBy: "borrower")
  }

  struct Bookmark: Record {
    var id = UUID()
    var page: Int32 = 1
    var bookId: UUID?

    init() {}

    init(in book: Book, page: Int32) {
      self.page = page
      bookId = book.id
    }

    static let properties: [Property<Bookmark>] = [
      Property("id", \.id), Property("page", \.page, default: 1, .atLeast(1)),
      Property(.toOne("book", "Book", inverse: "bookmarks"), \.bookId),
    ]

    static let entity = Entity("Bookmark", properties)
  }

  static let schema = StoreSchema(Model([Book.self, Loan.self, Bookmark.self]), mark: "Lend")
}
