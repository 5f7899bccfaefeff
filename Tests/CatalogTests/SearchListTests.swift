import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct SearchListTests {
  private let catalog: Catalog
  private let list: SearchList

  init() throws {
    catalog = try .inMemory()
    list = try #require(SearchList(Catalog.Product.entity, in: Catalog.model))
  }

  /// Fails unless the list has all products by name and its index is sound.
  private func checkList(_ comment: Comment? = nil) throws {
    try catalog.store.writer.write { db in
      let listed = try Data.fetchAll(db, sql: "SELECT id FROM _list_product ORDER BY number")
      #expect(try listed == Data.fetchAll(db, sql: "SELECT id FROM product ORDER BY nameOrder, id"), comment)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM _stale_product") == 0, comment)
      #expect(try Int.fetchOne(db, sql: "SELECT min(number) FROM _list_product") ?? 1 > 0, comment)
      let outdated = try String.fetchAll(
        db,
        sql: """
          SELECT text || ' <> ' || \(list.text) FROM _list_product CROSS JOIN product USING (id) WHERE text <> \(list.text)
          """)
      #expect(outdated == [], comment)
      try db.execute(sql: "INSERT INTO _entries_product (_entries_product) VALUES ('integrity-check')")
    }
  }

  private func add(_ names: some Sequence<String>) throws {
    try catalog.edit("Add") { edit in for name in names { try edit.save(Catalog.Product(sku: name, name: name)) } }
  }

  @Test func recordsAreInsertedOneByOneBetweenTheSameNeighbors() throws {
    try add(["A", "Z"])
    // Always right after A and right before Z, which leaves the least room.
    for number in 0..<150 {
      try add(["B \(1000 - number)"])
      try add(["C \(number)"])
    }
    try checkList()
    let found = try catalog.read { try $0.search(Catalog.Product.self, "b", limit: 3).map(\.name) }
    #expect(found == ["B 851", "B 852", "B 853"])
  }

  @Test func recordsAreInsertedAtEitherEndAndManyAtOnceInTheMiddle() throws {
    try add(["M"])
    for number in 0..<100 { try add(["A \(1000 - number)", "Z \(number)"]) }
    try add((0..<2000).map { "M \($0)" })
    try add((0..<2000).map { "M \($0) b" })
    try checkList()
  }

  @Test func numbersAreSpreadEvenlyBetweenNeighbors() {
    #expect(ListNumbers.spread(3, after: 0, before: 4) == [1, 2, 3])
    #expect(ListNumbers.spread(1, after: 10, before: 21) == [16])
    #expect(ListNumbers.spread(3, after: 0, before: 256) == [64, 128, 192])
    #expect(ListNumbers.spread(4, after: 0, before: 4) == nil)
    #expect(ListNumbers.spread(1, after: 7, before: 8) == nil)
  }

  @Test func largerWindowsHoldMoreRecordsMoreSparsely() {
    for level in ListNumbers.levels {
      #expect(ListNumbers.capacity(level) < 1 << level)
      #expect(ListNumbers.capacity(level + 1) < 2 * ListNumbers.capacity(level))
    }
  }

  @Test func aWindowLeavesHalfItsRoomAtTheInsertionPoint() throws {
    let windows = ListNumbers.windows(6, after: 1000, before: 1001)
    #expect(windows.map(\.lower) == [1000, 937])
    #expect(windows.map(\.upper) == [1064, 1001])
    let (after, before) = (windows[0].numbers(added: 3, moved: 1), windows[1].numbers(added: 3, moved: 1))
    #expect(after?.added == [1004, 1008, 1012])
    #expect(after?.moved == [1056])
    #expect(before?.added == [989, 993, 997])
    #expect(before?.moved == [945])
    #expect(windows[0].numbers(added: 16, moved: 0) == nil)
    #expect(windows[1].numbers(added: 0, moved: 16) == nil)
    #expect(ListNumbers.windows(6, after: 0, before: 1).map(\.lower) == [0])
    #expect(ListNumbers.windows(6, after: .max - 1, before: .max).map(\.upper) == [.max])
  }

  @Test(arguments: [true, false])
  func insertingInOrderMovesNoOtherRecords(ascending: Bool) throws {
    let names = (0..<1200).map { "M \(1000 + $0)" }
    try add(["A", "Z"] + (0..<100).flatMap { ["A \($0)", "Z \($0)"] })
    for step in 0..<60 {
      let start = 20 * (ascending ? step : 59 - step)
      let before = try numbers()
      try add(Array(names[start..<start + 20]))
      let after = try numbers()
      #expect(before.count { after[$0.key] != $0.value } <= 4, "step \(step)")
    }
    try checkList("all added")
  }

  private func numbers() throws -> [Data: Int64] {
    try catalog.store.writer.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, number FROM _list_product")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }
  }

  @Test func aNameRestoredByAnUndoIsFound() throws {
    // The order in which an undo changes records depends on their ids.
    for number in 0..<20 {
      try catalog.edit("Add") { edit in
        let product = try edit.save(Catalog.Product(sku: "A \(number)", name: "Product \(number)"))
        let maker = try edit.save(Catalog.Maker(name: "Maker \(number)"))
        try edit.link(product, "makers", to: maker.id)
      }
      try catalog.edit("Rename") { edit in
        var maker = try edit.reuseOrMake(Catalog.Maker.self, named: "Maker \(number)")
        maker.name = "Another \(number)"
        try edit.save(maker)
        try edit.save(Catalog.Maker(name: "Maker \(number)"))
      }
      try checkList("changed \(number)")
      try catalog.store.undo()
      try checkList("undone \(number)")
    }
  }

  @Test func namesExchangedByAnUndoAreFound() throws {
    let (one, other) = (Catalog.Maker(name: "One"), Catalog.Maker(name: "Other"))
    try catalog.edit("Add") { edit in
      for maker in [one, other] {
        try edit.save(maker)
        let product = try edit.save(Catalog.Product(sku: maker.name, name: "Of \(maker.name)"))
        try edit.link(product, "makers", to: maker.id)
      }
    }
    try catalog.edit("Exchange") { edit in
      for (id, name) in [(one.id, "Neither"), (other.id, "One"), (one.id, "Other")] {
        try edit.update(Catalog.Maker.self, id) { $0.name = name }
      }
    }
    try checkList()
    try catalog.store.undo()
    try checkList()
    try catalog.store.redo()
    try checkList()
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func searchesMatchAFullScanAfterRandomChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["mug", "blue", "Ümlaut", "a", "b-2", "10", "Café", "mugs", "lu"]
    func name() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random)! }
        .joined(separator: " ")
    }
    for round in 0..<40 {
      do {
        try catalog.edit("Change") { edit in
          for _ in 0..<Int.random(in: 1...5, using: &random) { try change(edit, name(), &random) }
        }
      } catch is StoreError {
        // The name is taken.
      }
      if Bool.random(using: &random) {
        _ = try? catalog.store.undo()
        if Bool.random(using: &random) { _ = try? catalog.store.redo() }
      }
      try checkList("seed \(seed), round \(round)")
      for _ in 0..<4 { try compare(String(name().prefix(Int.random(in: 1...8, using: &random))), seed) }
    }
  }

  private func change(_ edit: Edit, _ name: String, _ random: inout SeededGenerator) throws {
    let products = try edit.fetch(Fetch<Catalog.Product>())
    guard let product = products.randomElement(using: &random), products.count > 5 else {
      try edit.save(Catalog.Product(sku: "\(UInt32.random(in: 0...(.max), using: &random))", name: name))
      return
    }
    let maker = try edit.reuseOrMake(Catalog.Maker.self, named: ["Acme", "Nyx", "Öl"].randomElement(using: &random)!)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try edit.save(Catalog.Product(sku: "\(UInt32.random(in: 0...(.max), using: &random))", name: name))
    case 1: try edit.update(Catalog.Product.self, product.id) { $0.name = name }
    case 2: try edit.remove(Catalog.Product.self, product.id)
    case 3: try edit.setLinks(product, "makers", to: [maker.id])
    case 4: try edit.update(Catalog.Maker.self, maker.id) { $0.name = name + " & Sons" }
    default: try edit.save(Catalog.Product(sku: name, name: name + " " + maker.name))
    }
  }

  /// Compares the search results with Foundation's search in the names.
  private func compare(_ query: String, _ seed: UInt64) throws {
    try catalog.read { reader in
      let expected = try reader.fetch(Fetch<Catalog.Product>()).filter { product in
        let makers = try reader.ids("makers", of: product).map { try reader.existing(Catalog.Maker.self, $0).name }
        let texts = [product.name, product.sku] + makers
        return query.split(separator: " ").allSatisfy { word in
          texts.contains { $0.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
        }
      }
      let first = query.split(separator: " ").first.map(String.init) ?? ""
      let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .anchored]
      let begin = expected.filter { first.isEmpty || $0.name.range(of: first, options: options) != nil }
      let others = expected.filter { product in !begin.contains { $0.id == product.id } }
      let found = try reader.search(Catalog.Product.self, query)
      #expect(found.map(\.id) == (begin + others).map(\.id), "seed \(seed), “\(query)”")
    }
  }
}
