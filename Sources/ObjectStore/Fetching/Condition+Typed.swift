import Foundation

extension Condition {
  /// Reads a condition that a person typed: comparisons joined by `AND`, `OR`, `NOT` and parentheses.
  ///
  /// - `rating>=4`, `note~gift`: an attribute and a value in the form of its type. `note=` matches records without a
  ///   note.
  /// - `soldAt~2025-06`, `soldAt<=2025-06-30`: a time compared with a whole year, month or day in local time.
  /// - `product=MUG-1`, `makers^=A`: a relationship to a record with that name. `customer=` matches records without
  ///   one.
  /// - `sales>3`: the number of records that a to-many relationship leads to; `sales(quantity>1)>=3` counts only those that match.
  /// - `customer.name~ada`, `sales.quantity>2`: a key path. It holds if the comparison does for any of the related records; `!=` holds
  ///   if `=` doesn't.
  /// - `sku IN (MUG-1, MUG-2)`, `price BETWEEN 10 AND 20`: one of several values, or from one value to another, both
  ///   included.
  ///
  /// Values that contain AND, OR or parentheses are quoted. Within quotes, a quote is doubled.
  ///
  /// Throws `unreadableCondition`, with the position of the error and the alternatives allowed there.
  public init(typed text: String, on entity: Entity, in model: Model) throws(StoreError) {
    do {
      let syntax = try ConditionParser.parse(text)
      self = try ConditionMeaning(text: text, entity: entity, model: model).condition(syntax)
    } catch {
      throw .unreadableCondition(error)
    }
  }
}
