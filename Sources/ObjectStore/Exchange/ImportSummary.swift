import Text

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// How many records were new, how many were there and have changed, and how many were there as they are.
  public internal(set) var inserted = 0
  /// How many were there and have changed.
  public internal(set) var updated = 0
  /// How many were there as they are.
  public internal(set) var unchanged = 0
  /// How many rows were passed over, because they are about records that are not there and only updates were wanted.
  public internal(set) var skipped = 0
  /// How many rows were wrong and left out.
  public internal(set) var failed = 0
  /// How many rows could not be told from the text at all: where it is malformed. They are left out too.
  public internal(set) var unread = 0
  /// The first of the rows that were left out, in their order.
  public internal(set) var problems: [ImportProblem] = []

  /// How many values were set of records that were there although they are computed from others, such as a product's stock from
  /// its movements: a file that is older than the last sale undoes that.
  public internal(set) var corrected = 0
  /// The first of them, in the order of the rows.
  public internal(set) var corrections: [ImportCorrection] = []

  /// How many values of existing records empty cells have removed.
  public internal(set) var emptiedCount = 0
  /// The first of them, in the order of the rows.
  public internal(set) var emptied: [ImportEmptied] = []

  /// Of a trial, what the first rows would change, in their order.
  public internal(set) var changes: [ImportChange] = []

  /// How many older edits the history forgot, to have room for this one.
  public internal(set) var forgotten = 0

  /// How many rows were read.
  public var read: Int { inserted + updated + unchanged + skipped + failed }
  /// How many rows were left out.
  public var leftOut: Int { failed + unread }

  /// How many of the rows that were left out, and of the corrections, are described.
  static let describedCount = 1000

  mutating func count(_ outcome: ImportOutcome) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .skipped: skipped += 1
    }
  }

  mutating func count(_ more: [ImportCorrection]) {
    corrected += more.count
    corrections += more.prefix(Self.describedCount - corrections.count)
  }

  mutating func count(_ more: [ImportEmptied]) {
    emptiedCount += more.count
    emptied += more.prefix(Self.describedCount - emptied.count)
  }

  /// Takes down which rows were left out, by their numbers.
  mutating func describe(_ all: [Int: ImportProblem]) {
    failed = all.count - unread
    problems = all.sorted { $0.key < $1.key }.prefix(Self.describedCount).map(\.value)
  }
}

/// A computed value of a record that an import has set.
public struct ImportCorrection: Hashable, Sendable {
  /// What the record is called.
  public let record: String
  /// The attribute that was set.
  public let attribute: String
  /// Its values as JSON has them.
  public let before: JSONValue
  /// Its value after, as JSON has it.
  public let after: JSONValue

  init(record: String, _ attribute: Attribute, before: AttributeValue, after: AttributeValue) {
    (self.record, self.attribute) = (record, attribute.name)
    (self.before, self.after) = (before.json(attribute.type), after.json(attribute.type))
  }
}

/// A value of an existing record that an empty cell has removed.
public struct ImportEmptied: Hashable, Sendable {
  /// What the record is called.
  public let record: String
  /// The attribute or relationship.
  public let attribute: String
}

/// How far an import is.
public enum ImportProgress: Hashable, Sendable {
  /// So many rows have been read and checked.
  case checked(Int)
  /// So many of the rows are in the store.
  case imported(Int, of: Int)
}
