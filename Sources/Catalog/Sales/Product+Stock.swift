extension Catalog.Product {
  /// What is in stock is set by a line of the ledger: the opening one, or a correction where there are lines.
  public static func settle(
    _ sum: Attribute, of product: Self, at value: Int64, in edit: Edit
  ) throws(CatalogError) {
    let isFirst = try edit.ids("movements", of: product).isEmpty
    // Where the difference has no room, the ledger's own rule refuses what is left of it.
    let difference = Int32(clamping: value - Int64(product.quantity))
    try edit.save(Catalog.StockMovement(difference, isFirst ? .opening : .correction, of: product.id))
  }
}
