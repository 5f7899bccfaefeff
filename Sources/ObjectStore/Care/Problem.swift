import Foundation
internal import GRDB

/// A problem in a store.
public enum Problem: Hashable, Sendable {
  /// The record that a problem concerns.
  public struct Subject: Hashable, Sendable {
    /// Name of its entity.
    public let entity: String
    /// ID of the record.
    public let id: UUID
    /// Display name of the record, as far as it can be read.
    public let title: String

    /// Creates the subject from an entity, ID and display name.
    package init(entity: String, id: UUID, title: String) {
      (self.entity, self.id, self.title) = (entity, id, title)
    }
  }

  /// The file is damaged, with the result of SQLite's own check.
  case damage(String)
  /// A record refers to a record that doesn't exist.
  case danglingReference(Subject, relationship: String, to: UUID)
  /// A relationship leads to fewer records than required.
  case tooFew(Subject, relationship: String)
  /// A value is not allowed by its declaration.
  case value(Subject, attribute: String, found: String, InvalidValue.Reason)
  /// A computed value doesn't match the values it is computed from.
  case outdated(Subject, column: String, found: String, expected: String)
  /// A record's lines in a ledger don't match the record; `lines` is the name of the lines in messages.
  case unbalanced(Subject, Imbalance, lines: String)
  /// The search index contains another text for a record than its current one, or lacks the record (`found` is nil), or
  /// contains a record that doesn't exist (`expected` is nil).
  case search(Subject, found: String?, expected: String?)
  /// The search index contains a record in the wrong place of the sort order: before a record that it belongs after.
  case misplaced(Subject)
  /// Bytes in external storage are missing or changed.
  case lostData(Subject, attribute: String, path: String, Loss)
  /// The file that a record describes is missing or changed. `path` is absolute.
  case file(Subject, path: String, Loss)
  /// Nothing refers to a file in external storage. The file is harmless; ``Store/collectGarbage()`` removes it.
  case orphan(path: String, byteCount: Int)

  /// Whether the problem is harmless and only wastes space.
  public var isNote: Bool {
    if case .orphan = self { true } else { false }
  }

  /// The kind of problem, as a word for programs.
  public var kind: String {
    switch self {
    case .damage: "damage"
    case .danglingReference: "danglingReference"
    case .tooFew: "tooFew"
    case .value: "value"
    case .outdated: "outdated"
    case .unbalanced: "unbalanced"
    case .search: "search"
    case .misplaced: "misplaced"
    case .lostData: "lostData"
    case .file: "file"
    case .orphan: "orphan"
    }
  }

  /// The record concerned; nil if there is none.
  public var subject: Subject? {
    switch self {
    case .damage, .orphan: nil
    case .danglingReference(let subject, _, _), .tooFew(let subject, _), .value(let subject, _, _, _),
      .outdated(let subject, _, _, _), .unbalanced(let subject, _, _), .search(let subject, _, _),
      .misplaced(let subject),
      .lostData(let subject, _, _, _), .file(let subject, _, _):
      subject
    }
  }

  /// The problem as a sentence.
  public var message: String {
    switch self {
    case .damage(let reason): "the file is damaged: \(reason)"
    case .danglingReference(let subject, let relationship, let id):
      "\(subject): \(relationship) refers to \(id.text), which does not exist"
    case .tooFew(let subject, let relationship): "\(subject): \(relationship) is empty, but must be set"
    case .value(let subject, let attribute, let found, let objection):
      "\(subject): \(attribute) is \(found); \(objection.message)"
    case .outdated(let subject, let column, let found, let expected):
      "\(subject): \(column) is \(found), and should be \(expected)"
    case .unbalanced(let subject, let imbalance, let lines):
      "\(subject): its \(lines) add up to \(imbalance.found) instead of \(imbalance.expected)"
    case .search(let subject, let found, let expected):
      "\(subject): it is indexed as \(Self.quoted(found)), and should be as \(Self.quoted(expected))"
    case .misplaced(let subject): "\(subject): it is out of order in searches"
    case .lostData(let subject, let attribute, let path, let loss):
      "\(subject): the bytes of \(attribute) in \(path) are lost: \(loss)"
    case .file(let subject, let path, .byteCount(let found, let stored)):
      "\(subject): \(path): it has \(found) bytes, but the catalog records \(stored)"
    case .file(let subject, let path, .content): "\(subject): \(path): its content has changed"
    case .file(let subject, let path, let loss): "\(subject): \(path): \(loss)"
    case .orphan(let path, let byteCount): "\(path) (\(byteCount) bytes) is no longer used"
    }
  }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nothing" }
}

extension Problem.Subject: CustomStringConvertible {
  package init<R: Record>(_ record: R) { self.init(entity: R.entity.name, id: record.id, title: record.title) }

  /// Creates the subject from a record's ID. The record may be missing or unreadable.
  init<R: Record>(_ type: R.Type, _ id: UUID, _ db: Database) {
    if let record = try? R.fetch(db, id) {
      self.init(record)
    } else {
      self.init(entity: R.entity.name, id: id, title: id.text)
    }
  }

  /// The record as named in messages: `Product “Mug” (01234567-…)`.
  public var description: String {
    title == id.text ? "\(entity) \(id.text)" : "\(entity) “\(title)” (\(id.text))"
  }
}
