import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct SampleTests {
  @Test func sampleDataIsReproducible() throws {
    var exports: [String] = []
    for _ in 1...2 {
      let catalog = try Catalog.inMemory()
      let summary = try catalog.loadSample()
      #expect(summary.failed == 0 && summary.updated == 0)
      var json = ""
      try catalog.store.export(as: .json, entities: ["Product", "Maker", "Collection", "Customer", "Sale"]) {
        json += $0
      }
      exports.append(json)
      #expect(try catalog.products().count == 17)
      #expect(try catalog.product(matching: "MUG-01").quantity == 34)
      #expect(try catalog.product(matching: "Morning mug").timesSold == 6)
      #expect(try catalog.text(of: catalog.product(matching: "JUG-01"), "makers") == "Harbour Pottery, Blue Kiln")
      #expect(try catalog.text(of: catalog.record(Catalog.Customer.self, matching: "Chloe Example"), "sales") != nil)
    }
    #expect(exports[0] == exports[1])
  }

  @Test func sampleDataIsOneUndoableEdit() throws {
    let catalog = try Catalog.inMemory()
    try catalog.loadSample()
    #expect(try catalog.store.history().map(\.label) == ["Load sample data"])
    try catalog.store.undo()
    #expect(try catalog.products().isEmpty)
  }

  @Test func sampleDataIsRefusedByACatalogWithProducts() throws {
    let catalog = try Catalog.inMemory()
    try catalog.save(Catalog.Product(sku: "M-1", name: "Mug"))
    #expect(throws: StoreError.rule(.notEmpty(path: ":memory:", products: 1))) { try catalog.loadSample() }
    #expect(try catalog.products().count == 1)
  }
}
