public import ObjectStore
public import Text

/// What an import did.
public struct ImportResult: Hashable, Sendable, Codable {
  /// A row that was left out.
  public struct Problem: Hashable, Sendable, Codable {
    /// The file.
    public var file: String
    /// The line in which the row begins, from 1.
    public var line: Int
    /// The place in that line where the text is malformed, from 1.
    public var column: Int?
    /// Which object of a JSON text it is, from 1; nil for CSV.
    public var record: Int?
    /// What the row calls its record.
    public var name: String?
    /// What is wrong.
    public var message: String
    /// Whether all that is wrong is that the catalog has such a record already.
    public var isRepeat: Bool

    /// A row that was left out.
    ///
    /// - Parameter message: what people are told, where a face has words of its own.
    public init(_ problem: ImportProblem, message: String? = nil) {
      (file, line, column, isRepeat) = (problem.source, problem.line, problem.column, problem.isRepeat)
      (record, name) = (problem.record, problem.name)
      self.message = message ?? problem.message
    }

    /// All keys are there, with null for what is not known.
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

  /// A count of a record that was there, set to what the file says.
  public struct Correction: Hashable, Sendable, Codable {
    /// What the record is called.
    public var record: String
    /// The attribute.
    public var attribute: String
    /// Its value before.
    public var before: JSONValue
    /// Its value after.
    public var after: JSONValue
  }

  /// A value of an existing record that an empty cell has removed.
  public struct Emptied: Hashable, Sendable, Codable {
    /// What the record is called.
    public var record: String
    /// The attribute or relationship.
    public var attribute: String
  }

  /// What a row would change.
  public struct Change: Hashable, Sendable, Codable {
    /// A value before and after.
    public struct Value: Hashable, Sendable, Codable {
      /// The attribute or relationship.
      public var name: String
      /// Its value before.
      public var before: JSONValue
      /// Its value after.
      public var after: JSONValue
    }

    /// The file.
    public var file: String
    /// The line in which the row begins, from 1.
    public var line: Int
    /// What the record is called in a sentence.
    public var subject: String
    /// Whether the row would make it.
    public var isNew: Bool
    /// What would be different.
    public var values: [Value]
  }

  /// How many records were new.
  public var inserted = 0
  /// How many were there and have changed.
  public var updated = 0
  /// How many were there as they are.
  public var unchanged = 0
  /// How many rows were passed over, because only updates were wanted.
  public var skipped = 0
  /// How many rows were wrong.
  public var failed = 0
  /// How many rows could not be read.
  public var unread = 0
  /// The first of the rows that were left out.
  public var problems: [Problem] = []
  /// The first of the counts that were set.
  public var corrections: [Correction] = []
  /// The first of the values of existing records that empty cells have removed.
  public var emptied: [Emptied] = []
  /// Of a trial, what the first rows would change.
  public var changes: [Change]?

  /// What an import did.
  ///
  /// - Parameters:
  ///   - isTrial: whether it was a trial, of which the changes are told.
  ///   - words: what people are told of a problem, where a face has words of its own.
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
    guard isTrial else { return }
    changes = summary.changes.map { change in
      Change(
        file: change.source, line: change.line, subject: change.subject, isNew: change.isNew,
        values: change.values.map { Change.Value(name: $0.name, before: $0.before, after: $0.after) })
    }
  }

  /// An import of which nothing was done, because rows were wrong.
  public init(
    refused problems: [ImportProblem], count: Int, unread: Int, words: (ImportProblem) -> String = { $0.message }
  ) {
    (failed, self.unread) = (count - unread, unread)
    self.problems = problems.map { Problem($0, message: words($0)) }
  }
}
