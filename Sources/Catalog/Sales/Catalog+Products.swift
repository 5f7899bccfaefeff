import Foundation
import ObjectStore

extension Catalog {
  /// Puts a new product into the catalog, with what is in stock, and its makers and collections by their names: those that
  /// are there are reused, whatever the case, the others made.
  ///
  /// Throws `refused` where its SKU or name is taken, or a value is not allowed.
  @discardableResult
  public func addProduct(
    _ product: Product, stock: Int32 = 0, makers: [String] = [], collections: [String] = []
  ) throws -> Product {
    try edit("Add \(product.tidied().subject)") { edit in
      guard try edit.record(Product.self, product.id) == nil else {
        throw StoreError.refused(
          Refusal(entity: "Product", attribute: "id", value: .uuid(product.id), .taken(entity: "Product", by: nil)))
      }
      let saved = try edit.save(product)
      try edit.moveStock(of: product.id, by: Int64(stock), .opening)
      for name in makers { try edit.link(saved, "makers", to: edit.reuseOrMake(Maker.self, named: name).id) }
      for name in collections {
        try edit.link(saved, "collections", to: edit.reuseOrMake(Collection.self, named: name).id)
      }
      return try edit.existing(Product.self, product.id)
    }
  }

  /// Says whether a product is no longer sold but kept for the record.
  @discardableResult
  public func archive(_ id: UUID, _ isArchived: Bool = true) throws -> Product {
    let product = try read { try $0.existing(Product.self, id).subject }
    return try edit("\(isArchived ? "Archive" : "Restore") \(product)") { edit in
      try edit.update(Product.self, id) { $0.archived = isArchived }
    }
  }

  /// Adds to a product's stock, or takes from it where `count` is negative, as a correction.
  ///
  /// Throws `refused` where that would leave less than none.
  @discardableResult
  public func stock(of id: UUID, changeBy count: Int32) throws -> Product {
    try correctStock(of: id) { _ in count }
  }

  /// Sets what a product has in stock, by a correction of the difference.
  ///
  /// Throws `refused` where that would be less than none.
  @discardableResult
  public func stock(of id: UUID, to count: Int32) throws -> Product {
    // A difference that is too large for the ledger comes of a count below zero, and is refused all the same.
    try correctStock(of: id) { Int32(clamping: Int64(count) - Int64($0)) }
  }

  private func correctStock(of id: UUID, _ difference: (Int32) -> Int32) throws -> Product {
    let name = try read { try $0.existing(Product.self, id).name }
    return try edit("Stock of \(name.quoted)") { edit in
      try edit.moveStock(of: id, by: Int64(difference(edit.existing(Product.self, id).quantity)), .correction)
      return try edit.existing(Product.self, id)
    }
  }
}

extension Edit {
  /// Writes a change of stock into the ledger, where there is one. Throws ``ShopError/stockOutOfRange(sku:name:stock:wanted:)``
  /// where it leaves less than none, or more than can be counted.
  func moveStock(of id: UUID, by count: Int64, _ reason: StockReason) throws(StoreError) {
    if count == 0 { return }
    let product = try existing(Catalog.Product.self, id)
    let wanted = Int64(product.quantity) + count
    guard (0...Int64(Int32.max)).contains(wanted) else {
      throw .rule(.stockOutOfRange(sku: product.sku, name: product.name, stock: product.quantity, wanted: wanted))
    }
    try save(Catalog.StockMovement(Int32(count), reason, of: id))
  }
}
