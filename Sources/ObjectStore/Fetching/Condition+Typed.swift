import Foundation

extension Condition {
  /// Reads a condition as people type it: comparisons, joined by `AND`, `OR`, `NOT` and parentheses.
  ///
  /// - `rating>=4`, `note~gift`: an attribute, with a value that reads as its type does. `note=` has no value.
  /// - `soldAt~2025-06`, `soldAt<=2025-06-30`: a moment, compared with a whole year, month or day here.
  /// - `product=MUG-1`, `makers^=A`: a relationship that leads to a record called so. `customer=` leads to none.
  /// - `sales>3`: a to-many relationship that leads to so many.
  ///
  /// Values with AND, OR or parentheses in them stand in quotes, in which a quote is written twice.
  ///
  /// Throws `unreadableCondition`, which says where it is wrong and what is allowed there.
  public init(typed text: String, on entity: Entity, in model: Model) throws(StoreError) {
    do {
      let syntax = try ConditionParser.parse(text)
      self = try ConditionMeaning(text: text, entity: entity, model: model).condition(syntax)
    } catch {
      throw .unreadableCondition(error)
    }
  }
}
