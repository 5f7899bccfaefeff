import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Imports whose process was killed, followed by other edits. Every row is a separate part.
@Suite struct InterruptedImportTests {
  private typealias Product = Catalog.Product

  private let folder: TemporaryFolder
  private let catalog: Catalog

  init() throws {
    folder = try TemporaryFolder()
    catalog = try Catalog(at: folder.path("catalog.sqlite"), createIfMissing: true)
    for sku in ["OLD-1", "OLD-2"] {
      try catalog.addProduct(Product(sku: sku, name: sku), stock: 5, makers: ["Old maker"])
    }
  }

  /// Returns a copy of the catalog after `count` imported rows and then `edit`.
  private func killed(_ text: String, _ entity: String? = "Product", after count: Int, _ edit: () throws -> Void) throws
    -> String
  {
    let path = folder.path("killed-\(UUID().text).sqlite")
    let format: ExchangeFormat = entity == nil ? .json : .csv
    let source = ImportSource(name: "list", bytes: Data(text.utf8), format: format, entity: entity)
    var failure: (any Error)?
    try withoutActuallyEscaping(edit) { edit in
      _ = try catalog.store.import([source], at: ImportPace(bytesAtOnce: 0, partDuration: .zero)) { progress in
        guard case .imported(count, _) = progress else { return }
        do {
          try edit()
          try catalog.store.backup(to: path)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return path
  }

  private func skus(_ catalog: Catalog) throws -> [String] { try catalog.products().map(\.sku).sorted() }

  private let list = """
    sku,name,quantity,makers,note
    M-1,Mug,5,"Ann, Bea",
    M-2,Cup,6,Cyd,
    M-3,Bowl,7,Dan,
    OLD-1,Old mug,9,Old maker,new
    OLD-2,Old cup,5,Old maker,new

    """

  @Test func recordsEditedOrSoldSinceAreKeptAndTheRestIsUndone() throws {
    let path = try killed(list, after: 5) {
      try catalog.sell(catalog.product(matching: "M-1").id, 2, price: 3)
      try catalog.set(Product.self, catalog.product(matching: "M-2").id, [Assignment("note", "glazed")])
      try catalog.set(Product.self, catalog.product(matching: "OLD-1").id, [Assignment("note", "blue")])
    }
    let opened = try Catalog(at: path, createIfMissing: false)
    #expect(try skus(opened) == ["M-1", "M-2", "OLD-1", "OLD-2"])
    let mug = try opened.product(matching: "M-1")
    #expect((mug.quantity, mug.timesSold) == (3, 2))
    #expect(try opened.text(of: mug, "makers") == "Ann, Bea")
    let cup = try opened.product(matching: "M-2")
    #expect(cup.quantity == 6 && cup.note == "glazed")
    #expect(try opened.text(of: cup, "makers") == "Cyd")
    // Of the existing record, the edited attribute keeps its new value and the other is restored.
    #expect(try opened.product(matching: "OLD-1").name == "Old mug" && opened.product(matching: "OLD-1").note == "blue")
    let old = try opened.product(matching: "OLD-2")
    #expect(old.name == "OLD-2" && old.note == nil && old.quantity == 5)
    #expect(try opened.store.all(Catalog.Maker.self).map(\.name) == ["Ann", "Bea", "Cyd", "Old maker"])
    #expect(try opened.verify() == [])
    let report = try #require(opened.store.undoneEdits.first)
    #expect(report.label == "Import list")
    #expect(report.undone["Product"] == 2 && report.undone["Maker"] == 1)
    let kept = Set(report.kept.filter { $0.entity == "Product" || $0.entity == "Maker" }.map(\.subject))
    #expect(
      kept == ["product “Mug”", "product “Cup”", "product “Old mug”", "maker “Ann”", "maker “Bea”", "maker “Cyd”"])
    let told = try #require(try opened.store.interruptions.first)
    #expect(told.hasPrefix("“Import list” had been interrupted: undid 1 maker, 2 products"), "\(told)")
    #expect(told.contains("edited since or needed by those: ") && told.contains("product “Mug”"), "\(told)")
    #expect(try Catalog(at: path, createIfMissing: false).store.interruptions.isEmpty)
  }

  @Test func keptRecordsCanBeUndoneOnceUnreferenced() throws {
    let path = try killed(list, after: 5) {
      try catalog.sell(catalog.product(matching: "M-1").id, 2, price: 3)
    }
    let opened = try Catalog(at: path, createIfMissing: false)
    #expect(try opened.store.history(limit: 1).map(\.label) == ["Import list (stopped)"])
    let stopped = try #require(try opened.store.history(limit: 1).first)
    #expect(throws: StoreError.self) { try opened.store.undo(stopped.id) }
    let sale = try #require(try opened.store.history().first { $0.label.hasPrefix("Sell") })
    try opened.store.undo(sale.id)
    try opened.store.undo(stopped.id)
    #expect(try skus(opened) == ["OLD-1", "OLD-2"])
    #expect(try opened.verify() == [])
  }

  @Test func withoutLaterEditsTheImportIsUndoneCompletely() throws {
    let path = try killed(list, after: 4) {}
    let opened = try Catalog(at: path, createIfMissing: false)
    #expect(try skus(opened) == ["OLD-1", "OLD-2"])
    #expect(
      try opened.store.history().map(\.label) == catalog.store.history().map(\.label).filter { $0 != "Import list" })
    let report = try #require(opened.store.undoneEdits.first)
    #expect(report.kept.isEmpty && report.undone["Product"] == 4)
  }

  @Test func readersAreToldOfAnInterruptedImportUntilAWriterOpensTheCatalog() throws {
    let path = try killed(list, after: 2) {}
    let reader = try Catalog(reading: path)
    #expect(try skus(reader).count == 4)
    let told = try #require(try reader.store.interruptions.first)
    #expect(told.hasPrefix("“Import list” was interrupted, and the rows that it has made are visible"))
    let lock = try #require(try LongEditLock.ofLongEdits(besideStore: path))
    // While its process is alive, the import isn't interrupted and other writers don't touch it.
    let beside = try Catalog(at: path, createIfMissing: false)
    #expect(try skus(beside).count == 4 && beside.store.interruptions.isEmpty && reader.store.interruptions.isEmpty)
    withExtendedLifetime(lock) {}
  }

  @Test func anInterruptedUndoIsFinishedWithTheSameResult() throws {
    let path = try killed(list, after: 5) {
      try catalog.sell(catalog.product(matching: "M-2").id, 1, price: 3)
    }
    let queue = try DatabaseQueueOfStore(path)
    // What a kill after the second part would leave.
    try queue.undoOnce(toPart: 1, Catalog.schema)
    let opened = try Catalog(at: path, createIfMissing: false)
    #expect(try skus(opened) == ["M-2", "OLD-1", "OLD-2"])
    #expect(try opened.product(matching: "M-2").quantity == 5 && opened.verify() == [])
    #expect(try opened.store.history(limit: 1).map(\.label) == ["Import list (stopped)"])
  }

  /// A random graph in which other edits change some records: these keep the edits, and the catalog stays consistent.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func onlyEditedRecordsOfARandomGraphAreKept(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try Catalog.inMemory()
    try original.fill(using: &generator)
    var text = ""
    let count = try original.store.export(as: .json) { text += $0 }
    let lines = text.split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    var edited: [UUID: Int32] = [:]
    let path = try killed(lines.joined(separator: "\n"), nil, after: count - 1) {
      for product in try catalog.products() where Int.random(in: 0..<3, using: &generator) == 0 {
        try catalog.set(Product.self, product.id, [Assignment("note", "edited \(product.sku)")])
        edited[product.id] = product.quantity
      }
    }
    let opened = try Catalog(at: path, createIfMissing: false)
    // Files of values that are no longer referenced are only a note.
    let problems = try opened.store.verify().filter { !$0.isNote }
    #expect(problems == [], "seed \(seed): \(problems.map(\.message))")
    let left = try opened.store.all(Product.self)
    #expect(Set(edited.keys).isSubset(of: left.map(\.id)))
    for product in left where edited[product.id] != nil {
      #expect(product.note == "edited \(product.sku)", "seed \(seed)")
      // The row sets the stock too.
      #expect(product.quantity == edited[product.id], "seed \(seed)")
    }
    let kept = Set(opened.store.undoneEdits.flatMap(\.kept).map(\.id))
    let old = try catalog.products().filter { $0.sku.hasPrefix("OLD-") }.map(\.id)
    #expect(Set(left.map(\.id)).subtracting(old).isSubset(of: kept), "seed \(seed)")
  }
}

/// A catalog whose interrupted import is being undone by a process that is killed as well.
private struct DatabaseQueueOfStore {
  private let path: String

  init(_ path: String) throws { self.path = path }

  func undoOnce(toPart target: Int, _ schema: StoreSchema) throws {
    // While the lock is held, opening the catalog leaves the import alone.
    let lock = try #require(try LongEditLock.ofLongEdits(besideStore: path))
    let store = try Store(at: path, schema, createIfMissing: false)
    let edit = try #require(try store.query { try LongEdit.unfinished($0) })
    struct Killed: Error {}
    #expect(throws: Killed.self) {
      _ = try store.history.undoInterrupted(edit) { body in
        try store.writer.writeWithoutTransaction { db in
          if try LongEdit.with(id: edit.id, db)?.done == target { throw Killed() }
          try body(db)
        }
      }
    }
    withExtendedLifetime(lock) {}
  }
}
