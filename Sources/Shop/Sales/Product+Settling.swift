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
      // Where the difference has no room, the ledger's own rule refuses what is left of it.
      let difference = Int32(clamping: count - Int64(product.quantity))
      if difference == 0 { return }
      try edit.save(Catalog.StockMovement(difference, isFirst ? .opening : .correction, of: product.id))
      return
    case ("timesSold", .integer(let count)):
      let onRecord = Int64(product.timesSold) - Int64(product.soldElsewhere)
      product.soldElsewhere = Int32(clamping: max(0, count - onRecord))
    case ("lastSold", .date(let moment)): product.lastSoldElsewhere = moment
    case ("lastSold", .null): product.lastSoldElsewhere = nil
    default: break
    }
    if let objection = attribute.objection(to: value) {
      throw .refused(Refusal(entity: entity.name, attribute: attribute.name, value: value, rule: objection))
    }
    try edit.save(product)
  }
}
