import Foundation

@testable import Catalog
@testable import ObjectStore

/// The second version of the library: a book has any number of authors.
enum ManyAuthorsLibrary {
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
      "Book", properties, toMany: [.toMany("authors", "Author", inverse: "books")], orderedBy: "title")
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
      "Author", properties, toMany: [.toMany("books", "Book", inverse: "authors")], orderedBy: "name")
  }

  static let model = Model([Book.self, Author.self])
  static let schema = StoreSchema(model, mark: "Libr", migrations: [.creating(OneAuthorLibrary.model), manyAuthors])

  /// Every book keeps its author. Changesets refer to columns by position, so the migration clears the history.
  private static let manyAuthors = Migration.sql(
    """
    CREATE TEMP TABLE oldBook AS SELECT * FROM book;
    CREATE TEMP TABLE oldAuthor AS SELECT * FROM author;
    DROP TABLE book;
    DROP TABLE author;
    DELETE FROM _history;
    \(ModelTables(model: model).sql);
    INSERT INTO author (id, name, nameOrder) SELECT id, name, nameOrder FROM oldAuthor;
    INSERT INTO book (id, title, titleOrder) SELECT id, title, titleOrder FROM oldBook;
    INSERT INTO authors_books (authors, books) SELECT authorId, id FROM oldBook WHERE authorId NOT NULL;
    DROP TABLE oldBook;
    DROP TABLE oldAuthor;
    """)
}
