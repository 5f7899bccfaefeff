import ObjectStore

extension Catalog.Customer {
  /// Removes a customer's sales too, because a sale shows what the customer bought. The items stay sold: they count as
  /// sold elsewhere from then on, so that stock, ledger and ``Catalog/Product/timesSold`` agree.
  public static func prepareRemoval(of customer: Self, in edit: Edit) throws(StoreError) {
    let sales = try edit.fetch(Fetch<Catalog.Sale>(where: .equal("customer", customer.id)))
    try edit.withoutConsequences { () throws(StoreError) in
      for sale in sales { try edit.remove(Catalog.Sale.self, sale.id) }
    }
    for (product, sold) in Dictionary(grouping: sales, by: \.productId) {
      try edit.update(Catalog.Product.self, product) { product throws(StoreError) in
        product.soldElsewhere += sold.reduce(0) { $0 + $1.quantity }
        product.lastSoldElsewhere = (sold.map(\.soldAt) + [product.lastSoldElsewhere].compactMap(\.self)).max()
      }
    }
  }
}
