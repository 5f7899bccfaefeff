public import ObjectStore
public import Text

/// The result of an import.
public struct ImportResult: Hashable, Sendable, Codable {
  /// A row that was not imported.
  public struct Problem: Hashable, Sendable, Codable {
    /// The file.
    public var file: String
    /// The line that the row begins in, from 1.
    public var line: Int
    /// The column of malformed text in that line, from 1.
    public var column: Int?
    /// The number of the object in a JSON text, from 1; nil for CSV.
    public var record: Int?
    /// The name that the row gives its record.
    public var name: String?
    /// Message that describes the problem.
    public var message: String
    /// Whether the only problem is that the catalog already has a record with all values in the row.
    public var isRepeat: Bool

    /// Creates the result for a row that was not imported.
    ///
    /// - Parameter message: The text for people, if it differs from the problem's own.
    public init(_ problem: ImportProblem, message: String? = nil) {
      (file, line, column, isRepeat) = (problem.source, problem.line, problem.column, problem.isRepeat)
      (record, name) = (problem.record, problem.name)
      self.message = message ?? problem.message
    }

    /// Encodes all keys, with null for unknown values.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(line, forKey: .line)
      try container.encode(column, forKey: .column)
      try container.encode(record, forKey: .record)
      try container.encode(name, forKey: .name)
      try container.encode(message, forKey: .message)
      try container.encode(isRepeat, forKey: .isRepeat)
    }
  }

  /// A count of an existing record that was set to the value in the file.
  public struct Correction: Hashable, Sendable, Codable {
    /// Name of the record.
    public var record: String
    /// The attribute.
    public var attribute: String
    /// The value before.
    public var before: JSONValue
    /// The value after.
    public var after: JSONValue
  }

  /// A value of an existing record that an empty cell has removed.
  public struct Emptied: Hashable, Sendable, Codable {
    /// Name of the record.
    public var record: String
    /// The attribute or relationship.
    public var attribute: String
  }

  /// The changes that a row would make.
  public struct Change: Hashable, Sendable, Codable {
    /// A value before and after the change.
    public struct Value: Hashable, Sendable, Codable {
      /// The attribute or relationship.
      public var name: String
      /// The value before.
      public var before: JSONValue
      /// The value after.
      public var after: JSONValue
    }

    /// The file.
    public var file: String
    /// The line that the row begins in, from 1.
    public var line: Int
    /// The record as named in a sentence.
    public var subject: String
    /// Whether the row would create the record.
    public var isNew: Bool
    /// The values that would change.
    public var values: [Value]
  }

  /// Number of records added.
  public var inserted = 0
  /// Number of existing records changed.
  public var updated = 0
  /// Number of existing records that already had these values.
  public var unchanged = 0
  /// Number of rows skipped because only updates were requested.
  public var skipped = 0
  /// Number of wrong rows.
  public var failed = 0
  /// Number of rows that could not be read.
  public var unread = 0
  /// The first rows that were not imported.
  public var problems: [Problem] = []
  /// The first counts that were set.
  public var corrections: [Correction] = []
  /// The first values of existing records that empty cells have removed.
  public var emptied: [Emptied] = []
  /// The ignored columns and keys.
  public var ignored: [String] = []
  /// For a trial, the changes that the first rows would make.
  public var changes: [Change]?

  /// Creates the result of an import.
  ///
  /// - Parameters:
  ///   - isTrial: Whether the import was a trial. Only a trial's result contains changes.
  ///   - words: Returns the text for people about a problem.
  public init(_ summary: ImportSummary, isTrial: Bool, words: (ImportProblem) -> String = { $0.message }) {
    inserted = summary.inserted
    updated = summary.updated
    unchanged = summary.unchanged
    skipped = summary.skipped
    failed = summary.failed
    unread = summary.unread
    problems = summary.problems.map { Problem($0, message: words($0)) }
    corrections = summary.corrections.map {
      Correction(record: $0.record, attribute: $0.attribute, before: $0.before, after: $0.after)
    }
    emptied = summary.emptied.map { Emptied(record: $0.record, attribute: $0.attribute) }
    ignored = summary.ignored
    guard isTrial else { return }
    changes = summary.changes.map { change in
      Change(
        file: change.source, line: change.line, subject: change.subject, isNew: change.isNew,
        values: change.values.map { Change.Value(name: $0.name, before: $0.before, after: $0.after) })
    }
  }

  /// Creates the result of an import that was refused because of wrong rows.
  public init(
    refused problems: [ImportProblem], count: Int, unread: Int, words: (ImportProblem) -> String = { $0.message }
  ) {
    (failed, self.unread) = (count - unread, unread)
    self.problems = problems.map { Problem($0, message: words($0)) }
  }
}
