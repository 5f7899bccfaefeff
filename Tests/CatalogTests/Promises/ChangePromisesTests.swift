import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: undo and redo; a scratch pad that can be discarded before saving; stores in memory and on disk; values read and
/// written by attribute name (key-value coding).
@Suite struct ChangePromisesTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private let tie = BowTie("Red Bow Tie", searchKey: "R")

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    try store.save(tie)
  }

  private func names(_ store: Store) throws -> [String] { try store.all(BowTie.self).map(\.name) }

  private func rename(_ name: String) throws {
    _ = try store.edit("Rename to \(name)") { try $0.update(BowTie.self, tie.id) { $0.name = name } }
  }

  @Test func editsAreUndoneAndRedoneInOrderEvenByAnotherProcess() throws {
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
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
  }

  @Test func aDiscardedEditAndAnInvalidEditChangeNothing() throws {
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

  @Test func aRefusedRecordRollsTheWholeEditBack() throws {
    #expect(throws: StoreError.self) {
      try store.edit("Add two") { edit in
        try edit.save(BowTie("Blue Bow Tie", searchKey: "B"))
        try edit.save(BowTie("", searchKey: "B"))
      }
    }
    #expect(try names(store) == ["Red Bow Tie"])
  }

  @Test func anEditContinuesAfterACaughtRefusal() throws {
    let catalog = try Catalog.inMemory()
    try catalog.edit("Add") { edit in
      try edit.save(Catalog.Maker(name: "Ann"))
      #expect(throws: StoreError.self) { try edit.save(Catalog.Maker(name: " ")) }
      try edit.save(Catalog.Maker(name: "Bob"))
    }
    #expect(try catalog.read { try $0.fetch(Fetch<Catalog.Maker>()).map(\.name) } == ["Ann", "Bob"])
  }

  @Test func aRefusedRecordsSideEffectsAreRolledBackAndTheEditContinues() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 2)
    try catalog.edit("Sell") { edit in
      #expect(throws: StoreError.self) { try edit.save(Catalog.Sale(5, of: mug)) }
      try edit.save(Catalog.Sale(1, of: mug))
    }
    #expect(try catalog.read { try $0.fetch(Fetch<Catalog.Sale>()).map(\.quantity) } == [1])
    #expect(try catalog.product(matching: "M-1").quantity == 1)
  }

  @Test func textInAnotherNormalFormIsAChange() throws {
    let catalog = try Catalog.inMemory()
    var maker = Catalog.Maker(name: "Caf\u{e9}")
    try catalog.save(maker)
    maker.name = "Cafe\u{301}"
    try catalog.save(maker)
    let names = try catalog.read { try $0.fetch(Fetch<Catalog.Maker>()).map { Array($0.name.unicodeScalars) } }
    #expect(names == [Array("Cafe\u{301}".unicodeScalars)])
  }

  @Test func newAndExistingRecordsAreSavedInAnyOrder() throws {
    let catalog = try Catalog.inMemory()
    var makers = (0..<6).map { Catalog.Maker(name: "Maker \($0)") }
    try catalog.edit("Some") { edit in for number in [1, 4, 5] { try edit.save(makers[number]) } }
    for number in [1, 5] { makers[number].name += " & Sons" }
    try catalog.edit("All") { edit in
      for maker in makers {
        try edit.save(maker)
        #expect(throws: StoreError.self) { try edit.save(Catalog.Maker(name: " ")) }
      }
    }
    let names = try catalog.read { try $0.fetch(Fetch<Catalog.Maker>()).map(\.name) }
    #expect(names == ["Maker 0", "Maker 1 & Sons", "Maker 2", "Maker 3", "Maker 4", "Maker 5 & Sons"])
  }

  @Test func anInMemoryStoreKeepsThePromisesUntilItsLastCopyIsReleased() throws {
    let memory = try Store(at: ":memory:", BowTies.schema, createIfMissing: true)
    try memory.save(tie)
    try memory.remove(tie)
    try memory.undo()
    #expect(try names(memory) == ["Red Bow Tie"])
    #expect(try names(Store.inMemory(BowTies.schema)) == [])
  }

  @Test func everyAttributeIsReadAndWrittenByName() throws {
    let texts = [
      "name": "Crimson", "isFavorite": "true", "lastWorn": "2025-03-01T09:30:00Z", "rating": "4.5", "searchKey": "C",
      "timesWorn": "7", "url": "https://example.com/c", "tintColor": "#dc143c", "price": "12.50",
      "widthMillimetres": "62", "weightGrams": "21.5", "barcode": "4006381333931", "weave": "AAEC", "photoData": "/w==",
    ]
    let assignments = texts.sorted { $0.key < $1.key }.map { Assignment($0.key, $0.value) }
    let changed = try store.edit("Set") { try $0.set(tie, assignments) }
    #expect(texts.count + 1 == BowTie.entity.attributes.count, "all attributes except the id")
    for attribute in BowTie.entity.attributes where attribute.name != "id" && attribute.name != "photoData" {
      #expect(
        changed.value(for: attribute.name)?.text(as: attribute.type) == texts[attribute.name], "\(attribute.name)")
    }
    #expect(try store.bytes(of: changed, "photoData") == Data([255]))
    #expect(changed.value(for: "colour") == nil)
    #expect(throws: StoreError.self) { try store.edit("Set") { try $0.set(tie, [Assignment("colour", "red")]) } }
  }
}
