import Foundation
import ObjectStore

extension Catalog {
  /// Adds a new product, with its stock, and with its makers and collections by name. Existing makers and collections
  /// are reused, without regard to case; missing ones are created.
  ///
  /// Throws `refused` if its SKU or name is taken, or a value is not allowed.
  @discardableResult
  public func addProduct(
    _ product: Product, stock: Int32 = 0, makers: [String] = [], collections: [String] = []
  ) throws -> Product {
    try edit("Add \(product.tidied().subject)") { edit in
      guard try edit.record(Product.self, product.id) == nil else {
        throw StoreError.refused(
          InvalidValue(entity: "Product", attribute: "id", value: .uuid(product.id), .taken(entity: "Product", by: nil))
        )
      }
      let saved = try edit.save(product)
      try edit.correctStock(of: product.id, by: Int64(stock))
      for name in makers { try edit.link(saved, "makers", to: edit.reuseOrMake(Maker.self, named: name).id) }
      for name in collections {
        try edit.link(saved, "collections", to: edit.reuseOrMake(Collection.self, named: name).id)
      }
      return try edit.existing(Product.self, product.id)
    }
  }

  /// Archives a product, or restores it if `isArchived` is false.
  @discardableResult
  public func archive(_ id: UUID, _ isArchived: Bool = true) throws -> Product {
    let product = try read { try $0.existing(Product.self, id).subject }
    return try edit("\(isArchived ? "Archive" : "Restore") \(product)") { edit in
      try edit.update(Product.self, id) { $0.archived = isArchived }
    }
  }

  /// Adds `count` to a product's stock, or subtracts if it is negative. The first change opens the product's ledger; later
  /// ones are corrections.
  ///
  /// Throws ``ShopError/stockOutOfRange(sku:name:stock:wanted:)`` if the stock would go below zero or exceed
  /// `Int32.max`.
  @discardableResult
  public func adjustStock(of id: UUID, by count: Int32) throws -> Product {
    try correctStock(of: id) { _ in count }
  }

  /// Sets a product's stock, as ``adjustStock(of:by:)`` changes it.
  ///
  /// Throws ``ShopError/stockOutOfRange(sku:name:stock:wanted:)`` if `count` is negative.
  @discardableResult
  public func setStock(of id: UUID, to count: Int32) throws -> Product {
    // The difference can only exceed the ledger's range if the count is negative, which is refused anyway.
    try correctStock(of: id) { Int32(clamping: Int64(count) - Int64($0)) }
  }

  private func correctStock(of id: UUID, _ difference: (Int32) -> Int32) throws -> Product {
    let name = try read { try $0.existing(Product.self, id).name }
    return try edit("Stock of \(name.quoted)") { edit in
      try edit.correctStock(of: id, by: Int64(difference(edit.existing(Product.self, id).quantity)))
      return try edit.existing(Product.self, id)
    }
  }
}

extension Edit {
  /// Adds a change of stock that no sale made to the ledger, unless it is zero: the opening line if it is the first,
  /// otherwise a correction. All commands, forms and imports that set a stock come here.
  func correctStock(of id: UUID, by count: Int64) throws(StoreError) {
    let isFirst = try ids("movements", of: existing(Catalog.Product.self, id)).isEmpty
    try moveStock(of: id, by: count, isFirst ? .opening : .correction)
  }

  /// Adds a change of stock to the ledger, unless it is zero. Throws
  /// ``ShopError/stockOutOfRange(sku:name:stock:wanted:)`` if the stock would go below zero or exceed `Int32.max`.
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
