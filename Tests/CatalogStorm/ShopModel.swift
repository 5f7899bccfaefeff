import Foundation

/// A shop in plain dictionaries, which the catalog must equal after the same operations.
struct ShopModel: Equatable {
  struct Product: Equatable {
    var name: String
    var stock: Int
    var timesSold = 0
    var isArchived = false
    var note: String?
    var makers: Set<String> = []
  }

  struct Sale: Equatable {
    var product: UUID
    var customer: UUID?
    var quantity: Int
  }

  var products: [UUID: Product] = [:]
  var customers: [UUID: String] = [:]
  var sales: [UUID: Sale] = [:]
  var makers: Set<String> = []
}

/// The reason that an operation isn't legal in the current shop.
struct Illegal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ShopModel {
  /// Performs an operation, or throws ``Illegal`` if the catalog should have refused it.
  mutating func apply(_ operation: Operation) throws {
    switch operation {
    case .addProduct(let id, let name, let stock):
      try require(products[id] == nil && stock >= 0, "the product is there already")
      try requireFree(name, for: id)
      products[id] = Product(name: name, stock: Int(stock))
    case .renameProduct(let id, let name):
      try requireFree(name, for: id)
      try changeProduct(id) { $0.name = name }
    case .annotateProduct(let id, let note): try changeProduct(id) { $0.note = note }
    case .archiveProduct(let id, let archived): try changeProduct(id) { $0.isArchived = archived }
    case .removeProduct(let id):
      try require(!sales.values.contains { $0.product == id }, "the product has sales")
      try require(products.removeValue(forKey: id) != nil, "there is no such product")

    case .linkMaker(let id, let name):
      makers.insert(name)
      try changeProduct(id) { $0.makers.insert(name) }
    case .unlinkMaker(let id, let name):
      try require(products[id]?.makers.contains(name) == true, "the maker is not the product's")
      try changeProduct(id) { $0.makers.remove(name) }
      try require(products[id]?.makers.isEmpty == false, "the product would be left without a maker")
    case .setMakers(let id, let names):
      makers.formUnion(names)
      try changeProduct(id) { $0.makers = Set(names) }
    case .removeMaker(let name):
      try require(makers.remove(name) != nil, "there is no such maker")
      try require(!products.values.contains { $0.makers == [name] }, "a product would be left without a maker")
      for id in products.keys { products[id]?.makers.remove(name) }

    case .addCustomer(let id, let name):
      try require(customers.updateValue(name, forKey: id) == nil, "the customer is there already")
    case .renameCustomer(let id, let name):
      try require(customers.updateValue(name, forKey: id) != nil, "there is no such customer")
    case .removeCustomer(let id):
      try require(customers.removeValue(forKey: id) != nil, "there is no such customer")
      // The units stay sold and out of stock, although their customer is unknown now.
      sales = sales.filter { $0.value.customer != id }

    case .recordSale(let id, let product, let customer, let quantity):
      try require(sales[id] == nil, "the sale is there already")
      try require(customer.map { customers[$0] != nil } ?? true, "there is no such customer")
      sales[id] = Sale(product: product, customer: customer, quantity: Int(quantity))
      try take(Int(quantity), from: product)
    case .editSale(let id, let product, let quantity):
      guard let old = sales[id] else { throw Illegal("there is no such sale") }
      try take(-old.quantity, from: old.product)
      try take(Int(quantity), from: product)
      sales[id] = Sale(product: product, customer: old.customer, quantity: Int(quantity))
    case .removeSale(let id):
      guard let old = sales.removeValue(forKey: id) else { throw Illegal("there is no such sale") }
      try take(-old.quantity, from: old.product)

    case .correctStock(let id, let count): try changeStock(of: id, by: Int(count))
    case .countStock(let id, let found, let counted):
      try require(products[id]?.stock == Int(found), "it has changed since it was counted")
      try changeStock(of: id, by: Int(counted - found))

    case .undo, .redo: throw Illegal("it is no edit")
    }
  }

  private func require(_ condition: Bool, _ objection: String) throws {
    if !condition { throw Illegal(objection) }
  }

  /// Throws if another product has the name, ignoring case.
  private func requireFree(_ name: String, for id: UUID) throws {
    let isTaken = products.contains { $0.key != id && $0.value.name.lowercased() == name.lowercased() }
    try require(!isTaken, "another product has the name")
  }

  private mutating func changeProduct(_ id: UUID, _ change: (inout Product) -> Void) throws {
    guard var product = products[id] else { throw Illegal("there is no such product") }
    change(&product)
    products[id] = product
  }

  private mutating func changeStock(of id: UUID, by count: Int) throws {
    try changeProduct(id) { $0.stock += count }
    try require((products[id]?.stock ?? 0) >= 0, "there would be less than nothing in stock")
  }

  private mutating func take(_ count: Int, from id: UUID) throws {
    try changeStock(of: id, by: -count)
    try changeProduct(id) { $0.timesSold += count }
  }
}
