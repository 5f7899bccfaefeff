import Catalog
import Foundation
import ObjectStore
import TestSupport
import Testing

/// The examples of the guide “From Core Data”, run as tests. The declarations are in `Shelves.swift`.
@Suite struct FromCoreDataTests {
  private let store: Store
  private let emma: Book

  init() throws {
    store = try Store.inMemory(Shelves.schema)
    emma = try store.edit("Add Emma") { edit in
      var book = Book()
      book.title = "Emma"
      book.published = Date(timeIntervalSince1970: -4_860_000_000)
      return try edit.save(book)
    }
  }

  @Test func opensAStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shelves.sqlite")
    let store = try Store(at: path, Shelves.schema, createIfMissing: true)
    let scratch = try Store.inMemory(Shelves.schema)
    #expect(store.path == path)
    #expect(scratch.path == ":memory:")
  }

  @Test func addsAndLinksRecords() throws {
    let persuasion = try store.edit("Add Persuasion") { edit in
      var book = Book()
      book.title = "Persuasion"
      try edit.save(book)
      let austen = try edit.reuseOrMake(Author.self, named: "Jane Austen")
      try edit.link(book, "authors", to: austen.id)
      return book
    }
    let authors = try store.read { reader in
      try reader.ids("authors", of: persuasion).map { try reader.existing(Author.self, $0).name }
    }
    #expect(authors == ["Jane Austen"])
  }

  @Test func discardsAnEdit() throws {
    struct Cancelled: Error {}
    let isCancelled = true
    do {
      try store.edit("Rename Emma") { edit in
        try edit.update(Book.self, emma.id) { $0.title = "Emma, revised" }
        if isCancelled { throw Cancelled() }
      }
    } catch is Cancelled {
      // The store is unchanged.
    }
    #expect(try store.read { try $0.existing(Book.self, emma.id).title } == "Emma")
  }

  @Test func fetchesRecords() throws {
    let fetch = Fetch<Book>(
      where: .and([.text("title", .begins, "e"), .where("copies", .atLeast, 1)]),
      by: [.init("published", descending: true), .init("title")], limit: 50)
    let (books, count) = try store.read { (try $0.fetch(fetch), try $0.count(fetch)) }
    #expect(books.map(\.title) == ["Emma"])
    #expect(count == 1)

    var titles: [String] = []
    try store.read { reader in
      try reader.forEachBatch(of: 100, Fetch<Book>()) { batch in titles += batch.map(\.title) }
    }
    #expect(titles == ["Emma"])
  }

  @Test func fetchesByRelationships() throws {
    try store.edit("Add Austen") { edit in
      try edit.link(emma, "authors", to: edit.reuseOrMake(Author.self, named: "Jane Austen").id)
    }
    let byAusten = Fetch<Book>(where: .any("authors", .text("name", .contains, "austen")))
    let onLoan = Fetch<Book>(where: .count("loans", .more, 0))
    #expect(try store.read { try $0.count(byAusten) } == 1)
    #expect(try store.read { try $0.count(onLoan) } == 0)

    let lentToAnn = Fetch<Book>(where: .count("loans", where: .equal("borrower", "Ann"), .atLeast, 1))
    let byAuthor = Fetch<Book>(by: [.init("authors.name"), .init("title")])
    let typed = try Condition(typed: "authors.name~austen AND copies BETWEEN 1 AND 9", on: Book.entity, in: store.model)
    #expect(try store.read { try $0.count(lentToAnn) } == 0)
    #expect(try store.read { try $0.fetch(byAuthor).map(\.id) } == [emma.id])
    #expect(try store.read { try $0.count(Fetch<Book>(where: typed)) } == 1)
  }

  @Test func followsAList() throws {
    var moves: [String] = []
    let watcher = try ListWatcher<Book>(store, Fetch(where: .where("copies", .atLeast, 1)), sections: .letter)
    var list = watcher.sections
    try store.edit("Rename Emma") { _ = try $0.update(Book.self, emma.id) { $0.title = "The Watsons" } }
    let events = try watcher.poll { events, reader in
      for case .moved(let id, from: _, to: let place) in events {
        moves.append("\(try reader.existing(Book.self, id).title) to \(place.section), \(place.item)")
      }
    }
    list.apply(events)
    #expect(moves == ["The Watsons to 0, 0"])
    #expect(list == [ListSection(title: "T", ids: [emma.id])])
  }

  @Test func followsAListAsAStream() async throws {
    let (store, emma) = (store, emma)
    var list = [ListSection()]
    for try await events in store.watch(Fetch<Book>()) {
      list.apply(events)
      if list[0].ids.isEmpty { break }
      _ = try await store.edit("Remove Emma") { try $0.remove(Book.self, emma.id) }
    }
    #expect(list == [ListSection()])
  }

  @Test func leavesLargeValuesInTheStore() throws {
    let picture = Data(repeating: 7, count: 100_000)
    try store.edit("Add a cover") { edit in
      _ = try edit.update(Book.self, emma.id) { $0.cover = StoredData(picture) }
    }
    let book = try store.read { try $0.existing(Book.self, emma.id) }
    let byteCount = book.cover?.byteCount
    let bytes = try store.read { try $0.bytes(of: book, "cover") }
    #expect(byteCount == 100_000)
    #expect(bytes == picture)
  }

  @Test func readsAndWritesValuesByName() throws {
    let title = emma.value(for: "title")
    try store.edit("Edit Emma") { edit in
      _ = try edit.set(emma, [Assignment("copies", "3"), Assignment("binding", "cloth/red")])
    }
    #expect(title == .string("Emma"))
    let set = try store.read { try $0.existing(Book.self, emma.id) }
    #expect(set.copies == 3)
    #expect(set.binding?.material == "cloth")
    #expect(set.value(for: "initial") == .string("E"))
  }

  @Test func validatesValues() throws {
    var message = ""
    do {
      _ = try store.edit("Lose a copy") { try $0.update(Book.self, emma.id) { $0.copies = -1 } }
    } catch let error as StoreError {
      message = error.message
    }
    #expect(message == "Book.copies is -1; it must be at least 0")
  }

  @Test func deniesDeletingAReferencedRecord() throws {
    var loan = Loan()
    loan.borrower = "Ann"
    loan.bookId = emma.id
    _ = try store.edit("Lend Emma") { try $0.save(loan) }
    #expect(throws: StoreError.self) {
      try store.edit("Remove Emma") { try $0.remove(Book.self, emma.id) }
    }
  }

  @Test func undoesAndRedoes() throws {
    try store.edit("Remove Emma") { try $0.remove(Book.self, emma.id) }
    let undone = try store.undo()
    try store.redo()
    let labels = try store.history().map(\.label)
    #expect(undone.label == "Remove Emma")
    #expect(labels == ["Remove Emma", "Add Emma"])
  }

  @Test func migratesToASecondVersion() throws {
    let second = StoreSchema(
      Model([Book.self, Author.self, Loan.self]), mark: "Shel",
      migrations: [
        .creating(Model([Book.self, Author.self, Loan.self])),
        .sql("UPDATE book SET copies = 1 WHERE copies = 0"),
      ])
    #expect(second.version == 2)
  }

  @Test func backsUpVerifiesAndRepairs() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path("copy.sqlite")
    let problems = try store.verify()
    try store.backup(to: copy)
    try store.collectGarbage()
    #expect(problems.isEmpty)
    #expect(FileManager.default.fileExists(atPath: copy))
  }
}

/// The guide's examples are exactly what the tests compile and run.
@Suite struct FromCoreDataArticleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The lines of a text without their indentation.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func read(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// The Swift examples of the guide.
  private static func examples() throws -> [[String]] {
    let article = folder.appendingPathComponent("../../../Sources/PackshotKit/PackshotKit.docc/FromCoreData.md")
    return try read(article).components(separatedBy: "```swift\n").dropFirst().map { block in
      lines(block.components(separatedBy: "```")[0])
    }
  }

  @Test func everyExampleIsInTheTestsLineByLine() throws {
    let compiled = try ["Shelves.swift", "FromCoreDataTests.swift"]
      .flatMap { Self.lines(try Self.read(Self.folder.appendingPathComponent($0))) }
    let examples = try Self.examples()
    #expect(examples.count >= 10)
    for example in examples {
      #expect(compiled.indices.contains { compiled[$0...].starts(with: example) }, "\(example.joined(separator: "\n"))")
    }
  }
}
