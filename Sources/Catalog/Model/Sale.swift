import Foundation
import ObjectStore

extension Catalog {
  /// A sale of a quantity of one product. Saving a new sale takes the quantity out of stock; saving it with another
  /// quantity or product adjusts the stock by the difference; removing it puts the quantity back. All of this happens
  /// in the same group of changes. A sale that is moved to another product takes that product's name, but keeps the
  /// price of the sale.
  public struct Sale: Record {
    public var id = UUID.timeOrdered()
    /// Number of items, at least 1.
    public var quantity: Int32 = 1
    /// Price of one item, in the product's currency at the time.
    public var unitPrice: Decimal = 0
    /// ISO 4217 currency code of three letters.
    public var currency = "EUR"
    /// Name of the product at the time.
    public var productName = ""
    /// When the product was sold.
    public var soldAt = Date()
    /// The customer; nil for a sale over the counter.
    public var customerId: UUID?
    /// The product that was sold.
    public var productId = UUID()

    public init() {}

    /// Creates a sale of a product, at its price and the current time.
    public init(_ quantity: Int32, of product: Product, to customer: UUID? = nil) {
      self.quantity = quantity
      unitPrice = product.price
      currency = product.currency
      productName = product.name
      productId = product.id
      customerId = customer
    }

    public var subject: String { "sale of \(quantity) × \(productName.quoted)" }

    public func subject(in reader: Reader) throws(StoreError) -> String { "sale of \(try terms(in: reader))" }

    /// Product, customer and total price: `2 × “Mug” to “Ben” for 25.00 EUR`.
    func terms(in reader: Reader) throws(StoreError) -> String {
      let total = (unitPrice * Decimal(quantity)).priceText(in: currency)
      var buyer: Customer?
      if let customerId { buyer = try reader.record(Customer.self, customerId) }
      let to = buyer.map { " to \($0.name.quoted)" } ?? ""
      return "\(quantity) × \(productName.quoted)\(to) for \(total) \(currency)"
    }

    public static let properties: [Property<Sale>] = [
      Property("id", \.id),
      Property("quantity", \.quantity, default: 1, .atLeast(1)),
      Property("unitPrice", \.unitPrice, default: 0, .price(currency: "currency")),
      Property("currency", \.currency, default: "EUR", .currencyCode),
      Property("productName", \.productName, .length(1...4096)),
      Property("soldAt", \.soldAt),
      Property(.toOne("customer", "Customer", inverse: "sales"), \.customerId),
      Property(.toOne("product", "Product", inverse: "sales", isOptional: false), \.productId),
    ]

    public static let entity = Entity(
      "Sale", properties, toMany: [.toMany("movements", "StockMovement", inverse: "sale").kept])

    public static let consequences: Consequences<Sale>? = { (old, new, edit) throws(StoreError) in
      if let old, let new, old.productId == new.productId {
        try new.takeFromStock(Int64(new.quantity) - Int64(old.quantity), in: edit)
      } else {
        try old?.giveBack(isRemoved: new == nil, in: edit)
        try new?.takeFromStock(Int64(new?.quantity ?? 0), in: edit)
        if let old, let new, old.productName == new.productName { try new.rename(in: edit) }
      }
    }

    /// Takes `count` items out of the product's stock, or puts them back if `count` is negative.
    private func takeFromStock(_ count: Int64, in edit: Edit) throws(StoreError) {
      if count == 0 { return }
      let product = try edit.existing(Product.self, productId)
      guard count <= Int64(product.quantity) else {
        throw .notEnoughStock(sku: product.sku, name: product.name, stock: product.quantity, wanted: count)
      }
      try edit.save(
        StockMovement(Int32(clamping: -count), count > 0 ? .sale : .return, of: productId, sale: id))
    }

    private func giveBack(isRemoved: Bool, in edit: Edit) throws(StoreError) {
      try edit.save(StockMovement(quantity, .return, of: productId, sale: isRemoved ? nil : id))
    }

    private func rename(in edit: Edit) throws(StoreError) {
      var sale = self
      sale.productName = try edit.existing(Product.self, productId).name
      try edit.save(sale)
    }

    /// Gives a sale its product's name, price and currency if the sale has none. A sale without a price is refused if
    /// its product has no price in the sale's currency, because the price paid is then unknown, and was hardly zero.
    public static func complete(
      _ sale: inout Sale, isGiven: (String) -> Bool, in edit: Edit
    ) throws(StoreError) {
      let isComplete = ["productName", "unitPrice", "currency"].allSatisfy(isGiven)
      guard !isComplete, let product = try edit.record(Product.self, sale.productId) else { return }
      if !isGiven("productName") { sale.productName = product.name }
      if !isGiven("currency") { sale.currency = product.currency }
      if isGiven("unitPrice") { return }
      guard product.price > 0, sale.currency == product.currency else {
        throw .rule(.noUnitPrice(name: product.name, pricedIn: product.price > 0 ? product.currency : nil))
      }
      sale.unitPrice = product.price
    }
  }
}
