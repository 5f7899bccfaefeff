import Text

/// The result of an import.
public struct ImportSummary: Hashable, Sendable {
  /// Number of records added.
  public internal(set) var inserted = 0
  /// Number of existing records changed.
  public internal(set) var updated = 0
  /// Number of existing records that already had the values in their rows.
  public internal(set) var unchanged = 0
  /// Number of rows skipped because their records don't exist and only updates were requested.
  public internal(set) var skipped = 0
  /// Number of wrong rows, which were left out.
  public internal(set) var failed = 0
  /// Number of places where the text is malformed and no row could be read. These are left out too.
  public internal(set) var unread = 0
  /// The first rows that were left out, in their order.
  public internal(set) var problems: [ImportProblem] = []

  /// Number of computed values that the import set in existing records, such as a product's stock, which is computed
  /// from its movements. Importing a file that is older than the last sale undoes that sale's effect on the stock.
  public internal(set) var corrected = 0
  /// The first of these values, in the order of the rows.
  public internal(set) var corrections: [ImportCorrection] = []

  /// Number of values of existing records that empty cells have removed.
  public internal(set) var emptiedCount = 0
  /// The first of these values, in the order of the rows.
  public internal(set) var emptied: [ImportEmptied] = []

  /// The ignored columns and keys, in alphabetical order: see ``ImportRules/ignoresUnknown``.
  public internal(set) var ignored: [String] = []

  /// For a trial, the changes that the first rows would make, in their order.
  public internal(set) var changes: [ImportChange] = []

  /// Number of older edits removed from the history to make room for this one.
  public internal(set) var forgotten = 0

  /// Number of rows read.
  public var read: Int { inserted + updated + unchanged + skipped + failed }
  /// Number of rows left out.
  public var leftOut: Int { failed + unread }

  /// The maximum number of entries in each of ``problems``, ``corrections``, ``emptied`` and ``changes``.
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

  /// Sets the rows that were left out, by their numbers.
  mutating func describe(_ all: [Int: ImportProblem]) {
    failed = all.count - unread
    problems = all.sorted { $0.key < $1.key }.prefix(Self.describedCount).map(\.value)
  }
}

/// A computed value of a record that an import has set.
public struct ImportCorrection: Hashable, Sendable {
  /// Name of the record.
  public let record: String
  /// The attribute that was set.
  public let attribute: String
  /// The value before, as JSON.
  public let before: JSONValue
  /// The value after, as JSON.
  public let after: JSONValue

  init(record: String, _ attribute: Attribute, before: AttributeValue, after: AttributeValue) {
    (self.record, self.attribute) = (record, attribute.name)
    (self.before, self.after) = (before.json(attribute.type), after.json(attribute.type))
  }
}

/// A value of an existing record that an empty cell has removed.
public struct ImportEmptied: Hashable, Sendable {
  /// Name of the record.
  public let record: String
  /// Name of the attribute or relationship.
  public let attribute: String
}

/// The progress of an import.
public enum ImportProgress: Hashable, Sendable {
  /// Number of rows read and checked.
  case checked(Int)
  /// Number of rows imported.
  case imported(Int, of: Int)
}
