import Catalog
import Foundation
import ObjectStore

extension ShopModel {
  /// The contents of a catalog.
  init(_ reader: Reader) throws {
    for product in try reader.fetch(Fetch<Catalog.Product>()) {
      let makers = try reader.ids("makers", of: product).map { try reader.existing(Catalog.Maker.self, $0).name }
      products[product.id] = Product(
        name: product.name, stock: Int(product.quantity), timesSold: Int(product.timesSold),
        isArchived: product.archived, note: product.note, makers: Set(makers))
    }
    for customer in try reader.fetch(Fetch<Catalog.Customer>()) { customers[customer.id] = customer.name }
    for sale in try reader.fetch(Fetch<Catalog.Sale>()) {
      sales[sale.id] = Sale(product: sale.productId, customer: sale.customerId, quantity: Int(sale.quantity))
    }
    makers = Set(try reader.fetch(Fetch<Catalog.Maker>()).map(\.name))
  }

  /// Descriptions of the differences from another model.
  func differences(from other: ShopModel) -> [String] {
    Self.differences("product", products, other.products) + Self.differences("customer", customers, other.customers)
      + Self.differences("sale", sales, other.sales)
      + (makers == other.makers ? [] : ["the makers are \(makers.sorted()), and should be \(other.makers.sorted())"])
  }

  private static func differences<Value: Equatable>(
    _ name: String, _ found: [UUID: Value], _ expected: [UUID: Value]
  ) -> [String] {
    Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.map { id in
      let (found, expected) = (found[id].map { "\($0)" } ?? "missing", expected[id].map { "\($0)" } ?? "missing")
      return "\(name) \(id) is \(found), and should be \(expected)"
    }.sorted()
  }
}
