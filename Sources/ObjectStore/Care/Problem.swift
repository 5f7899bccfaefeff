import Foundation
internal import GRDB

/// Something in a store that is not as it should be.
public enum Problem: Hashable, Sendable {
  /// The record that it is about.
  public struct Subject: Hashable, Sendable {
    /// Its entity's name.
    public let entity: String
    /// Its id.
    public let id: UUID
    /// What people call it, as far as that can be read.
    public let title: String

    /// A record of an entity, by its id and what people call it.
    package init(entity: String, id: UUID, title: String) {
      (self.entity, self.id, self.title) = (entity, id, title)
    }
  }

  /// The file itself is damaged; what SQLite's own check says.
  case damage(String)
  /// A record leads to one that is not there.
  case danglingReference(Subject, relationship: String, to: UUID)
  /// A relationship leads to fewer records than it must.
  case tooFew(Subject, relationship: String)
  /// A value is not one that its declaration allows.
  case value(Subject, attribute: String, found: String, Objection)
  /// What is computed from other values is not what they give now.
  case outdated(Subject, column: String, found: String, expected: String)
  /// A record's lines of a ledger do not come to what it stands for; `lines` is what those are called.
  case unsettled(Subject, Imbalance, lines: String)
  /// A search finds a record by other text than it says now, or would not find it (`found` is nil), or finds what is not
  /// there (`expected` is nil).
  case search(Subject, found: String?, expected: String?)
  /// A search shows a record in the wrong place of the order that people expect: before one that it comes after.
  case misplaced(Subject)
  /// Bytes in external storage are no longer there, or no longer what they were.
  case lostData(Subject, attribute: String, path: String, Loss)
  /// The file that a record is about is no longer there, or no longer what it was. `path` is absolute.
  case file(Subject, path: String, Loss)
  /// A file in external storage that nothing refers to. It does no harm; ``Store/collectGarbage()`` removes it.
  case orphan(path: String, byteCount: Int)

  /// Whether it does no harm, and takes only space.
  public var isNote: Bool {
    if case .orphan = self { true } else { false }
  }

  /// What kind of problem it is, in one word for programs.
  public var kind: String {
    switch self {
    case .damage: "damage"
    case .danglingReference: "danglingReference"
    case .tooFew: "tooFew"
    case .value: "value"
    case .outdated: "outdated"
    case .unsettled: "unsettled"
    case .search: "search"
    case .misplaced: "misplaced"
    case .lostData: "lostData"
    case .file: "file"
    case .orphan: "orphan"
    }
  }

  /// The record that it is about; nil where it is about none.
  public var subject: Subject? {
    switch self {
    case .damage, .orphan: nil
    case .danglingReference(let subject, _, _), .tooFew(let subject, _), .value(let subject, _, _, _),
      .outdated(let subject, _, _, _), .unsettled(let subject, _, _), .search(let subject, _, _),
      .misplaced(let subject),
      .lostData(let subject, _, _, _), .file(let subject, _, _):
      subject
    }
  }

  /// What is wrong, in a sentence.
  public var message: String {
    switch self {
    case .damage(let reason): "the file is damaged: \(reason)"
    case .danglingReference(let subject, let relationship, let id):
      "\(subject): \(relationship) refers to \(id.text), which does not exist"
    case .tooFew(let subject, let relationship): "\(subject): \(relationship) is empty, and has to be set"
    case .value(let subject, let attribute, let found, let objection):
      "\(subject): \(attribute) is \(found); \(objection.message)"
    case .outdated(let subject, let column, let found, let expected):
      "\(subject): \(column) is \(found), and should be \(expected)"
    case .unsettled(let subject, let imbalance, let lines):
      "\(subject): its \(lines) come to \(imbalance.found), and should come to \(imbalance.expected)"
    case .search(let subject, let found, let expected):
      "\(subject): it is indexed as \(Self.quoted(found)), and should be as \(Self.quoted(expected))"
    case .misplaced(let subject): "\(subject): it is out of order in searches"
    case .lostData(let subject, let attribute, let path, let loss):
      "\(subject): the bytes of \(attribute) in \(path) are lost: \(loss)"
    case .file(let subject, let path, .byteCount(let found, let stored)):
      "\(subject): \(path): it has \(found) bytes, but \(stored) are on record"
    case .file(let subject, let path, .content): "\(subject): \(path): its content has changed"
    case .file(let subject, let path, let loss): "\(subject): \(path): \(loss)"
    case .orphan(let path, let byteCount): "\(path) (\(byteCount) bytes) is no longer used"
    }
  }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nothing" }
}

extension Problem.Subject: CustomStringConvertible {
  package init<R: Record>(_ record: R) { self.init(entity: R.entity.name, id: record.id, title: record.title) }

  /// The record with an id, which may be missing or unreadable itself.
  init<R: Record>(_ type: R.Type, _ id: UUID, _ db: Database) {
    if let record = try? R.fetch(db, id) {
      self.init(record)
    } else {
      self.init(entity: R.entity.name, id: id, title: id.text)
    }
  }

  /// The record as messages name it: `Product “Mug” (01234567-…)`.
  public var description: String {
    title == id.text ? "\(entity) \(id.text)" : "\(entity) “\(title)” (\(id.text))"
  }
}
