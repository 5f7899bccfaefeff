import Foundation
import ObjectStore

/// The reason for a change of stock.
public enum StockReason: String, Sendable, CaseIterable, AttributeConvertible {
  /// The stock when the product was added to the catalog.
  case opening
  /// A sale.
  case sale
  /// A sale that was reduced, moved to another product, or removed.
  case `return`
  /// A stocktaking or a delivery.
  case correction
}

extension Catalog {
  /// A line of the stock ledger. A product's ``Product/quantity`` is always the sum of its lines: the database computes
  /// the sum, and refuses a change that would make it negative.
  public struct StockMovement: Record {
    public var id = UUID.timeOrdered()
    /// Number of items that came in, or went out if negative.
    public var delta: Int32 = 0
    /// Reason for the change.
    public var reason = StockReason.correction
    /// Time of the change.
    public var at = Date()
    /// The product whose stock changed.
    public var productId = UUID()
    /// The sale that caused the change, as long as it is in the catalog.
    public var saleId: UUID?

    public init() {}

    /// Creates a movement of a product's stock at the current time.
    public init(_ delta: Int32, _ reason: StockReason, of productId: UUID, sale saleId: UUID? = nil) {
      self.delta = delta
      self.reason = reason
      self.productId = productId
      self.saleId = saleId
    }

    public static let properties: [Property<StockMovement>] = [
      Property("id", \.id),
      Property("delta", \.delta).kept,
      Property("reason", \.reason).kept,
      Property("at", \.at).kept,
      Property(.toOne("product", "Product", inverse: "movements", isOptional: false), \.productId).kept,
      Property(.toOne("sale", "Sale", inverse: "movements"), \.saleId).kept,
    ]

    public static let entity = Entity("StockMovement", properties)
  }
}
