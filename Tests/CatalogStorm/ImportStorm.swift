import Catalog
import Foundation
import ObjectStore
import TestSupport

/// Two people who sell, one who takes stock, and an import of very many rows, all at once in one catalog.
///
/// What each of them does is decided by the seed and a number alone, whatever the others do. So what must be in stock at the
/// end can be worked out without asking the catalog.
struct ImportStorm {
  /// How many rows the import has: every other one a product, the others sales of what is there already.
  let rows: Int
  let seed: UInt64

  /// What all of them sell. There is enough of each.
  static let productCount = 40
  static let openingStock = 1_000_000
  /// The processes that sell, and those that take stock, which find more or fewer than there should be.
  static let sellers = 1...2
  static let processes = 1...3

  /// What a step does to one of the products, and the id of the sale or the line of the ledger that comes of it.
  struct Deal {
    let id: UUID
    let product: Int
    let delta: Int32
  }

  /// Step `number` of a process.
  func deal(process: Int, number: Int) -> Deal {
    deal(asSale: Self.sellers.contains(process), process: process, number: number)
  }

  private func deal(asSale isSale: Bool, process: Int, number: Int) -> Deal {
    var generator = SeededGenerator(seed: seed, process: process, number: number)
    return Deal(
      id: .random(using: &generator), product: .random(in: 0..<Self.productCount, using: &generator),
      delta: isSale ? .random(in: -3 ... -1, using: &generator) : .random(in: 1...9, using: &generator))
  }

  /// The sale in an odd row of the import.
  func sale(inRow row: Int) -> Deal { deal(asSale: true, process: 0, number: Self.productCount + row) }

  func productID(_ index: Int) -> UUID {
    var generator = SeededGenerator(seed: seed, process: 0, number: index)
    return .random(using: &generator)
  }

  /// How many of an imported product are in stock.
  func importedStock(inRow row: Int) -> Int { row % 20 }

  /// The text to be imported.
  func text(write: (String) throws -> Void) throws {
    for row in 0..<rows {
      if row.isMultiple(of: 2) {
        try write(
          #"{"entity":"Product","sku":"NEW-\#(row)","name":"New product \#(row)","price":"9.50","#
            + #""quantity":\#(importedStock(inRow: row)),"makers":["Maker \#(row % 50)"]}"# + "\n")
      } else {
        let sale = sale(inRow: row)
        try write(
          #"{"entity":"Sale","id":"\#(sale.id.uuidString)","quantity":\#(-sale.delta),"unitPrice":"5","#
            + #""productName":"Product \#(sale.product)","soldAt":"2025-03-01","#
            + #""product":"\#(productID(sale.product).uuidString)"}"# + "\n")
      }
    }
  }

  /// Makes the catalog that they meet in.
  func prepare(_ catalog: Catalog) throws {
    try catalog.edit("Open the shop") { edit in
      for index in 0..<Self.productCount {
        var product = Catalog.Product(sku: "P-\(index)", name: "Product \(index)")
        product.id = productID(index)
        try edit.save(product)
        try edit.save(Catalog.StockMovement(Int32(Self.openingStock), .opening, of: product.id))
      }
    }
  }
}

extension UUID {
  static func random(using generator: inout SeededGenerator) -> UUID {
    withUnsafeBytes(of: (generator.next(), generator.next())) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
