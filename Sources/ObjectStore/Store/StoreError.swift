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

  /// A value for an attribute or relationship, and why it is not taken.
  public init(entity: String, attribute: String, value: AttributeValue, rule: String) {
    self.entity = entity
    self.attribute = attribute
    self.value = value
    self.rule = rule
  }
}

/// What holds a record that was to be deleted.
public struct Denial: Hashable, Sendable {
  /// The entity of the record that was to be deleted, and what people call it.
  public let entity: String
  public let name: String
  /// The relationship that denies it, and how many records it leads to.
  public let relationship: String
  public let count: Int
  /// The first of those, as people know them.
  public let holders: [String]
  /// What to do instead, as the end of a sentence.
  public let advice: String?

  /// A record that is held by `count` others, the first of which are called `holders`.
  package init(
    entity: String, name: String, relationship: String, count: Int, holders: [String], advice: String? = nil
  ) {
    (self.entity, self.name, self.relationship) = (entity, name, relationship)
    (self.count, self.holders, self.advice) = (count, holders, advice)
  }
}

/// Why the catalog did not do what it was asked.
public enum StoreError: Error, Hashable {
  /// There is no catalog at `path`. Reading never makes one.
  case missing(path: String)
  /// The file at `path` is something else; it was left as it is.
  case notACatalog(path: String, reason: String)
  /// The file at `path` was written by a newer packshot; it was left as it is.
  case newerThanSupported(path: String, found: Int, supported: Int)
  /// The file that was watched at `path` is no longer there, or another one is.
  case replaced(path: String)
  /// The file at `path` is a catalog, but damaged.
  case damaged(path: String, reason: String)
  /// A value is not allowed; nothing was saved.
  case refused(Refusal)
  /// A change would break the rule of a sum that the database keeps; nothing was saved.
  case sumRefused(entity: String, attribute: String, rule: String)
  /// A record is not deleted while others hold it.
  case denied(Denial)
  /// A sale wants more than there is; nothing was saved.
  case notEnoughStock(sku: String, name: String, stock: Int32, wanted: Int64)
  /// A product is to be sold that is no longer; nothing was saved.
  case archived(sku: String, name: String)
  /// A relationship would lead to fewer records than it must; nothing was saved.
  case tooFew(entity: String, name: String, relationship: String, fewest: FewestLinks)
  /// Something is asked for by a name that the entity does not have; `known` are those it has.
  case unknownName(entity: String, name: String, known: [String])
  /// A condition on records cannot be read, or does not go with what it is about.
  case unreadableCondition(ConditionError)
  /// Bytes in external storage are no longer there, or no longer what they were.
  case lost(path: String, reason: String)
  /// A record names another one that is not there; nothing was saved.
  case danglingReference(entity: String, id: UUID)
  /// More than one record fits what was asked for; `candidates` describes the first of them.
  case ambiguous(entity: String, query: String, count: Int, candidates: [String])
  /// No record fits what was asked for; `similar` are what some that come near it are called.
  case notFound(entity: String, query: String, similar: [String] = [])
  /// No edit is left that could be undone.
  case nothingToUndo
  /// No edit has been undone since the last one was made.
  case nothingToRedo
  /// The history has no edit with this number.
  case noSuchGroup(Int64)
  /// The edit with this number is undone already.
  case undoneAlready(number: Int64, label: String)
  /// An edit cannot be undone or redone, because of what has changed since; nothing was changed.
  case undoConflict(UndoConflict)
  /// Another process kept writing for longer than we wait.
  case busy(path: String)
  /// There is a file already where a copy was to be made; it was left as it is.
  case exists(path: String)
  /// The catalog could not be opened or written: a full disk, a folder that may not be written to.
  case cannotWrite(path: String, reason: String)
  /// No copy was made at `path`, where all is as it was.
  case cannotBackUp(path: String, reason: String)
  /// The catalog may be read, and not be written to; `reason` says why.
  case readOnly(path: String, reason: String)
  /// SQLite refused what we asked of it, which is a fault of ours.
  case fault(reason: String)

  /// What happened and what to do, for the person at the terminal.
  public var message: String {
    switch self {
    case .missing(let path):
      "there is no catalog at \(path); `packshot run` or adding a record creates one, and --catalog names another"
    case .notACatalog(let path, let reason): "\(path) is not a packshot catalog: \(reason)"
    case .replaced(let path): "the catalog at \(path) was removed or replaced"
    case .newerThanSupported(let path, let found, let supported):
      "\(path) has schema version \(found), but this packshot reads versions up to \(supported); use a newer packshot"
    case .damaged(let path, let reason): "the catalog \(path) is damaged: \(reason)"
    case .refused(let refusal):
      "\(refusal.entity).\(refusal.attribute) is \(refusal.value); \(refusal.rule)"
    case .sumRefused(let entity, let attribute, let rule):
      "this would break the rule for \(entity).\(attribute): \(rule)"
    case .denied(let denial):
      "\(denial.entity) “\(denial.name)” cannot be removed, because it has \(denial.relationship): "
        + Self.list(denial.holders, of: denial.count) + (denial.advice.map { "; " + $0 } ?? "")
    case .notEnoughStock(let sku, let name, let stock, let wanted):
      "“\(name)” has \(stock) in stock, but \(wanted) \(wanted == 1 ? "was" : "were") requested; "
        + "`packshot products stock \(sku) +N` adds stock"
    case .archived(let sku, let name):
      "“\(name)” is archived; `packshot products restore \(sku)` puts it back on sale"
    case .tooFew(let entity, let name, let relationship, .keepsOne):
      "\(entity) “\(name)” would be left without \(relationship); it needs at least one, so give it another first"
    case .tooFew(let entity, let name, let relationship, _):
      "\(entity) “\(name)” would have no \(relationship); it needs at least one"
    case .unknownName(let entity, let name, let known):
      "\(entity) has no “\(name)”; it has \(known.joined(separator: ", "))"
    case .unreadableCondition(let error): error.message
    case .lost(let path, let reason): "the data in \(path) is lost: \(reason)"
    case .danglingReference(let entity, let id):
      "\(entity) \(id.text) refers to a record that is not in the catalog"
    case .ambiguous(let entity, let query, let count, let candidates):
      "“\(query)” matches \(count) \(entity) records: \(Self.list(candidates, of: count)); give the id of one"
    case .notFound(let entity, let query, let similar):
      "there is no \(Entity.words(of: entity)) “\(query)” in the catalog"
        + (similar.isEmpty
          ? "" : "; did you mean \(similar.map { "“\($0)”" }.joined(separator: ", "))?")
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .noSuchGroup(let id): "the history has no edit \(id) to undo; `packshot catalog history` lists the edits"
    case .undoneAlready(let number, let label):
      "edit \(number), \(label.quoted), has already been undone; `packshot catalog redo` redoes what was undone last"
    case .undoConflict(let conflict): conflict.message
    case .busy(let path): "the catalog \(path) is being written to by another process; try again later"
    case .exists(let path): "\(path) already exists; --replace replaces it"
    case .cannotWrite(let path, let reason): "the catalog \(path) cannot be opened or written: \(reason)"
    case .cannotBackUp(let path, let reason): "the backup cannot be written to \(path): \(reason)"
    case .readOnly(let path, let reason):
      "the catalog \(path) is read-only, because \(reason); `packshot catalog backup FILE` makes a copy that can be changed"
    case .fault(let reason): "the catalog's own SQL failed: \(reason)"
    }
  }

  private static func list(_ first: [String], of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }

  /// How many holders or candidates a message names.
  static let namedCount = 5

  /// How many records a message names that come near what was asked for.
  static let similarCount = 3
}
