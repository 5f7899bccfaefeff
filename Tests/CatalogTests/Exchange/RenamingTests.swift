import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Records that take each other's unique values: whether they are unique shows when the edit ends.
@Suite struct RenamingTests {
  private typealias Product = Catalog.Product

  private let catalog: Catalog
  private let products: [Product]

  init() throws {
    let catalog = try Catalog.inMemory()
    self.catalog = catalog
    products = try (1...3).map { try catalog.addProduct(Product(sku: "MUG-0\($0)", name: "Mug \($0)")) }
  }

  /// The SKUs and names, in the order in which the products were made.
  private func names() throws -> [String] {
    try products.map { product in
      let now = try catalog.read { try $0.existing(Product.self, product.id) }
      return "\(now.sku) \(now.name)"
    }
  }

  private let original = ["MUG-01 Mug 1", "MUG-02 Mug 2", "MUG-03 Mug 3"]

  /// All orders of the numbers from 0.
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

  /// 1 takes the names of 2, and 2 those of 3, which takes new ones, those of 1, or is swapped with 2.
  @Test(
    arguments: orders,
    [
      ["MUG-02 mug  2", "MUG-03 Mug 3", "MUG-04 Mug 4"], ["MUG-02 Mug 2", "MUG-03 Mug 3", "MUG-01 Mug 1"],
      ["MUG-01 Mug 1", "MUG-03 Mug 3", "MUG-02 Mug 2"],
    ])
  func `A chain or circle of renames is imported, whatever the order of rows, and undone and redone`(
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

  @Test func `A name may go to a new record whose former one is renamed later`() throws {
    for inParts in [false, true] {
      let summary = try load(["\(UUID().text),NEW-1,Mug 1", row(0, "MUG-01", "Old")], inParts: inParts)
      #expect(summary.inserted == 1 && summary.updated == 1)
      #expect(try names()[0] == "MUG-01 Old" && catalog.product(matching: "NEW-1").name == "Mug 1")
      try catalog.store.undo()
    }
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `A chain that ends at a taken name is refused with the rows, and nothing is renamed`(order: [Int]) throws {
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

  /// One attempt for each link would take hours for a long list.
  @Test func `All of a long chain whose end is taken is left out`() throws {
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

  @Test func `An edit from Swift swaps names and SKUs, and what it reads is what it saved`() throws {
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

  @Test func `An edit that leaves a name twice is refused when it ends, and changes nothing`() throws {
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

  @Test func `A record that is removed gives up its name to one that was saved before`() throws {
    try catalog.edit("Replace") { edit in
      try edit.save(Product(sku: "MUG-01", name: "mug 1"))
      try edit.remove(Product.self, products[0].id)
    }
    #expect(try catalog.product(matching: "MUG-01").name == "mug 1")
    #expect(try catalog.products().count == 3)
  }

  /// Random permutations, with those that leave a name twice refused: the reference is a dictionary.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Random renames are taken exactly if the end has no name twice`(seed: UInt64) throws {
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
