import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// The relationships tutorial, on its own model: “Good Omens” by Terry Pratchett and Neil Gaiman, and “Mort” by Pratchett, are in
/// the City Library; “Emma” by Jane Austen is in none.
@Suite struct LibraryTutorialTests {
  private struct Shelves<Rule: LibraryRule> {
    typealias Tutorial = LibraryTutorial<Rule>

    let store: Store
    let city = Tutorial.Library("City Library", in: "London")
    let pratchett = Tutorial.Author("Terry", "Pratchett")
    let gaiman = Tutorial.Author("Neil", "Gaiman")
    let austen = Tutorial.Author("Jane", "Austen")
    let omens, mort, emma: Tutorial.Book

    init(_ store: Store? = nil) throws {
      let (store, city) = (try store ?? Store.inMemory(Tutorial.schema), city)
      let (pratchett, gaiman, austen) = (pratchett, gaiman, austen)
      let omens = Tutorial.Book("Good Omens", pages: 288, in: city)
      let mort = Tutorial.Book("Mort", pages: 272, in: city)
      let emma = Tutorial.Book("Emma", pages: 474, in: nil)
      try store.edit("Fill the library") { edit in
        try edit.save(city)
        for author in [pratchett, gaiman, austen] { try edit.save(author) }
        for book in [omens, mort, emma] { try edit.save(book) }
        try edit.link(omens, "authors", to: pratchett.id)
        try edit.link(gaiman, "books", to: omens.id)
        try edit.link(pratchett, "books", to: mort.id)
        try edit.link(emma, "authors", to: austen.id)
      }
      (self.store, self.omens, self.mort, self.emma) = (store, omens, mort, emma)
    }

    var titles: [String] { get throws { try store.all(Tutorial.Book.self).map(\.title) } }

    func authors(of book: Tutorial.Book) throws -> Set<UUID> { try store.read { Set(try $0.ids("authors", of: book)) } }

    /// Everything in the store, as text.
    func content() throws -> String {
      var text = ""
      try store.export(as: .json, to: { text += $0 })
      return text
    }

    /// Checks that undoing the last edit restores `before`, and that redoing it restores the current content.
    func checkUndo(to before: String) throws {
      let after = try content()
      try store.undo()
      #expect(try content() == before)
      #expect(try store.verify().isEmpty)
      try store.redo()
      #expect(try content() == after)
    }
  }

  @Test func aBooksPagesAreA16BitInteger() throws {
    let shelves = try Shelves<Nullify>()
    #expect(LibraryTutorial<Nullify>.Book.entity.attribute("pages")?.type == .integer16)
    let set = { (text: String) in
      try shelves.store.edit("Set") { try $0.set(shelves.emma, [Assignment("pages", text)]) }
    }
    #expect(try set("32767").pages == .max)
    #expect(throws: StoreError.self) { try set("32768") }
    #expect(try shelves.store.current(shelves.emma)?.pages == .max)
  }

  @Test func booksLeadToAuthorsAndAuthorsToBooks() throws {
    let shelves = try Shelves<Nullify>()
    #expect(try shelves.authors(of: shelves.omens) == [shelves.pratchett.id, shelves.gaiman.id])
    let ids = { (author: LibraryTutorial<Nullify>.Author) in
      try shelves.store.read { Set(try $0.ids("books", of: author)) }
    }
    #expect(try ids(shelves.pratchett) == [shelves.omens.id, shelves.mort.id])
    #expect(
      try shelves.store.read { Set(try $0.ids("books", of: shelves.city)) } == [shelves.omens.id, shelves.mort.id])
    try shelves.store.edit("Unlink") { try $0.unlink(shelves.omens, "authors", from: shelves.pratchett.id) }
    #expect(try ids(shelves.pratchett) == [shelves.mort.id])
  }

  // MARK: - Deleting a library

  @Test func cascadeDeletesALibrarysBooks() throws {
    let shelves = try Shelves<Cascade>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.city)
    #expect(try shelves.titles == ["Emma"])
    #expect(try shelves.store.all(LibraryTutorial<Cascade>.Author.self).count == 3)
    #expect(try shelves.store.verify().isEmpty)
    try shelves.checkUndo(to: before)
  }

  @Test func nullifyKeepsADeletedLibrarysBooksAndClearsTheirLibrary() throws {
    let shelves = try Shelves<Nullify>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.city)
    #expect(try shelves.titles == ["Emma", "Good Omens", "Mort"])
    #expect(try shelves.store.all(LibraryTutorial<Nullify>.Book.self).allSatisfy { $0.libraryId == nil })
    #expect(try shelves.store.verify().isEmpty)
    try shelves.checkUndo(to: before)
  }

  @Test func denyKeepsALibraryWithBooks() throws {
    let shelves = try Shelves<Deny>()
    let before = try shelves.content()
    let error = #expect(throws: StoreError.self) { try shelves.store.remove(shelves.city) }
    guard case .denied(let denial)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(denial.relationship == "books" && Set(denial.holders) == ["Good Omens", "Mort"])
    #expect(try shelves.content() == before)
  }

  @Test func noActionLeavesADeletedLibrarysIdWhichVerifyReports() throws {
    let shelves = try Shelves<NoAction>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.city)
    #expect(try shelves.store.current(shelves.mort)?.libraryId == shelves.city.id)
    let problems = try shelves.store.verify().map(\.message)
    #expect(problems.count == 2)
    #expect(problems.allSatisfy { $0.hasSuffix("library refers to \(shelves.city.id.text), which does not exist") })
    try shelves.checkUndo(to: before)
  }

  // MARK: - Deleting an author

  @Test func cascadeDeletesAnAuthorsBooksButNoOtherAuthor() throws {
    let shelves = try Shelves<Cascade>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.pratchett)
    #expect(try shelves.titles == ["Emma"])
    #expect(try shelves.store.all(LibraryTutorial<Cascade>.Author.self).map(\.lastName) == ["Austen", "Gaiman"])
    #expect(try shelves.store.verify().isEmpty)
    try shelves.checkUndo(to: before)
  }

  @Test func cascadeKeepsABookWhoseAuthorIsOnlyUnlinked() throws {
    let shelves = try Shelves<Cascade>()
    try shelves.store.edit("Unlink") { try $0.unlink(shelves.emma, "authors", from: shelves.austen.id) }
    #expect(try shelves.titles == ["Emma", "Good Omens", "Mort"])
  }

  @Test func nullifyKeepsADeletedAuthorsBooksAndClearsTheirAuthor() throws {
    let shelves = try Shelves<Nullify>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.pratchett)
    #expect(try shelves.titles == ["Emma", "Good Omens", "Mort"])
    #expect(try shelves.authors(of: shelves.omens) == [shelves.gaiman.id])
    #expect(try shelves.authors(of: shelves.mort).isEmpty)
    #expect(try shelves.store.verify().isEmpty)
    try shelves.checkUndo(to: before)
  }

  @Test func denyKeepsAnAuthorWithBooks() throws {
    let shelves = try Shelves<Deny>()
    let before = try shelves.content()
    let error = #expect(throws: StoreError.self) { try shelves.store.remove(shelves.gaiman) }
    guard case .denied(let denial)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(denial.relationship == "books" && denial.holders == ["Good Omens"])
    #expect(try shelves.content() == before)
    try shelves.store.remove(shelves.omens)
    try shelves.store.remove(shelves.gaiman)
    #expect(try shelves.store.verify().isEmpty)
  }

  @Test func noActionLeavesADeletedAuthorsIdWhichVerifyReportsAndRepairs() throws {
    let shelves = try Shelves<NoAction>()
    let before = try shelves.content()
    try shelves.store.remove(shelves.gaiman)
    #expect(try shelves.authors(of: shelves.omens) == [shelves.pratchett.id, shelves.gaiman.id])
    try shelves.checkUndo(to: before)
    let problems = try shelves.store.verify()
    #expect(
      problems.map(\.message) == [
        "Book “Good Omens” (\(shelves.omens.id.text)): authors refers to \(shelves.gaiman.id.text), which does not exist"
      ])
    try shelves.store.repair(shelves.store.repairs(of: problems))
    #expect(try shelves.authors(of: shelves.omens) == [shelves.pratchett.id])
    #expect(try shelves.store.verify().isEmpty)
  }

  // MARK: - Export and import, fetching, watching

  @Test(arguments: ExchangeFormat.allCases)
  func theLibraryIsExportedAndImportedUnchanged(format: ExchangeFormat) throws {
    let (folder, shelves) = (try TemporaryFolder(), try Shelves<Nullify>())
    let count = try shelves.store.export(to: folder.path("library"), as: format)
    let copy = try Store.inMemory(LibraryTutorial<Nullify>.schema)
    let sources = try ImportSource.sources(at: folder.path("library"), as: format, of: copy.model)
    #expect(try copy.import(sources).inserted == count)
    var text = ""
    try copy.export(as: .json, to: { text += $0 })
    #expect(try text == shelves.content())
    #expect(try copy.verify().isEmpty)
  }

  @Test func booksAreFoundAndSortedByLibraryAndAuthorNames() throws {
    let shelves = try Shelves<Nullify>()
    typealias Book = LibraryTutorial<Nullify>.Book
    let titles = { (fetch: Fetch<Book>) in try shelves.store.read { try $0.fetch(fetch).map(\.title) } }
    #expect(try titles(Fetch(by: [.init("library.name"), .init("title")])) == ["Emma", "Good Omens", "Mort"])
    #expect(
      try titles(Fetch(by: [.init("library.name", descending: true), .init("pages")]))
        == ["Mort", "Good Omens", "Emma"])
    #expect(try titles(Fetch(by: [.init("authors.lastName"), .init("title")])) == ["Emma", "Good Omens", "Mort"])
    #expect(
      try titles(Fetch(by: [.init("authors.lastName", descending: true), .init("title", descending: true)]))
        == ["Mort", "Good Omens", "Emma"])
    let typed = { (text: String) in
      try titles(Fetch(where: Condition(typed: text, on: Book.entity, in: shelves.store.model)))
    }
    #expect(try typed("authors.lastName=Gaiman") == ["Good Omens"])
    #expect(try typed("library.location~lond AND pages BETWEEN 200 AND 280") == ["Mort"])
    let long = Condition.count("books", where: .where("pages", .more, Int16(280)), .equal, 1)
    #expect(
      try shelves.store.read { try $0.fetch(Fetch<LibraryTutorial<Nullify>.Author>(where: long)).map(\.lastName) }
        == ["Austen", "Gaiman", "Pratchett"])
    #expect(
      throws: StoreError.unknownName(entity: "Library", name: "nam", known: ["id", "name", "location"])
    ) { try titles(Fetch(by: [.init("library.nam")])) }
  }

  @Test func aListOfBooksFollowsTheirLibrariesAndAuthors() throws {
    let shelves = try Shelves<Nullify>()
    typealias Book = LibraryTutorial<Nullify>.Book
    let watcher = try ListWatcher<Book>(
      shelves.store,
      Fetch(where: .any("authors", .text("lastName", .begins, "pr")), by: [.init("library.name"), .init("title")]))
    #expect(watcher.sections.map(\.ids) == [[shelves.omens.id, shelves.mort.id]])
    let branch = LibraryTutorial<Nullify>.Library("A Branch", in: "York")
    try shelves.store.save(branch)
    try shelves.store.edit("Move") { _ = try $0.update(Book.self, shelves.mort.id) { $0.libraryId = branch.id } }
    _ = try watcher.poll()
    #expect(watcher.sections.map(\.ids) == [[shelves.mort.id, shelves.omens.id]])
    try shelves.store.edit("Rename") { edit in
      _ = try edit.update(LibraryTutorial<Nullify>.Library.self, branch.id) { $0.name = "York Branch" }
    }
    #expect(try !watcher.poll().isEmpty)
    #expect(watcher.sections.map(\.ids) == [[shelves.omens.id, shelves.mort.id]])
    try shelves.store.remove(shelves.pratchett)
    _ = try watcher.poll()
    #expect(watcher.sections.map(\.ids) == [[]])
  }
}
