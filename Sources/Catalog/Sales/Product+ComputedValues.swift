import ObjectStore

extension Catalog.Product {
  /// Sets a product's computed values. The stock is set with a line in the ledger. The number sold is set through the
  /// number sold elsewhere, and is never less than the recorded sales.
  public static func setComputedValue(
    _ attribute: Attribute, of record: Self, to value: AttributeValue, in edit: Edit
  ) throws(StoreError) {
    var product = try edit.existing(Self.self, record.id)
    switch (attribute.name, value) {
    case ("quantity", .integer(let count)):
      return try edit.correctStock(of: product.id, by: count - Int64(product.quantity))
    case ("timesSold", .integer(let count)):
      let onRecord = Int64(product.timesSold) - Int64(product.soldElsewhere)
      product.soldElsewhere = Int32(clamping: max(0, count - onRecord))
    case ("lastSold", .date(let moment)): product.lastSoldElsewhere = moment
    case ("lastSold", .null): product.lastSoldElsewhere = nil
    default: break
    }
    if let objection = attribute.objection(to: value) {
      throw .refused(InvalidValue(entity: entity.name, attribute: attribute.name, value: value, objection))
    }
    try edit.save(product)
  }
}
