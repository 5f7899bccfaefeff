import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Imports that are too large for one transaction. In these tests, every row is a separate part.
@Suite struct ImportInPartsTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  private static let slowly = ImportPace(bytesAtOnce: 0, partDuration: .zero)

  private func load(
    _ text: String, _ entity: String? = "Product", keepGoing: Bool = false, into catalog: Catalog? = nil,
    afterPart: (Int) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let source = ImportSource(
      name: "list", bytes: Data(text.utf8), format: text.hasPrefix("{") ? .json : .csv, entity: entity)
    let (catalog, steps) = (catalog ?? self.catalog, Steps())
    return try withoutActuallyEscaping(afterPart) { afterPart in
      let summary = try catalog.store.import([source], keepGoing: keepGoing, at: Self.slowly) { progress in
        guard case .imported(let count, _) = progress else { return }
        do { try afterPart(count) } catch { steps.error = error }
      }
      if let error = steps.error { throw error }
      return summary
    }
  }

  private final class Steps { var error: (any Error)? }

  private var skus: [String] { get throws { try catalog.products().map(\.sku).sorted() } }
  private var labels: [String] { get throws { try catalog.store.history().map(\.label) } }
  private let mugs = "sku,name,quantity\nM-1,Mug,5\nM-2,Cup,6\nM-3,Bowl,7\n"

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aShuffledGraphImportsToTheSameRecordsAsOneEdit(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try Catalog.inMemory()
    try original.fill(using: &generator)
    var text = ""
    let count = try original.store.export(as: .json) { text += $0 }
    let lines = text.split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    let summary = try load(lines.shuffled(using: &generator).joined(separator: "\n"), nil)
    #expect(summary.inserted == count && summary.leftOut == 0)
    var again = ""
    try catalog.store.export(as: .json) { again += $0 }
    #expect(again == text)
    #expect(try labels == ["Import list"])
    #expect(try catalog.store.verify() == [])
    try catalog.store.undo()
    #expect(try catalog.store.verify() == [])
    for type in Catalog.model.entities where type.name != "Setting" {
      #expect(try catalog.store.export(as: .json, entities: [type.name]) { _ in } == 0)
    }
    try catalog.store.redo()
    again = ""
    try catalog.store.export(as: .json) { again += $0 }
    #expect(again == text)
  }

  @Test func concurrentSalesAndAnImportBothChangeStock() throws {
    try catalog.load("sku,name,quantity\nM-1,Mug,10\n", .csv, "Product")
    let mug = try catalog.product(matching: "M-1")
    let sales = (1...4).map { "\(UUID().text),\($0),M-1,5,Mug,2025-03-01" }.joined(separator: "\n")
    let summary = try load("id,quantity,product,unitPrice,productName,soldAt\n\(sales)\n", "Sale", keepGoing: true) {
      count in
      if count == 2 { try catalog.sell(mug.id, 3) }
    }
    // 10 − 1 − 2 − 3, and 3 more sold during the import, leaves 1, which is less than 4.
    #expect((summary.inserted, summary.failed, summary.problems.map(\.line)) == (3, 1, [5]))
    let after = try catalog.product(matching: "M-1")
    #expect((after.quantity, after.timesSold) == (1, 9))
    #expect(try catalog.store.verify() == [])
    #expect(try labels == ["Import list", "Sell 3 × “Mug” for 0.00 EUR", "Import list.csv"])
  }

  @Test func wrongRowsAreReportedBeforeAnythingIsWritten() throws {
    #expect(throws: ExchangeError.self) { try load(mugs + "M-4,mug,1\n") }
    #expect(try skus.isEmpty)
    #expect(try catalog.query { try Int.fetchOne($0, sql: "SELECT max(sequence) FROM _change") } == nil)
  }

  @Test func aConflictingConcurrentEditRollsTheImportBack() throws {
    let error = #expect(throws: ExchangeError.self) {
      try load(mugs) { count in
        if count == 1 { _ = try catalog.addProduct(Catalog.Product(sku: "B-1", name: "bowl"), makers: []) }
      }
    }
    #expect(error?.message == "list:4: Product.name is “Bowl”; another Product already has it: B-1 (bowl)")
    #expect(try skus == ["B-1"])
    #expect(try labels.count == 1)
    #expect(try catalog.store.verify() == [])
  }

  @Test func anImportThatCannotBeRolledBackStaysAsAMarkedEditAndCanBeRepeated() throws {
    let error = #expect(throws: ExchangeError.self) {
      try load(mugs) { count in
        guard count == 1 else { return }
        try catalog.sell(catalog.product(matching: "M-1").id, 2)
        _ = try catalog.addProduct(Catalog.Product(sku: "B-1", name: "bowl"), makers: [])
      }
    }
    guard case .stopped("Import list (stopped)", _, _) = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(try skus == ["B-1", "M-1"])
    #expect(try labels.first == "Import list (stopped)")
    try catalog.remove(Catalog.Product.self, catalog.product(matching: "B-1").id)
    #expect(try load(mugs).read == 3)
    #expect(try skus == ["M-1", "M-2", "M-3"])
    #expect(try catalog.store.verify() == [])
  }

  @Test func aConflictingUndoChangesNothing() throws {
    _ = try load(mugs)
    try catalog.sell(catalog.product(matching: "M-2").id, 1)
    let imported = try #require(try catalog.store.history().last)
    #expect(throws: StoreError.self) { try catalog.store.undo(imported.id) }
    #expect(try skus.count == 3)
    try catalog.store.undo()
    try catalog.store.undo()
    #expect(try skus.isEmpty)
  }

  @Test func aTrialDoesNotWaitForAWriterOrBlockOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    let (catalog, other) = (try Catalog(at: path, createIfMissing: true), try Catalog(at: path, createIfMissing: true))
    try catalog.edit("Slow") { edit in
      try edit.save(Catalog.Maker(name: "Ann"))
      let summary = try other.load(mugs, .csv, "Product", isTrial: true)
      #expect(summary.inserted == 3)
    }
    #expect(try catalog.products().isEmpty)
  }

  @Test func aKilledImportIsRolledBackByTheNextProcess() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    let catalog = try Catalog(at: path, createIfMissing: true)
    try catalog.load("sku,name\nA-1,Ash\n", .csv, "Product")
    _ = try load(mugs, into: catalog) { count in
      guard count == 2 else { return }
      // A copy is what a kill would leave. The original catalog's process is still alive.
      try catalog.store.backup(to: folder.path("killed.sqlite"))
      #expect(try Catalog(at: path, createIfMissing: false).products().count == 3)
    }
    #expect(try catalog.products().count == 4)
    let killed = try Catalog(at: folder.path("killed.sqlite"), createIfMissing: false)
    #expect(try killed.products().map(\.sku) == ["A-1"])
    #expect(try killed.store.history().map(\.label) == ["Import list.csv"])
    #expect(try killed.store.verify() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("-lock") } == [])
  }

  @Test func aKilledUndoOfAnImportIsFinishedByTheNextProcess() throws {
    let folder = try TemporaryFolder()
    _ = try load(mugs)
    try catalog.store.backup(to: folder.path("killed.sqlite"))
    let part = try catalog.query { db in try LongEdit.of(history: 1, db)?.part(3, db) }
    let killed = try Catalog(at: folder.path("killed.sqlite"), createIfMissing: false)
    try killed.store.writer.writeWithoutTransaction { db in
      try db.inTransactionWithoutForeignKeys {
        try killed.store.history.apply(try #require(part), .undo, label: "", group: 1, db)
        try db.execute(sql: "UPDATE _longEdit SET done = 2, step = 'undo'")
      }
    }
    #expect(try killed.products().count == 2)
    let opened = try Catalog(at: folder.path("killed.sqlite"), createIfMissing: false)
    #expect(try opened.products().count == 3)
    #expect(try opened.store.verify() == [])
    try opened.store.undo()
    #expect(try opened.products().isEmpty)
  }

  @Test func aLargeImportIsKeptInTheHistoryAndReportsTheEditsItDisplaced() throws {
    var schema = Catalog.schema
    schema.historyLimits = HistoryLimits(bytes: 600)
    let store = try Store.inMemory(schema)
    try store.edit("Maker") { _ = try $0.save(Catalog.Maker(name: "Ann")) }
    let source = ImportSource(name: "list", bytes: Data(mugs.utf8), format: .csv, entity: "Product")
    #expect(try store.import([source], at: Self.slowly).forgotten == 1)
    #expect(try store.history().map(\.label) == ["Import list"])
    try store.undo()
    #expect(try store.all(Catalog.Product.self).isEmpty)
    // The displaced parts are removed a few at a time, with the edits that follow.
    for number in 1...2 { try store.edit("Maker") { _ = try $0.save(Catalog.Maker(name: "\(number)")) } }
    #expect(try store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM _part") } == 0)
  }
}
