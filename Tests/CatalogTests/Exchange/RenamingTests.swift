import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Records that exchange unique values: uniqueness is checked when the edit ends.
@Suite struct RenamingTests {
  private typealias Product = Catalog.Product

  private let catalog: Catalog
  private let products: [Product]

  init() throws {
    let catalog = try Catalog.inMemory()
    self.catalog = catalog
    products = try (1...3).map { try catalog.addProduct(Product(sku: "MUG-0\($0)", name: "Mug \($0)")) }
  }

  /// The SKU and name of each product, in order of creation.
  private func names() throws -> [String] {
    try products.map { product in
      let now = try catalog.read { try $0.existing(Product.self, product.id) }
      return "\(now.sku) \(now.name)"
    }
  }

  private let original = ["MUG-01 Mug 1", "MUG-02 Mug 2", "MUG-03 Mug 3"]

  /// All permutations of three numbers.
  private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  private func load(_ rows: [String], keepGoing: Bool = false, inParts: Bool = false) throws -> ImportSummary {
    let text = "id,sku,name\n" + rows.joined(separator: "\n") + "\n"
    let source = ImportSource(name: "list.csv", bytes: Data(text.utf8), format: .csv, entity: "Product")
    let pace = inParts ? ImportPace(bytesAtOnce: 0, partDuration: .zero) : ImportPace()
    return try catalog.store.import([source], keepGoing: keepGoing, at: pace)
  }

  private func row(_ index: Int, _ sku: String, _ name: String) -> String {
    "\(products[index].id.text),\(sku),\(name)"
  }

  /// Three products in a chain whose last takes a new name, in a circle, and with two swapped.
  @Test(
    arguments: orders,
    [
      ["MUG-02 mug  2", "MUG-03 Mug 3", "MUG-04 Mug 4"], ["MUG-02 Mug 2", "MUG-03 Mug 3", "MUG-01 Mug 1"],
      ["MUG-01 Mug 1", "MUG-03 Mug 3", "MUG-02 Mug 2"],
    ])
  func aChainOrCircleOfRenamesIsImportedUndoneAndRedone(
    order: [Int], names wanted: [String]
  ) throws {
    let rows = order.map { index in
      let parts = wanted[index].split(separator: " ", maxSplits: 1)
      return row(index, String(parts[0]), String(parts[1]))
    }
    let tidy = wanted.map { $0.replacing("mug  2", with: "mug 2") }
    for inParts in [false, true] {
      #expect(try load(rows, inParts: inParts).leftOut == 0)
      #expect(try names() == tidy)
      #expect(try catalog.store.verify() == [])
      try catalog.store.undo()
      #expect(try names() == original)
      try catalog.store.redo()
      #expect(try names() == tidy)
      try catalog.store.undo()
      #expect(try names() == original && catalog.store.verify() == [])
    }
  }

  @Test func aNewRecordMayTakeANameThatALaterRowFrees() throws {
    for inParts in [false, true] {
      let summary = try load(["\(UUID().text),NEW-1,Mug 1", row(0, "MUG-01", "Old")], inParts: inParts)
      #expect(summary.inserted == 1 && summary.updated == 1)
      #expect(try names()[0] == "MUG-01 Old" && catalog.product(matching: "NEW-1").name == "Mug 1")
      try catalog.store.undo()
    }
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func aChainOntoATakenNameIsRefusedAndRenamesNothing(order: [Int]) throws {
    let rows = [row(0, "MUG-02", "Mug 1"), row(1, "MUG-03", "Mug 2")]
    let error = #expect(throws: ExchangeError.self) { try load(order.map { rows[$0] }) }
    guard case .refused(let problems, _, _) = error else { throw try #require(error) }
    let line = (order.firstIndex(of: 1) ?? 0) + 2
    #expect(
      problems.map(\.description)
        == ["list.csv:\(line): Product.sku is “MUG-03”; another Product already has it: MUG-03 (Mug 3)"])
    #expect(try names() == original)
    let rest = try load(order.map { rows[$0] } + [row(2, "MUG-03", "Large mug")], keepGoing: true)
    #expect((rest.updated, rest.failed) == (1, 2))
    #expect(rest.problems.map(\.line) == [2, 3])
    #expect(try names() == ["MUG-01 Mug 1", "MUG-02 Mug 2", "MUG-03 Large mug"])
  }

  /// Retrying once for each link would take hours for a long list.
  @Test func aLongChainOntoATakenNameIsRefusedAtOnce() throws {
    let count = 300
    let text = "sku,name\n" + (0...count).map { "T-\($0),Tie \($0)\n" }.joined()
    try catalog.load(text, .csv, "Product")
    let ids = try (0...count).map { try catalog.product(matching: "T-\($0)").id.text }
    let rows = (0..<count).map { "\(ids[$0]),T-\($0 + 1),Tie \($0)" }
    for rows in [rows, rows.reversed()] {
      #expect(try load(rows, keepGoing: true).failed == count)
      #expect(try catalog.product(matching: "T-7").name == "Tie 7")
    }
  }

  @Test func anEditSwapsNamesAndSKUsAndReadsItsOwnChanges() throws {
    try catalog.edit("Swap") { edit in
      let saved = try edit.update(Product.self, products[0].id) { ($0.sku, $0.name) = ("MUG-02", "Mug 2") }
      #expect((saved.sku, saved.name) == ("MUG-02", "Mug 2"))
      #expect(try edit.existing(Product.self, products[0].id).sku == "MUG-02")
      try edit.update(Product.self, products[0].id) { $0.note = "once Mug 1" }
      try edit.update(Product.self, products[1].id) { ($0.sku, $0.name) = ("MUG-01", "Mug 1") }
    }
    let swapped = ["MUG-02 Mug 2", "MUG-01 Mug 1", "MUG-03 Mug 3"]
    #expect(try names() == swapped)
    #expect(try catalog.product(matching: "MUG-02").note == "once Mug 1")
    try catalog.store.undo()
    #expect(try names() == original && catalog.product(matching: "MUG-01").note == nil)
    try catalog.store.redo()
    #expect(try names() == swapped && catalog.store.verify() == [])
  }

  @Test func anEditThatEndsWithADuplicateNameIsRefused() throws {
    let error = #expect(throws: StoreError.self) {
      try catalog.edit("Rename") { edit in
        try edit.update(Product.self, products[0].id) { $0.name = "MUG 2" }
        try edit.update(Product.self, products[2].id) { $0.note = "glazed" }
      }
    }
    #expect(error?.message == "Product.name is “MUG 2”; another Product already has it: MUG-02 (Mug 2)")
    #expect(try names() == original)
    #expect(try catalog.product(matching: "MUG-03").note == nil)
  }

  @Test func aRemovedRecordFreesItsNameForAnEarlierSave() throws {
    try catalog.edit("Replace") { edit in
      try edit.save(Product(sku: "MUG-01", name: "mug 1"))
      try edit.remove(Product.self, products[0].id)
    }
    #expect(try catalog.product(matching: "MUG-01").name == "mug 1")
    #expect(try catalog.products().count == 3)
  }

  /// Random permutations, some of which end with a duplicate name: a dictionary is the reference.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func randomRenamesAreAcceptedUnlessANameEndsUpTwice(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let wanted = (0..<3).map { _ in "N-\(Int.random(in: 1...4, using: &generator))" }
      let isUnique = Set(wanted).count == 3
      let rows = (0..<3).shuffled(using: &generator).map { row($0, wanted[$0], "Mug \($0 + 1)") }
      let before = try names()
      let summary = try? load(rows, inParts: Bool.random(using: &generator))
      #expect((summary != nil) == isUnique, "\(wanted)")
      #expect(try names() == (isUnique ? wanted.enumerated().map { "\($1) Mug \($0 + 1)" } : before), "\(wanted)")
    }
  }
}
