import Foundation
import ObjectStore

/// Why stock changed.
public enum StockReason: String, Sendable, CaseIterable, AttributeConvertible {
  /// What was there when the product came into the catalog.
  case opening
  /// A sale took it.
  case sale
  /// A sale that was edited or removed gave it back.
  case `return`
  /// Somebody counted, or goods arrived.
  case correction
}

extension Catalog {
  /// A line of the stock ledger. A product's ``Product/quantity`` is the sum of its lines, always: the database adds them
  /// up itself, and refuses what would bring the sum below zero.
  public struct StockMovement: Record {
    public var id = UUID.timeOrdered()
    /// How many came in, or went out if it is negative.
    public var delta: Int32 = 0
    /// Why the stock changed.
    public var reason = StockReason.correction
    /// When it changed.
    public var at = Date()
    /// The product whose stock it is.
    public var productId = UUID()
    /// The sale that brought it about, while that is on record.
    public var saleId: UUID?

    public init() {}

    /// A movement of a product's stock, now.
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
