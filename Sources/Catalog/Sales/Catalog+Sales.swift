import Foundation
import ObjectStore

extension Catalog {
  /// Records a sale of a product to a customer, at the product's price unless `price` is given. Takes the items out of
  /// stock in the same group.
  ///
  /// Throws `notEnoughStock` if there are too few in stock, `archived` if the product is no longer sold, and `refused`
  /// if `quantity` is below 1 or the price below 0.
  @discardableResult
  public func recordSale(
    customer: UUID?, product: UUID, quantity: Int32 = 1, price: Decimal? = nil, at moment: Date = Date()
  ) throws -> Sale {
    let name = try read { try $0.existing(Product.self, product).name }
    return try edit("Sell \(quantity) × \(name.quoted)") { edit in
      let product = try edit.existing(Product.self, product)
      if product.archived { throw StoreError.archived(sku: product.sku, name: product.name) }
      var sale = Sale(quantity, of: product, to: customer)
      if let price { sale.unitPrice = price }
      sale.soldAt = moment
      let saved = try edit.save(sale)
      edit.label = "Sell \(try saved.terms(in: edit))"
      return saved
    }
  }

  /// Records a sale of a product over the counter, without a customer. It counts in ``Product/timesSold`` and
  /// ``Product/lastSold``, as every sale does.
  @discardableResult
  public func sell(
    _ product: UUID, _ quantity: Int32 = 1, price: Decimal? = nil, at moment: Date = Date()
  ) throws -> Sale {
    try recordSale(customer: nil, product: product, quantity: quantity, price: price, at: moment)
  }

  /// Deletes a record, and what the delete rules of its relationships require. Touches no file. Removing a sale puts
  /// its items back into stock, and they no longer count as sold; removing a customer removes their sales too, but the
  /// items stay sold.
  public func remove<R: Record>(_ type: R.Type, _ id: UUID) throws {
    let subject = try read { try $0.existing(type, id).subject(in: $0) }
    try edit("Remove \(subject)") { try $0.remove(type, id) }
  }

  /// Deletes a customer and keeps their sales, which become sales over the counter.
  public func removeCustomerKeepingSales(_ id: UUID) throws {
    let customer = try read { try $0.existing(Customer.self, id).subject }
    try edit("Remove \(customer) and keep their sales") { edit in
      try edit.keepSales(ofCustomer: id)
      try edit.remove(Customer.self, id)
    }
  }

  /// Removes a customer for good, so that neither undo nor the catalog's files contain any of their data; see
  /// ``Store/forget(_:_:isTrial:_:)``. Their sales are kept as sales over the counter, without the customer, unless
  /// `withSales` removes them too. Either way, the items stay sold.
  @discardableResult
  public func forget(customer id: UUID, withSales: Bool = false, isTrial: Bool = false) throws -> Forgotten {
    try store.forget(Customer.self, id, isTrial: isTrial) { edit in
      if !withSales { try edit.keepSales(ofCustomer: id) }
    }
  }

  /// Throws what ``remove(_:_:)`` would throw, and changes nothing.
  public func checkRemoval<R: Record>(of type: R.Type, _ id: UUID) throws {
    do {
      try edit("") { edit in
        try edit.remove(type, id)
        try edit.finish()
        throw ThrownAway()
      }
    } catch is ThrownAway {}
  }

  /// Returns how many records of each entity would be deleted along with a record, by cascading relationships of any
  /// depth.
  public func cascade<R: Record>(of type: R.Type, _ id: UUID) throws -> [(entity: String, count: Int)] {
    try read { reader in
      var cascade = Cascade(reader: reader)
      try cascade.follow(type, id)
      return cascade.counts
    }
  }
}

extension Edit {
  /// Turns a customer's sales into sales over the counter.
  fileprivate func keepSales(ofCustomer id: UUID) throws(StoreError) {
    for var sale in try fetch(Fetch<Catalog.Sale>(where: .equal("customer", id))) {
      sale.customerId = nil
      try save(sale)
    }
  }
}

/// Thrown to roll back a group of changes that was only a trial.
private struct ThrownAway: Error {}

/// The records that would be deleted along with a record.
private struct Cascade {
  let reader: Reader
  private var seen: Set<UUID> = []
  private var entities: [String] = []
  private var numbers: [String: Int] = [:]

  init(reader: Reader) { self.reader = reader }

  var counts: [(entity: String, count: Int)] { entities.map { ($0, numbers[$0] ?? 0) } }

  mutating func follow<R: Record>(_ type: R.Type, _ id: UUID) throws {
    guard seen.insert(id).inserted, let record = try reader.record(type, id) else { return }
    for relationship in R.entity.relationships where relationship.deleteRule == .cascade && relationship.isToMany {
      guard let destination = reader.context.model.recordType(relationship.destination) else { continue }
      for other in try reader.ids(relationship.name, of: record) where !seen.contains(other) {
        if numbers[relationship.destination] == nil { entities.append(relationship.destination) }
        numbers[relationship.destination, default: 0] += 1
        try follow(destination, other)
      }
    }
  }
}
