import Foundation
import GRDB
import TestSupport
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// `verify` of stores that another program has changed.
@Suite struct VerifyTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private let tie = BowTie("Red Bow Tie", searchKey: "R", tint: Tint(red: 1, green: 2, blue: 3))

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    try store.save(tie)
  }

  private var messages: [String] { get throws { try store.verify().map(\.message) } }
  private var name: String { "BowTie “Red Bow Tie” (\(tie.id.text))" }

  @Test func aStoreWrittenOnlyByPackshotHasNoProblems() throws {
    try store.save(BowTie("Blue Bow Tie", searchKey: "B"))
    try store.remove(tie)
    #expect(try store.verify() == [])
  }

  @Test(arguments: [
    ("rating = 7.5", "rating is 7.5; it must be from 0 to 5"),
    ("timesWorn = -1", "timesWorn is -1; it must be at least 0"),
    ("name = '', nameOrder = x''", "name is “”; it must have 1 to 80 characters"),
    ("lastWorn = 1000000000000000", "lastWorn is 1000000000000.0 s since 1970; it must be in the years 1 to 9999"),
    ("isFavorite = 2", "isFavorite is 2; it is read as 1"),
    ("weightGrams = 0.1", "weightGrams is 0.1; it is read as 0.10000000149011612"),
    ("tintColor = '#0102FF'", "tintColor is “#0102FF”; it is read as “#0102ff”"),
  ])
  func aValueThatItsDeclarationForbidsIsReported(change: String, message: String) throws {
    try store.tamper("UPDATE bowTie SET \(change)")
    let found = try messages
    #expect(found.contains { $0.hasSuffix(": " + message) }, "\(found)")
  }

  @Test(arguments: [
    ("tintColor = 'crimson'", "tintColor is “crimson”; it must be a colour such as #1e90ff or red"),
    ("widthMillimetres = 40000", "widthMillimetres is 40000; it must be a whole number from -32768 to 32767"),
  ])
  func anUnreadableValueIsReported(change: String, message: String) throws {
    try store.tamper("UPDATE bowTie SET \(change)")
    #expect(try messages == ["\(name): \(message)"])
  }

  @Test func anOutdatedDerivedColumnIsReported() throws {
    try store.tamper("UPDATE bowTie SET nameOrder = x'00'")
    let found = try store.verify().map { problem -> [String] in
      if case .outdated(let subject, let column, let found, _) = problem { [subject.title, column, found] } else { [] }
    }
    #expect(found == [["Red Bow Tie", "nameOrder", "x'00'"]])
  }

  @Test func anOutdatedFoldedNameAndSearchKeyAreReported() throws {
    let catalog = try Catalog.inMemory()
    try catalog.save(Catalog.Product(sku: "M-1", name: "Mug"))
    try catalog.store.tamper("UPDATE product SET nameFolded = 'cup', searchKey = 'pot'")
    let found = try catalog.store.verify().compactMap { problem -> [String]? in
      if case .outdated(_, let column, let found, let expected) = problem { [column, found, expected] } else { nil }
    }
    #expect(found == [["searchKey", "“pot”", "“mug”"], ["nameFolded", "“cup”", "“mug”"]])
  }

  @Test func aWrongSumIsReported() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 5)
    try catalog.store.tamper("UPDATE product SET quantity = 7")
    #expect(
      try catalog.store.verify()
        == [.outdated(Problem.Subject(mug), column: "quantity", found: "7", expected: "5")])
  }

  @Test func aBrokenLinkIsReportedByTheRecordThatHasIt() throws {
    let store = try Store.inMemory(Bookshelf.schema)
    try Bookshelf.add("Emma, Jane Austen", to: store)
    let book = try #require(try store.all(Bookshelf.Book.self).first)
    let author = try #require(try store.all(Bookshelf.Author.self).first)
    try store.tamper("DELETE FROM author")
    let dangling = Problem.danglingReference(Problem.Subject(book), relationship: "authors", to: author.id)
    #expect(try store.verify().contains(dangling))
  }

  @Test func aRecordBelowItsMinimumCountIsReported() throws {
    let store = try Store.inMemory(Bookshelf.schema)
    try Bookshelf.add("Emma, Jane Austen", to: store)
    let book = try #require(try store.all(Bookshelf.Book.self).first)
    try store.tamper("DELETE FROM authors_books")
    #expect(try store.verify() == [.tooFew(Problem.Subject(book), relationship: "authors")])
  }

  @Test func missingAndChangedExternalFilesAreReported() throws {
    var (gone, changed) = (BowTie("Gone", searchKey: "G"), BowTie("Other", searchKey: "O"))
    (gone.photoData, changed.photoData) = (
      StoredData(.random(40_000, seed: 1)), StoredData(.random(40_000, seed: 2))
    )
    try store.save(gone)
    let first = try #require(store.context.external.files().first)
    try store.save(changed)
    let second = try #require(store.context.external.files().first { $0.sha256 != first.sha256 })
    try FileManager.default.removeItem(atPath: first.path)
    try Data(repeating: 0, count: 40_000).write(to: URL(fileURLWithPath: second.path))
    #expect(
      Set(try store.verify()) == [
        .lostData(Problem.Subject(gone), attribute: "photoData", path: first.path, .gone),
        .lostData(
          Problem.Subject(changed), attribute: "photoData", path: second.path, .content),
      ])
  }

  @Test func anUnreferencedFileIsANote() throws {
    let path = store.path.replacing(".sqlite", with: ".data") + "/aa/\(digest("a"))"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("left over".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try store.verify() == [.orphan(path: path, byteCount: 9)])
    #expect(try store.verify().allSatisfy(\.isNote))
  }

  @Test func aDamagedPageIsReportedWithoutThrowing() throws {
    let copy = folder.path("copy.sqlite")
    try store.backup(to: copy)
    let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'bowTie_nameOrder'"
    let page = try #require(try store.query { try Int.fetchOne($0, sql: sql) })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(count: 4096))
    try bytes.write(to: URL(fileURLWithPath: copy))
    let damaged = try #require(try? Store(at: copy, BowTies.schema, createIfMissing: false))
    let problems = try damaged.verify()
    #expect(problems.contains { if case .damage = $0 { true } else { false } }, "\(problems)")
  }

  @Test(arguments: [
    ("UPDATE _list_book SET text = 'dune'", "indexed as “dune”, and should be as “emma\njane austen”"),
    ("DELETE FROM _list_book", "indexed as nothing, and should be as “emma\njane austen”"),
  ])
  func aSearchThatWouldMissARecordIsReported(change: String, message: String) throws {
    let store = try Store.inMemory(Bookshelf.schema)
    try Bookshelf.add("Emma, Jane Austen", to: store)
    #expect(try store.verify() == [])
    try store.tamper(change)
    let book = try #require(try store.all(Bookshelf.Book.self).first)
    #expect(try store.verify().map(\.message) == ["Book “Emma” (\(book.id.text)): it is \(message)"])
  }

  @Test func aMisorderedListAndASurplusEntryAreReported() throws {
    let store = try Store.inMemory(Bookshelf.schema)
    for line in ["Emma, Jane Austen", "Mort, Terry Pratchett"] { try Bookshelf.add(line, to: store) }
    try store.tamper("UPDATE _list_book SET number = -1000000 WHERE text LIKE 'mort%'")
    let mort = try #require(try store.all(Bookshelf.Book.self).last)
    #expect(try store.verify() == [.misplaced(Problem.Subject(mort))])
    try store.tamper("DELETE FROM _list_book; INSERT INTO _list_book VALUES (1, x'\(digest("0").prefix(32))', 'ghost')")
    let ghost = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
    #expect(
      try store.verify().contains(
        .search(Problem.Subject(entity: "Book", id: ghost, title: ghost.text), found: "ghost", expected: nil)))
  }
}
