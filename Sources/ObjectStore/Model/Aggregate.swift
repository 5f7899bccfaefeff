/// What the database computes from all records that a to-many relationship leads to: Core Data's derived attributes `sum:`
/// and `max:`.
///
/// Adding, changing or removing one of those records changes it in the same transaction. While an edit is undone or
/// redone it rests, and is recalculated after: it is never what keeps an edit from being undone.
public struct Aggregate: Hashable, Sendable {
  /// How the values become one.
  public enum Function: Hashable, Sendable {
    /// They are added up.
    case sum
    /// The greatest of them is taken; of none, there is none.
    case maximum
  }

  /// How the values become one.
  public let function: Function
  /// The to-many relationship to those records; its inverse is to-one.
  public let relationship: String
  /// The attribute of those records: a whole number, or for a maximum also a moment.
  public let attribute: String
  /// An attribute of the record itself, of the same type, that counts beside theirs: what there is no record of.
  public let base: String?

  /// The sum of `attribute` over `relationship`, and `base`.
  public static func sum(of attribute: String, over relationship: String, base: String? = nil) -> Aggregate {
    Aggregate(function: .sum, relationship: relationship, attribute: attribute, base: base)
  }

  /// The greatest `attribute` over `relationship`, or `base` where that is greater.
  public static func maximum(of attribute: String, over relationship: String, base: String? = nil) -> Aggregate {
    Aggregate(function: .maximum, relationship: relationship, attribute: attribute, base: base)
  }
}
