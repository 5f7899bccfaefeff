import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct StoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("catalog.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  @Test func readingNeverCreatesACatalog() throws {
    #expect(throws: StoreError.missing(path: path)) { try Catalog(at: path, createIfMissing: false) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aReopenedCatalogHasEverything() throws {
    var product = Catalog.Product(sku: "M-1", name: "Mug")
    product.price = try #require(Decimal(string: "1234567890.123"))
    product.currency = "KWD"
    product.rating = 4.7
    product.isFavorite = true
    (product.soldElsewhere, product.timesSold) = (.max, .max)
    product.lastSoldElsewhere = Date(timeIntervalSince1970: 1_740_821_400.5)
    product.lastSold = product.lastSoldElsewhere
    product.url = URL(string: "https://example.com/mug?a=1&b=ü%20x")
    product.tint = Tint(red: 1, green: 2, blue: 3)
    product.archived = true
    product.note = "a \"note\"\nof two lines"
    try Catalog(at: path, createIfMissing: true).save(product)

    let again = try #require(try Catalog(at: path, createIfMissing: false).products().first)
    for attribute in Catalog.Product.entity.attributes {
      #expect(again.value(for: attribute.name) == product.value(for: attribute.name), "\(attribute.name)")
    }
  }

  @Test func sortKeysOfAnotherICUAreRecomputedAndNotRestoredByUndo() throws {
    let mug = Catalog.Product(sku: "M-1", name: "Mug")
    do {
      let catalog = try Catalog(at: path, createIfMissing: true)
      try catalog.save(mug)
      try catalog.store.tamper(
        """
        UPDATE product SET nameOrder = x'00'; UPDATE _setting SET value = 'another' WHERE name = 'collation'
        """)
      try catalog.edit("Rename") { edit in _ = try edit.update(Catalog.Product.self, mug.id) { $0.name = "Cup" } }
    }
    let again = try Catalog(at: path, createIfMissing: false)
    #expect(throws: StoreError.nothingToUndo) { try again.store.undo() }
    #expect(try again.products().map(\.name) == ["Cup"])
    #expect(try again.store.verify() == [])
  }

  @Test func aNewerCatalogIsRefusedAndUnchanged() throws {
    _ = try Catalog(at: path, createIfMissing: true)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA user_version = 99") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for create in [false, true] {
      #expect(throws: StoreError.newerThanSupported(path: path, found: 99, supported: Catalog.schema.version)) {
        try Catalog(at: path, createIfMissing: create)
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["catalog.sqlite"])
  }

  @Test func aNewerVersionInTheWriteAheadLogIsRefused() throws {
    _ = try Catalog(at: path, createIfMissing: true)
    let pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    #expect(throws: StoreError.newerThanSupported(path: path, found: 99, supported: Catalog.schema.version)) {
      try Catalog(at: path, createIfMissing: false)
    }
    try pool.close()
  }

  @Test(arguments: [
    ("", NotAStore.empty), ("not a database, however long it may be", .notSQLite),
    (String(repeating: "x", count: 5000), .notSQLite),
  ])
  func aFileThatIsNoDatabaseIsRefusedAndUnchanged(content: String, reason: NotAStore) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notAStore(path: path, reason)) {
      try Catalog(at: path, createIfMissing: false)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
  }

  @Test(arguments: [0, 512])
  func aHalfCreatedCatalogIsRecreatedAndAForeignFileWithAJournalRefused(
    headerSize: Int
  ) throws {
    // As SQLite leaves them: the journal of a database without pages, and a first page with missing sectors.
    let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    var journal = Data(mark + [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 16, 0])
    journal.append(Data(count: 512 - journal.count))
    let file = URL(fileURLWithPath: path), journalFile = URL(fileURLWithPath: path + "-journal")
    var page = Data(repeating: 7, count: headerSize)
    page.append(Data(count: 4096 - headerSize))
    try page.write(to: file)

    try Data("notes of somebody".utf8).write(to: journalFile)
    #expect(throws: StoreError.notAStore(path: path, .notSQLite)) {
      try Catalog(at: path, createIfMissing: true)
    }
    #expect(try Data(contentsOf: file) == page && Data(contentsOf: journalFile) == Data("notes of somebody".utf8))

    try journal.write(to: journalFile)
    #expect(throws: StoreError.notAStore(path: path, .empty)) {
      try Catalog(at: path, createIfMissing: false)
    }
    let catalog = try Catalog(at: path, createIfMissing: true)
    try catalog.save(Catalog.Maker(name: "Ann"))
    #expect(try catalog.verify().isEmpty)
  }

  @Test func leftoversOfAPowerCutDuringCreationAreNotReused() throws {
    // The log's name reached the disk, but the rename of the draft to the catalog's name did not.
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let draft = folder.appending(path: ".packshot-2mvcxv21m9vsy")
    try Data(count: 4096).write(to: draft)
    try Data().write(to: URL(fileURLWithPath: path + "-wal"))
    let catalog = try Catalog(at: path, createIfMissing: true)
    try catalog.save(Catalog.Maker(name: "Ann"))
    #expect(try catalog.verify().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: draft.path))
  }

  @Test func anotherProgramsDatabaseIsRefusedEvenWhenCreating() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = StoreError.notAStore(path: path, .foreign)
    for create in [false, true] { #expect(throws: error) { try Catalog(at: path, createIfMissing: create) } }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["catalog.sqlite"])
  }

  @Test func anotherProgramsHalfWrittenDatabaseIsRefused() throws {
    let other = folder.path("other.sqlite")
    let queue = try DatabaseQueue(path: other)
    try queue.write { try $0.execute(sql: "CREATE TABLE note (text BLOB); INSERT INTO note VALUES (zeroblob(300000))") }
    try queue.writeWithoutTransaction { db in
      // Pages that don't fit into the cache are written to the file before the transaction ends.
      try db.execute(sql: "PRAGMA cache_size = 2; BEGIN; UPDATE note SET text = randomblob(300000)")
      for suffix in ["", "-journal"] { try FileManager.default.copyItem(atPath: other + suffix, toPath: path + suffix) }
      try db.execute(sql: "ROLLBACK")
    }
    #expect(throws: StoreError.notAStore(path: path, .foreign)) {
      try Catalog(at: path, createIfMissing: true)
    }
    let left = try DatabaseQueue(path: path)
    #expect(try left.read { try Bool.fetchOne($0, sql: "SELECT text = zeroblob(300000) FROM note") } == true)
    #expect(try left.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
  }

  @Test func anEmptyDatabaseIsUnchangedUnlessCreationIsAllowed() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE gone (url TEXT); DROP TABLE gone") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notAStore(path: path, .empty)) {
      try Catalog(at: path, createIfMissing: false)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try Catalog(at: path, createIfMissing: true).products().isEmpty)
  }

  @Test func aFolderAndAFileInAMissingFolderAreRefused() throws {
    #expect(throws: StoreError.notAStore(path: folder.path, .folder)) {
      try Catalog(at: folder.path, createIfMissing: true)
    }
    let error = #expect(throws: StoreError.self) {
      try Catalog(at: folder.path("missing/catalog.sqlite"), createIfMissing: true)
    }
    guard case .cannotWrite = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func concurrentCreatorsShareOneCatalog() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask {
          try Catalog(at: path, createIfMissing: true).save(Catalog.Product(sku: "\(number)", name: "\(number)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try Catalog(at: path, createIfMissing: false).products().map(\.sku) == ["1", "2", "3", "4"])
  }

  @Test func aReaderContinuesDuringAWriteAndSeesOnlyCommittedRecords() throws {
    let writer = try Catalog(at: path, createIfMissing: true)
    try writer.save(Catalog.Product(sku: "1", name: "one"))
    let reader = try Catalog(at: path, createIfMissing: false)
    try writer.edit("Add two") { edit in
      try edit.save(Catalog.Product(sku: "2", name: "two"))
      #expect(try reader.products().map(\.sku) == ["1"])
    }
    #expect(try reader.products().map(\.sku) == ["1", "2"])
  }

  @Test func aFailedTransactionLeavesNothing() throws {
    let catalog = try Catalog(at: path, createIfMissing: true)
    let run = try catalog.beginSampleRun()
    let recipe = try catalog.sampleRecipe()
    let good = RenderedPhoto(
      link: ProductLink(named: "a"), original: .sample("/in/a.jpg"), renditions: [])
    var bad = good
    bad.original.sha256 = "short"
    #expect(throws: StoreError.self) {
      try catalog.record([.rendered(good), .rendered(bad)], run: run, recipe: recipe)
    }
    #expect(try catalog.photos().isEmpty)
    #expect(try catalog.products().isEmpty)
  }

  @Test func commitsAreFlushedToDisk() throws {
    let catalog = try Catalog(at: path, createIfMissing: true)
    // 2 is FULL, https://www.sqlite.org/pragma.html#pragma_synchronous
    #expect(try catalog.transact { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try catalog.transact { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    #expect(try catalog.transact { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
  }

  @Test func pathsInTheCatalogsFolderAreRelativeAndOthersAbsolute() throws {
    let paths = try Catalog(at: path, createIfMissing: true).paths
    #expect(paths.storedPath(folder.path("a/b.jpg")) == "a/b.jpg")
    #expect(paths.storedPath(folder.path + "-other/b.jpg") == folder.path + "-other/b.jpg")
    #expect(paths.storedPath("/photos/b.jpg") == "/photos/b.jpg")
    #expect(paths.resolvedPath("a/b.jpg") == folder.path("a/b.jpg"))
    #expect(paths.resolvedPath("/photos/b.jpg") == "/photos/b.jpg")
  }

  @Test func aFolderReachedThroughALinkStoresTheSamePaths() throws {
    let link = folder.path("link")
    let real = folder.path("real")
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let paths = try Catalog(at: link + "/catalog.sqlite", createIfMissing: true).paths
    #expect(paths.storedPath(link + "/a.jpg") == "a.jpg")
    #expect(paths.storedPath(real + "/a.jpg") == "a.jpg")
  }

  @Test func aCatalogMovedWithItsFolderFindsItsFiles() throws {
    let (old, new) = (folder.path("old"), folder.path("new"))
    try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
    do {
      let catalog = try Catalog(at: old + "/catalog.sqlite", createIfMissing: true)
      try catalog.recordMug(below: old, run: catalog.beginSampleRun(), recipe: catalog.sampleRecipe())
      #expect(try catalog.knownWork().rendition(old + "/mug.png") != nil)
    }
    try FileManager.default.moveItem(atPath: old, toPath: new)
    let moved = try Catalog(at: new + "/catalog.sqlite", createIfMissing: false)
    #expect(try moved.knownWork().rendition(new + "/mug.png") != nil)
    #expect(try moved.photo(matching: new + "/mug.png").path == "mug.png")
  }
}
