import Foundation
import Testing

@testable import Catalog

/// DESIGN §1, catalog: “change tracking with undo and redo; a scratch pad that can be discarded before saving; […] in-memory
/// and on-disk stores; read and write by attribute name (key-value coding)”.
@Suite struct ChangePromisesTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private let tie = BowTie("Red Bow Tie", searchKey: "R")

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.file("ties.sqlite"), BowTies.schema, createIfMissing: true)
    try store.save(tie)
  }

  private func names(_ store: Store) throws -> [String] { try store.all(BowTie.self).map(\.name) }

  private func rename(_ name: String) throws {
    _ = try store.edit("Rename to \(name)") { try $0.update(BowTie.self, tie.id) { $0.name = name } }
  }

  @Test func `Edits are taken back and done again in order, by another process's store too`() throws {
    try rename("Scarlet")
    try rename("Crimson")
    let later = try Store(at: store.path, BowTies.schema, createIfMissing: false)
    #expect(try later.undo().label == "Rename to Crimson")
    #expect(try names(store) == ["Scarlet"])
    #expect(try later.undo().label == "Rename to Scarlet")
    #expect(try names(store) == ["Red Bow Tie"])
    #expect(try store.redo().label == "Rename to Scarlet")
    #expect(try later.redo().label == "Rename to Crimson")
    #expect(try names(store) == ["Crimson"])
    #expect(throws: CatalogError.nothingToRedo) { try store.redo() }
  }

  @Test func `A scratch pad that is discarded leaves nothing, nor does one that breaks a rule at its end`() throws {
    struct Discarded: Error {}
    #expect(throws: Discarded.self) {
      try store.edit("Try out") { edit in
        try edit.save(BowTie("Blue Bow Tie", searchKey: "B"))
        try edit.remove(BowTie.self, tie.id)
        #expect(try edit.fetch(Fetch<BowTie>()).map(\.name) == ["Blue Bow Tie"])
        throw Discarded()
      }
    }
    #expect(try names(store) == ["Red Bow Tie"])
    #expect(try store.history().map(\.label) == ["Save"])
  }

  @Test func `A refusal in the middle discards what came before it`() throws {
    #expect(throws: CatalogError.self) {
      try store.edit("Add two") { edit in
        try edit.save(BowTie("Blue Bow Tie", searchKey: "B"))
        try edit.save(BowTie("", searchKey: "B"))
      }
    }
    #expect(try names(store) == ["Red Bow Tie"])
  }

  @Test func `A store in memory keeps the same promises, and is gone with its last copy`() throws {
    let memory = try Store(at: ":memory:", BowTies.schema, createIfMissing: true)
    try memory.save(tie)
    try memory.remove(tie)
    try memory.undo()
    #expect(try names(memory) == ["Red Bow Tie"])
    #expect(try names(Store.inMemory(BowTies.schema)) == [])
  }

  @Test func `Every attribute is read and written by its name`() throws {
    let texts = [
      "name": "Crimson", "isFavorite": "true", "lastWorn": "2025-03-01T09:30:00Z", "rating": "4.5", "searchKey": "C",
      "timesWorn": "7", "url": "https://example.com/c", "tintColor": "#dc143c", "price": "12.50",
      "widthMillimetres": "62", "weightGrams": "21.5", "barcode": "4006381333931", "weave": "AAEC", "photoData": "/w==",
    ]
    let assignments = texts.sorted { $0.key < $1.key }.map { Assignment($0.key, $0.value) }
    let changed = try store.edit("Set") { try $0.set(tie, assignments) }
    #expect(texts.count + 1 == BowTie.entity.attributes.count, "all but the id")
    for attribute in BowTie.entity.attributes where attribute.name != "id" && attribute.name != "photoData" {
      #expect(changed.value(for: attribute.name)?.text(as: attribute.type) == texts[attribute.name], "\(attribute.name)")
    }
    #expect(try store.bytes(of: changed, "photoData") == Data([255]))
    #expect(changed.value(for: "colour") == nil)
    #expect(throws: CatalogError.self) { try store.edit("Set") { try $0.set(tie, [Assignment("colour", "red")]) } }
  }
}

/// DESIGN §1, catalog: “schema versioning and migration”.
@Suite struct MigrationPromisesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  /// A library of version 1 with two books by one author, one by another and one by nobody.
  private func fillFirstVersion() throws {
    typealias Library = OneAuthorLibrary
    let store = try Store(at: path, Library.schema, createIfMissing: true)
    let (pratchett, austen) = (Library.Author("Terry Pratchett"), Library.Author("Jane Austen"))
    try store.save(pratchett, austen)
    try store.save(
      Library.Book("Mort", by: pratchett), Library.Book("Emma", by: austen), Library.Book("Sourcery", by: pratchett),
      Library.Book("Beowulf"))
  }

  private func titles(where condition: Condition? = nil, in store: Store) throws -> [String] {
    try store.read { try $0.fetch(Fetch<ManyAuthorsLibrary.Book>(where: condition)).map(\.title) }
  }

  @Test func `A migration from one author to many keeps every link, and the new store does all it should`() throws {
    typealias Library = ManyAuthorsLibrary
    try fillFirstVersion()
    let store = try Store(at: path, Library.schema, createIfMissing: false)
    #expect(try titles(in: store) == ["Beowulf", "Emma", "Mort", "Sourcery"])
    #expect(try titles(where: .any("authors", .equal("name", "Terry Pratchett")), in: store) == ["Mort", "Sourcery"])
    #expect(try titles(where: .any("authors", .equal("name", "Jane Austen")), in: store) == ["Emma"])
    #expect(try titles(where: .count("authors", .equal, 0), in: store) == ["Beowulf"])
    #expect(try store.verify() == [])

    let gaiman = Library.Author("Neil Gaiman")
    try store.save(gaiman)
    let mort = try #require(try store.all(Library.Book.self).first { $0.title == "Mort" })
    try store.edit("Link") { try $0.link(mort, "authors", to: gaiman.id) }
    #expect(try store.read { try $0.ids("authors", of: mort).count } == 2)
    try store.undo()
    #expect(try store.read { try $0.ids("authors", of: mort).count } == 1)
  }

  @Test func `What the file was is kept beside it before it is migrated, and opens as it was`() throws {
    try fillFirstVersion()
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: false)
    let kept = try Store(at: path + ".before-v2", OneAuthorLibrary.schema, createIfMissing: false)
    #expect(try kept.all(OneAuthorLibrary.Book.self).count == 4)
    #expect(try kept.all(OneAuthorLibrary.Book.self).filter { $0.authorId != nil }.count == 3)
  }

  @Test func `A new file needs no copy, and a migration that fails leaves the file as it was`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    #expect(!FileManager.default.fileExists(atPath: path + ".before-v2"))

    let other = folder.file("other.sqlite")
    let first = try Store(at: other, OneAuthorLibrary.schema, createIfMissing: true)
    try first.save(OneAuthorLibrary.Book("Emma"))
    let broken = StoreSchema(
      ManyAuthorsLibrary.model, mark: "Libr",
      migrations: [.creating(OneAuthorLibrary.model), .sql("DELETE FROM book; SELECT nothing FROM nowhere")])
    #expect(throws: CatalogError.self) { try Store(at: other, broken, createIfMissing: false) }
    #expect(try first.all(OneAuthorLibrary.Book.self).map(\.title) == ["Emma"])
  }

  @Test func `A file of a newer version is refused and left as it is`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    #expect(throws: CatalogError.newerThanSupported(path: path, found: 2, supported: 1)) {
      try Store(at: path, OneAuthorLibrary.schema, createIfMissing: false)
    }
    #expect(try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: false).verify() == [])
  }

  @Test func `A store of another model is not taken for one of ours`() throws {
    _ = try Store(at: path, ManyAuthorsLibrary.schema, createIfMissing: true)
    let reason = "it is an SQLite database of another program"
    #expect(throws: CatalogError.notACatalog(path: path, reason: reason)) {
      try Store(at: path, BowTies.schema, createIfMissing: false)
    }
  }
}
