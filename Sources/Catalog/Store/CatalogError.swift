import Foundation

/// A value that a declaration does not allow.
public struct Refusal: Hashable, Sendable {
  /// The entity's name.
  public let entity: String
  /// The attribute's name.
  public let attribute: String
  /// What was to be saved.
  public let value: AttributeValue
  /// What is allowed, as the end of a sentence.
  public let rule: String
}

/// Why the catalog did not do what it was asked.
public enum CatalogError: Error, Hashable {
  /// There is no catalog at `path`. Reading never makes one.
  case missing(path: String)
  /// The file at `path` is something else; it was left as it is.
  case notACatalog(path: String, reason: String)
  /// The file at `path` was written by a newer packshot; it was left as it is.
  case newerThanSupported(path: String, found: Int, supported: Int)
  /// The file at `path` is a catalog, but damaged.
  case damaged(path: String, reason: String)
  /// A value is not allowed; nothing was saved.
  case refused(Refusal)
  /// A record is not deleted while others hold it: how many, in which of its relationships, and the first of them.
  case denied(entity: String, id: UUID, relationship: String, count: Int, holders: [UUID])
  /// A record names another one that is not there; nothing was saved.
  case danglingReference(entity: String, id: UUID)
  /// More than one record fits what was asked for; `candidates` describes the first of them.
  case ambiguous(entity: String, query: String, count: Int, candidates: [String])
  /// No record fits what was asked for.
  case notFound(entity: String, query: String)
  /// No edit is left that could be undone.
  case nothingToUndo
  /// No edit has been undone since the last one was made.
  case nothingToRedo
  /// The history has no edit with this number that is not undone.
  case noSuchGroup(Int64)
  /// An edit cannot be undone or redone, because of what has changed since; nothing was changed.
  case undoConflict(UndoConflict)
  /// Another process kept writing for longer than we wait.
  case busy(path: String)
  /// The catalog could not be opened or written: a full disk, a folder that may not be written to.
  case cannotWrite(path: String, reason: String)
  /// SQLite refused what we asked of it, which is a fault of ours.
  case fault(reason: String)

  /// What happened and what to do, for the person at the terminal.
  public var message: String {
    switch self {
    case .missing(let path):
      "there is no catalog at \(path); `packshot run` makes one, and --catalog names another"
    case .notACatalog(let path, let reason): "\(path) is not a packshot catalog: \(reason)"
    case .newerThanSupported(let path, let found, let supported):
      "\(path) has schema version \(found), and this packshot knows versions up to \(supported); use a newer packshot"
    case .damaged(let path, let reason): "the catalog \(path) is damaged: \(reason)"
    case .refused(let refusal):
      "\(refusal.entity).\(refusal.attribute) is \(refusal.value); \(refusal.rule)"
    case .denied(let entity, let id, let relationship, let count, let holders):
      "\(entity) \(id.text) is not removed, because it has \(relationship): "
        + Self.list(holders.map(\.text), of: count)
    case .danglingReference(let entity, let id):
      "\(entity) \(id.text) refers to a record that is not in the catalog"
    case .ambiguous(let entity, let query, let count, let candidates):
      "“\(query)” fits \(count) records of \(entity): \(Self.list(candidates, of: count)); say which by its id"
    case .notFound(let entity, let query): "there is no \(entity.lowercased()) “\(query)” in the catalog"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .noSuchGroup(let id): "the history has no edit \(id) to undo; `packshot catalog history` lists what it has"
    case .undoConflict(let conflict): conflict.message
    case .busy(let path): "the catalog \(path) is being written by another process; try again when it is done"
    case .cannotWrite(let path, let reason): "the catalog \(path) cannot be opened or written: \(reason)"
    case .fault(let reason): "the catalog's own SQL failed: \(reason)"
    }
  }

  private static func list(_ first: [String], of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }

  /// How many holders or candidates a message names.
  static let namedCount = 5
}

extension UUID {
  /// The id as the catalog writes it: in lower case.
  var text: String { uuidString.lowercased() }
}
