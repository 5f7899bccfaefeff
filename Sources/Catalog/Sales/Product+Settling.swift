import ObjectStore

extension Catalog.Product {
  /// What is in stock is set by a line of the ledger: the opening one, or a correction where there are lines. What was sold
  /// is set by what was sold elsewhere, and is never less than the sales on record.
  public static func settle(
    _ attribute: Attribute, of record: Self, at value: AttributeValue, in edit: Edit
  ) throws(StoreError) {
    var product = try edit.existing(Self.self, record.id)
    switch (attribute.name, value) {
    case ("quantity", .integer(let count)):
      let isFirst = try edit.ids("movements", of: product).isEmpty
      return try edit.moveStock(of: product.id, by: count - Int64(product.quantity), isFirst ? .opening : .correction)
    case ("timesSold", .integer(let count)):
      let onRecord = Int64(product.timesSold) - Int64(product.soldElsewhere)
      product.soldElsewhere = Int32(clamping: max(0, count - onRecord))
    case ("lastSold", .date(let moment)): product.lastSoldElsewhere = moment
    case ("lastSold", .null): product.lastSoldElsewhere = nil
    default: break
    }
    if let objection = attribute.objection(to: value) {
      throw .refused(Refusal(entity: entity.name, attribute: attribute.name, value: value, objection))
    }
    try edit.save(product)
  }
}
