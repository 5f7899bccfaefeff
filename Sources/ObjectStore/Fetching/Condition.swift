/// A condition for records to be fetched: a predicate over attributes and relationships, by name.
public indirect enum Condition: Hashable, Sendable {
  /// A comparison of two values. `null` equals only `null`, and is neither less nor greater than any value.
  public enum Comparison: String, Sendable, CaseIterable {
    /// `=`
    case equal = "="
    /// `!=`
    case notEqual = "!="
    /// `<`
    case less = "<"
    /// `<=`
    case atMost = "<="
    /// `>`
    case more = ">"
    /// `>=`
    case atLeast = ">="
  }

  /// A comparison of texts without regard to case and accents.
  public enum Resemblance: String, Sendable, CaseIterable {
    /// The text contains the other text.
    case contains = "~"
    /// The text begins with the other text.
    case begins = "^="
    /// The text ends with the other text.
    case ends = "$="
  }

  /// Compares an attribute, or the ID of a to-one relationship, with a value. The text attribute that lists are sorted
  /// by is compared in the order of the list, other texts byte by byte. Numbers of different types can be compared,
  /// such as 4 with a price.
  case compare(String, Comparison, AttributeValue)
  /// Compares a text attribute with another text.
  case text(String, Resemblance, String)
  /// Compares a text attribute that names a record, as a look-up does. A name is compared without regard to case. A
  /// unique text such as a SKU must match exactly. If no record matches exactly, the only record that differs only in
  /// case is used.
  case named(String, String)
  /// The attribute has one of the values.
  case oneOf(String, [AttributeValue])
  /// The record is identified by the text: by its ID, or by a text that is unique or that lists are sorted by, compared
  /// as in ``named(_:_:)``.
  case called(String)
  /// The relationship leads to at least one record that meets a condition.
  case any(String, Condition)
  /// Compares the number of related records of a to-many relationship, or the number of them that meet a condition,
  /// like `SUBQUERY(…).@count` in a Core Data predicate.
  case count(String, where: Condition? = nil, Comparison, Int)
  /// All of the conditions are met.
  case and([Condition])
  /// At least one of the conditions is met.
  case or([Condition])
  /// The condition is not met.
  case not(Condition)

  /// Returns the condition that an attribute has a value.
  public static func equal(_ name: String, _ value: some AttributeConvertible) -> Condition {
    .compare(name, .equal, value.attributeValue)
  }

  /// Returns a comparison of an attribute with a value.
  public static func `where`(_ name: String, _ comparison: Comparison, _ value: some AttributeConvertible) -> Condition
  {
    .compare(name, comparison, value.attributeValue)
  }
}
