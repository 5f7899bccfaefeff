import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Forgetting a customer: a shop must erase personal data on request.
@Suite struct ForgettingTests {
  private typealias Customer = Catalog.Customer

  private let folder: TemporaryFolder
  private let path: String
  private let catalog: Catalog
  private let mug: Catalog.Product
  private let ann = Customer(name: "Ann Other", email: "ann@example.org")
  private let ben = Customer(name: "Zqxwv Kjbgh", email: "zqx@kjbgh.example", phone: "+99 8877 6655")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("catalog.sqlite")
    catalog = try Catalog(at: path, createIfMissing: true)
    mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 10)
    for customer in [ann, ben] { try catalog.add(customer) }
    for customer in [ann, ben] { try catalog.recordSale(customer: customer.id, product: mug.id, quantity: 2) }
  }

  /// Returns the files that contain any of the texts to be forgotten, as written or in the form that searches store.
  private func traces(of texts: [String]? = nil) throws -> [String] {
    let texts = texts ?? [ben.name, "zqx", "qxw", ben.email!, ben.phone!, "zqxwv", "8877", "“Zqxwv"]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.sorted().flatMap { name in
      guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { return [String]() }
      return texts.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(name): \($0)" }
    }
  }

  private func customers() throws -> [Customer] { try catalog.store.all(Customer.self) }

  @Test func noFileContainsAnythingAboutAForgottenCustomer() throws {
    try catalog.set(
      Customer.self, ben.id, [Assignment("email", "zqx2@kjbgh.example"), Assignment("name", "Zqxwv Mnpft")])
    try catalog.set(Customer.self, ben.id, [Assignment("name", ben.name)])
    try #require(try !traces().isEmpty && !traces(of: ["Mnpft"]).isEmpty)
    let forgotten = try catalog.forget(customer: ben.id, withSales: true)
    #expect(forgotten.records == ["Customer": 1, "Sale": 1])
    // Adding, selling, and two changes to the customer.
    #expect(forgotten.edits == 4)
    #expect(try traces() == [])
    #expect(try traces(of: ["zqx2", "Mnpft", "mnpft"]) == [])
    #expect(try catalog.verify() == [])
    #expect(try catalog.product(matching: "M-1").timesSold == 4)
    #expect(try catalog.product(matching: "M-1").quantity == 6)
    #expect(try customers().map(\.name) == ["Ann Other"])
    #expect(try catalog.read { try $0.search(Customer.self, "zqx").isEmpty })
    #expect(try !catalog.store.isForgettingUnfinished)
  }

  @Test func otherEditsCanStillBeUndoneAndLostUndosAreReportedFirst() throws {
    let labels = try catalog.store.history().map(\.label)
    let planned = try catalog.forget(customer: ben.id, isTrial: true)
    #expect(try catalog.store.history().map(\.label) == labels)
    #expect(try catalog.forget(customer: ben.id) == planned)
    #expect(try catalog.store.history().map(\.label).filter { $0.contains("Ann") }.count == 2)
    try catalog.store.undo()
    #expect(try catalog.product(matching: "M-1").quantity == 8)
    try catalog.store.undo()
    #expect(try customers().isEmpty)
  }

  @Test func anEditOfSeveralRecordsIsRemovedAsAWhole() throws {
    try catalog.edit("Tidy") { edit in
      try edit.update(Customer.self, ann.id) { $0.phone = "1" }
      try edit.update(Customer.self, ben.id) { $0.phone = "2" }
    }
    #expect(try catalog.forget(customer: ben.id).edits == 3)
    #expect(try !catalog.store.history().map(\.label).contains("Tidy"))
    #expect(try customers().map(\.phone) == ["1"])
  }

  /// Otherwise the shop's sales figures would change whenever a customer asks to be forgotten.
  @Test func salesAreKeptWithoutTheCustomerAndTheName() throws {
    let sale = try #require(try catalog.store.all(Catalog.Sale.self).last)
    try catalog.set(Catalog.Sale.self, sale.id, [Assignment("quantity", "3")])
    let forgotten = try catalog.forget(customer: ben.id)
    #expect(forgotten.records == ["Customer": 1] && forgotten.renamed == 1)
    #expect(try catalog.store.history()[0].label.contains("to “…” for"))
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.customerId) == [ann.id, nil])
    #expect(try traces() == [])
    let changes = try catalog.store.query { try Data.fetchAll($0, sql: "SELECT changeset FROM _history") }
    let id = withUnsafeBytes(of: ben.id.uuid) { Data($0) }
    #expect(!changes.contains { $0.range(of: id) != nil })
    #expect(try catalog.product(matching: "M-1").timesSold == 5)
    #expect(try catalog.product(matching: "M-1").quantity == 5)
    #expect(try catalog.verify() == [])
    try catalog.store.undo()
    #expect(try catalog.store.all(Catalog.Sale.self).map(\.quantity) == [2, 2])
  }

  @Test func customersMergedIntoTheForgottenOneAreForgotten() throws {
    let double = Customer(name: ben.name, email: "other@kjbgh.example")
    try catalog.add(double)
    try catalog.store.merge(Customer.self, double.id, into: ben.id)
    try catalog.forget(customer: ben.id)
    #expect(try traces() == [])
    #expect(try traces(of: ["other@kjbgh"]) == [])
  }

  @Test func allPartsOfALongEditAreForgotten() throws {
    var rows = "name,email\n"
    for number in 1...30 { rows += "Person \(number),p\(number)@example.org\n" }
    rows += "\(ben.name),extra@kjbgh.example\n"
    let source = ImportSource(name: "Customer.csv", bytes: Data(rows.utf8), format: .csv, entity: "Customer")
    try catalog.store.import(
      [source], label: nil, ImportRules(), isTrial: false, at: ImportPace(bytesAtOnce: 0, partDuration: .zero))
    let parts = { try catalog.store.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM _part") ?? 0 } }
    try #require(try parts() > 1)
    try catalog.forget(customer: ben.id)
    #expect(try parts() == 0)
    #expect(try customers().filter { $0.name == ben.name }.map(\.email) == ["extra@kjbgh.example"])
  }

  @Test func theNextProcessClearsTheFilesIfForgettingWasKilled() throws {
    _ = try catalog.store.forgetInRecords(Customer.self, ben.id)
    #expect(try customers().map(\.name) == ["Ann Other"])
    try #require(try !traces().isEmpty)
    let next = try Catalog(at: path, createIfMissing: false)
    #expect(try next.store.isForgettingUnfinished)
    #expect(try next.store.finishForgetting())
    #expect(try traces() == [])
    #expect(try !next.store.finishForgetting())
    #expect(try next.verify() == [])
  }

  @Test func aReaderOfAnOlderStateBlocksForgettingWhichCanBeRetried() throws {
    let reader = try DatabaseQueue(path: path)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM customer")
      _ = try catalog.store.forgetInRecords(Customer.self, ben.id)
      #expect(throws: StoreError.tracesLeft(path: path)) { try catalog.store.finishForgetting(waiting: .zero) }
      #expect(try catalog.store.isForgettingUnfinished)
      try db.execute(sql: "COMMIT")
    }
    #expect(try catalog.store.finishForgetting(waiting: .zero))
    #expect(try traces() == [])
  }

  @Test func copiesBesideTheCatalogAreReportedAndKept() throws {
    try catalog.store.tamper("UPDATE product SET quantity = 99")
    let kept = try #require(try catalog.store.repair(catalog.store.repairs(of: catalog.verify())))
    try catalog.store.backup(to: path + ".before-v9")
    #expect(try catalog.forget(customer: ben.id).copies == [kept, path + ".before-v9"])
    let left = try traces(of: [ben.name]).map { $0.prefix { $0 != ":" } }
    #expect(left == ["catalog.sqlite.before-repair", "catalog.sqlite.before-v9"])
  }

  @Test func anInMemoryCatalogHasNoFilesToClear() throws {
    let catalog = try Catalog.inMemory()
    try catalog.add(ben)
    #expect(try catalog.forget(customer: ben.id).edits == 1)
    #expect(try catalog.store.history().isEmpty && catalog.store.all(Customer.self).isEmpty)
  }

  @Test func forgettingAnUnknownCustomerThrowsAndChangesNothing() throws {
    let labels = try catalog.store.history().map(\.label)
    #expect(throws: StoreError.self) { try catalog.forget(customer: UUID()) }
    #expect(try catalog.store.history().map(\.label) == labels)
  }
}
