/// A value that the database computes from the records that a to-many relationship leads to, like Core Data's derived
/// attributes with `sum:` and `max:`.
///
/// Adding, changing or removing one of those records updates the value in the same transaction. The value is not
/// updated while an edit is undone or redone, but recalculated afterwards, so it never prevents an undo.
public struct Aggregate: Hashable, Sendable {
  /// The function that combines the values.
  public enum Function: Hashable, Sendable {
    /// The sum of the values.
    case sum
    /// The maximum of the values; nil if there are none.
    case maximum
  }

  /// The function that combines the values.
  public let function: Function
  /// The to-many relationship to the records. Its inverse is to-one.
  public let relationship: String
  /// The attribute of those records: an integer, or for a maximum also a time.
  public let attribute: String
  /// An attribute of the record itself, of the same type, that is included in the aggregate. It accounts for items
  /// without a record, such as items sold elsewhere.
  public let base: String?

  /// Declares the sum of `attribute` over `relationship`, plus `base`.
  public static func sum(of attribute: String, over relationship: String, base: String? = nil) -> Aggregate {
    Aggregate(function: .sum, relationship: relationship, attribute: attribute, base: base)
  }

  /// Declares the maximum of `attribute` over `relationship`, and of `base`.
  public static func maximum(of attribute: String, over relationship: String, base: String? = nil) -> Aggregate {
    Aggregate(function: .maximum, relationship: relationship, attribute: attribute, base: base)
  }
}
