/// What records must be like to be fetched: a predicate, over attributes and relationships by their names.
public indirect enum Condition: Hashable, Sendable {
  /// How a value compares with another. `null` is equal to `null` alone, and neither less nor more than anything.
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

  /// How text compares with other text, whatever the case and accents of its letters.
  public enum Resemblance: String, Sendable, CaseIterable {
    /// The text has the other anywhere in it.
    case contains = "~"
    /// The text begins with the other.
    case begins = "^="
    /// The text ends with the other.
    case ends = "$="
  }

  /// An attribute, or the id of a to-one relationship, compared with a value. Text that records are listed by comes before
  /// other text where the list has it before that; other text is in the order of its bytes. A number of any type compares with
  /// an attribute of any other: 4 with a price.
  case compare(String, Comparison, AttributeValue)
  /// A text attribute that resembles other text.
  case text(String, Resemblance, String)
  /// A text attribute that people call a record by, compared as a look-up does: a name whatever the case of its letters; a
  /// unique text such as a SKU exactly or, where no record has that, the only one that differs in the case of its letters.
  case named(String, String)
  /// An attribute that has one of some values.
  case oneOf(String, [AttributeValue])
  /// A record that people call so: by its id, or by a text that is unique or the one it is listed by, as ``named(_:_:)``
  /// compares it.
  case called(String)
  /// A relationship that leads to at least one record with a condition of its own.
  case any(String, Condition)
  /// A to-many relationship that leads to so many records.
  case count(String, Comparison, Int)
  /// All of these.
  case and([Condition])
  /// At least one of these.
  case or([Condition])
  /// Not that.
  case not(Condition)

  /// An attribute that has a value.
  public static func equal(_ name: String, _ value: some AttributeConvertible) -> Condition {
    .compare(name, .equal, value.attributeValue)
  }

  /// Whether an attribute compares so with a value.
  public static func `where`(_ name: String, _ comparison: Comparison, _ value: some AttributeConvertible) -> Condition
  {
    .compare(name, comparison, value.attributeValue)
  }
}
