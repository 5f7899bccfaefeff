import Catalog
import Foundation
import ObjectStore
import TestSupport

/// Two sellers, one stock taker, and a very large import, all at once in one catalog.
///
/// The seed and a number determine what each process does, whatever the others do. So the expected stock can be computed
/// without the catalog.
struct ImportStorm {
  /// The number of imported rows: every other one is a product, and the rest are sales of existing products.
  let rows: Int
  let seed: UInt64

  /// The number of products that all processes sell. There is enough stock of each.
  static let productCount = 40
  static let openingStock = 1_000_000
  /// The numbers of the sellers, and of the stock takers, whose counts differ from the catalog's.
  static let sellers = 1...2
  static let processes = 1...3

  /// A step's effect on a product, with the id of its sale or stock movement.
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

  /// The stock of an imported product.
  func importedStock(inRow row: Int) -> Int { row % 20 }

  /// The text to import.
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

  /// Creates the catalog that all processes share.
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
