import Catalog
import Foundation
import ObjectStore
import TestSupport

extension Operation {
  /// A random operation on the current records. Other processes may change these before it is performed.
  static func random(using generator: inout SeededGenerator, in reader: Reader) throws -> Operation {
    var choice = Choice(reader: reader, generator: generator)
    defer { generator = choice.generator }
    return try choice.operation()
  }
}

/// Chooses an operation and its records.
private struct Choice {
  let reader: Reader
  var generator: SeededGenerator

  mutating func operation() throws -> Operation {
    guard let product = try pick(Catalog.Product.self) else { return addition() }
    switch number(0..<100) {
    case ..<4: return addition()
    case ..<7: return .renameProduct(id: product.id, name: productName())
    case ..<12: return .annotateProduct(id: product.id, note: "note \(number(0..<1_000_000))")
    case ..<16: return .archiveProduct(id: product.id, archived: !product.archived)
    case ..<20: return .removeProduct(id: product.id)
    case ..<25: return .linkMaker(product: product.id, name: makerName())
    case ..<30: return .unlinkMaker(product: product.id, name: try linkedMaker(of: product) ?? makerName())
    case ..<33: return .setMakers(product: product.id, names: (0..<number(1..<4)).map { _ in makerName() })
    case ..<34: return .removeMaker(name: makerName())
    case ..<39: return .addCustomer(id: id(), name: "Customer \(number(0..<1000))")
    case ..<68: return try saleOrCustomer(product)
    case ..<83: return .correctStock(product: product.id, by: Int32(number(-6..<13)))
    case ..<90: return .countStock(product: product.id, from: product.quantity, to: Int32(number(0..<30)))
    case ..<94: return .undo
    case ..<96: return .redo
    default: return .recordSale(id: id(), product: product.id, customer: nil, quantity: Int32(number(1..<5)))
    }
  }

  private mutating func saleOrCustomer(_ product: Catalog.Product) throws -> Operation {
    guard let customer = try pick(Catalog.Customer.self) else {
      return .addCustomer(id: id(), name: "Customer \(number(0..<1000))")
    }
    let sale = try pick(Catalog.Sale.self)
    switch (number(0..<29), sale) {
    case (..<2, _): return .renameCustomer(id: customer.id, name: "Renamed \(number(0..<1_000_000))")
    case (..<5, _): return .removeCustomer(id: customer.id)
    case (..<11, let sale?): return .removeSale(id: sale.id)
    case (..<17, let sale?):
      let isMoved = number(0..<3) == 0
      return .editSale(
        id: sale.id, product: isMoved ? product.id : sale.productId, quantity: Int32(number(1..<9)))
    default: return .recordSale(id: id(), product: product.id, customer: customer.id, quantity: Int32(number(1..<6)))
    }
  }

  private mutating func addition() -> Operation {
    .addProduct(id: id(), name: productName(), stock: Int32(number(0..<20)))
  }

  /// Names that repeat, in upper or lower case.
  private mutating func productName() -> String { "\(number(0..<2) == 0 ? "Mug" : "MUG") \(number(0..<2000))" }

  private mutating func makerName() -> String { "Maker \(number(0..<12))" }

  private func linkedMaker(of product: Catalog.Product) throws -> String? {
    guard let id = try reader.ids("makers", of: product).first else { return nil }
    return try reader.record(Catalog.Maker.self, id)?.name
  }

  /// A record of the entity: half of the time one of the first few, so that processes conflict.
  private mutating func pick<R: Record>(_ type: R.Type) throws -> R? {
    let count = try reader.count(Fetch<R>())
    if count == 0 { return nil }
    let place = number(0..<2) == 0 ? number(0..<min(count, 4)) : number(0..<count)
    return try reader.first(Fetch<R>(by: [.init("id")], offset: place))
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func id() -> UUID {
    withUnsafeBytes(of: (generator.next(), generator.next())) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
