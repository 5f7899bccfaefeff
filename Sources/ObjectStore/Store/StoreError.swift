public import Errors
import Foundation

/// Why a store did not do what it was asked. Whatever it is, nothing was changed.
public enum StoreError: DescribedError, Hashable {
  /// There is no store at `path`. Reading never makes one.
  case missing(path: String)
  /// The file at `path` is something else; it was left as it is.
  case notAStore(path: String, NotAStore)
  /// The file at `path` was written by a newer program; it was left as it is.
  case newerThanSupported(path: String, found: Int, supported: Int)
  /// The file at `path` lacks some of its model, and no migration makes it: what is there by none, as `Book.title`, or as `Book`
  /// where it has nothing of that.
  case missingColumns(path: String, [String])
  /// The file at `path` was last written by a program of another version, and can't be watched until it is brought up to date.
  case outdated(path: String)
  /// The model cannot be kept in any store.
  case unusableModel(ModelError)
  /// The file that was watched at `path` is no longer there, or another one is.
  case replaced(path: String)
  /// The file at `path` is a store, but damaged: what SQLite found.
  case damaged(path: String, finding: String)
  /// A value is not allowed.
  case refused(Refusal)
  /// A change would break the rule of a sum that the database keeps.
  case sumRefused(entity: String, attribute: String, rule: AttributeRule?)
  /// The store keeps this value itself; `editable` is what people may change.
  case notEditable(entity: String, name: String, value: String, editable: [String])
  /// One attribute or relationship is given two values at once.
  case givenTwice(entity: String, name: String, value: String)
  /// A record is not deleted while others hold it.
  case denied(Denial)
  /// A rule of the model's own is broken, which the model explains.
  case ruleBroken(ErrorDescriptor)
  /// A relationship would lead to fewer records than it must.
  case tooFew(entity: String, name: String, relationship: String, minimumCount: MinimumCount)
  /// Something is asked for by a name that the entity does not have; `known` are those it has.
  case unknownName(entity: String, name: String, known: [String])
  /// Records of an entity are searched for that declares nothing to be searched by.
  case notSearched(entity: String)
  /// A record is asked for by its name, of an entity that has no case-blind unique key.
  case notNamed(entity: String)
  /// A condition on records cannot be read, or does not go with what it is about.
  case unreadableCondition(ConditionError)
  /// Bytes in external storage are no longer there, or no longer what they were.
  case lost(path: String, Loss)
  /// A record names another one that is not there.
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
  case noSuchEdit(number: Int64)
  /// The edit with this number is undone already.
  case undoneAlready(number: Int64, label: String)
  /// An edit cannot be undone or redone, because of what has changed since.
  case undoConflict(UndoConflict)
  /// Another process kept writing for longer than we wait.
  case busy(path: String)
  /// Another process has locked the file exclusively, so that it can't even be read; nil if the system doesn't tell which.
  case locked(path: String, by: StoreLocker?)
  /// Another process has the file open, which was to be replaced; nil if the system doesn't tell which.
  case inUse(path: String, by: StoreLocker?)
  /// A record is forgotten, but the store's files may still have it: another process reads or writes them for longer than we
  /// wait. Here alone, something was changed.
  case tracesLeft(path: String)
  /// There is a file already where a copy was to be made; it was left as it is.
  case exists(path: String)
  /// The store could not be opened or written.
  case cannotWrite(path: String, WriteObstacle)
  /// No copy was made at `path`, where all is as it was.
  case cannotBackUp(path: String, BackupObstacle)
  /// The backup at `path` was not restored; all is as it was.
  case cannotRestore(path: String, RestoreObstacle)
  /// The store may be read, and not be written to.
  case readOnly(path: String, WriteProtection)
  /// The store was called within the closure of a read or an edit of its own, which would wait for itself. The closure has an
  /// ``Edit`` or a ``Reader`` for it.
  case nested(path: String)
  /// The task that asked was cancelled. The closure of an asynchronous read or edit meets this; who awaits that gets
  /// `CancellationError`.
  case cancelled
  /// SQLite refused what we asked of it, which is a fault of ours: its words.
  case fault(String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing(let path):
      .init(.missing, "there is no catalog at \(path)", reason: "no-catalog", remedy: .makeCatalog)
    case .notAStore(let path, let why):
      .init(.catalog, "\(path) is not a packshot catalog: \(why)", ["found": "\(why)"], reason: "not-a-catalog")
    case .replaced(let path): .init(.missing, "the catalog at \(path) was removed or replaced")
    case .newerThanSupported(let path, let found, let supported):
      .init(
        .catalog, "\(path) has schema version \(found), but this packshot reads versions up to \(supported)",
        remedy: .useNewerVersion)
    case .missingColumns(let path, let names):
      .init(
        .catalog, "the catalog \(path) lacks what its model has: \(names.joined(separator: ", "))", ["missing": names],
        remedy: .addMigration)
    case .outdated(let path):
      .init(
        .catalog, "the catalog \(path) was last written by another version of packshot, so it cannot be watched yet",
        remedy: .openToWrite)
    case .unusableModel(let error): .init(error)
    case .damaged(let path, let finding): .init(.catalog, "the catalog \(path) is damaged: \(finding)")
    case .refused(let refusal): refusal.descriptor
    case .sumRefused(let entity, let attribute, let rule):
      .init(
        .refused, "this would break the rule for \(entity).\(attribute): \(rule?.description ?? "")",
        reason: "sum-out-of-range")
    case .notEditable(let entity, let name, let value, let editable):
      .init(
        .refused, "\(entity).\(name) is \(AttributeValue.string(value)); packshot maintains it",
        remedy: .editOther(editable))
    case .givenTwice(_, let name, let value):
      .init(.option, "\(name)=\(value) is a second value for \(name)", remedy: .giveOneValue)
    case .denied(let denial):
      .init(
        .refused,
        "\(denial.entity) “\(denial.name)” cannot be removed, because it has \(denial.relationship): "
          + Self.list(denial.holders, of: denial.count), reason: "held-by-others", remedy: denial.instead)
    case .ruleBroken(let error): error
    case .tooFew(let entity, let name, let relationship, .oneOnceLinked):
      .init(
        .refused, "\(entity) “\(name)” would be left without \(relationship)",
        remedy: .linkAnotherFirst(relationship: relationship))
    case .tooFew(let entity, let name, let relationship, _):
      .init(.refused, "\(entity) “\(name)” would have no \(relationship)", remedy: .linkOne(relationship: relationship))
    case .unknownName(let entity, let name, let known):
      .init(.unknownName, "\(entity) has no “\(name)”; it has \(known.joined(separator: ", "))")
    case .notSearched(let entity): .init(.unknownName, "\(entity) declares no attributes for searches to look through")
    case .notNamed(let entity):
      .init(.unknownName, "\(entity) has no case-blind unique key, by which a record is found by its name")
    case .unreadableCondition(let error): .init(error)
    case .lost(let path, let loss):
      .init(.missing, "the data in \(path) is lost: \(loss)", ["found": "\(loss)"], reason: "lost-data")
    case .danglingReference(let entity, let id):
      .init(.refused, "\(entity) \(id.text) refers to a record that is not in the catalog")
    case .ambiguous(let entity, let query, let count, let candidates):
      .init(
        .missing, "“\(query)” matches \(count) \(entity) records: \(Self.list(candidates, of: count))", remedy: .giveID)
    case .notFound(let entity, let query, let similar):
      .init(
        .missing, "there is no \(Entity.words(of: entity)) “\(query)” in the catalog",
        remedy: similar.isEmpty ? nil : .takeSimilar(similar))
    case .nothingToUndo: .init(.refused, "there is nothing to undo")
    case .nothingToRedo: .init(.refused, "there is nothing to redo")
    case .noSuchEdit(let number): .init(.missing, "the history has no edit \(number)", remedy: .listHistory)
    case .undoneAlready(let number, let label):
      .init(.refused, "edit \(number), \(label.quoted), has already been undone", remedy: .redo)
    case .undoConflict(let conflict): .init(.refused, conflict.message)
    case .busy(let path):
      .init(.locked, "the catalog \(path) is being written to by another process", remedy: .tryLater)
    case .locked(let path, let locker):
      .init(
        .locked, "the catalog \(path) is locked: \(locker?.words ?? "another process") holds an exclusive lock on it",
        remedy: .tryLater)
    case .inUse(let path, let locker):
      .init(
        .locked, "the catalog \(path) cannot be replaced: \(locker?.words ?? "another process") has it open",
        remedy: .tryLater)
    case .tracesLeft(let path):
      .init(
        .locked,
        "what was forgotten is gone from the records of \(path), but its files may still have it, because another process is using them",
        remedy: .forgetAgain)
    case .exists(let path): .init(.exists, "\(path) already exists", remedy: .allowReplacing)
    case .cannotWrite(let path, let obstacle):
      .init(
        .cannotWrite, "the catalog \(path) cannot be opened or written: \(obstacle)", ["why": "\(obstacle)"],
        remedy: obstacle.remedy(path))
    case .cannotBackUp(let path, let obstacle):
      .init(
        .cannotWrite, "the backup cannot be written to \(path): \(obstacle)", ["why": "\(obstacle)"],
        remedy: obstacle.remedy)
    case .cannotRestore(let path, let obstacle):
      .init(
        obstacle == .ownFile ? .option : .catalog, "the backup \(path) cannot be restored: \(obstacle)",
        ["why": "\(obstacle)"], remedy: .nameAnotherFile)
    case .readOnly(let path, let protection):
      .init(
        .cannotWrite, "the catalog \(path) is read-only, because \(protection)", ["protection": "\(protection)"],
        remedy: .copyToChange(path: path))
    case .nested(let path):
      .init(.fault, "the catalog \(path) is called within a read or an edit of its own", remedy: .useGiven)
    case .cancelled: .init(.fault, "the task that asked was cancelled")
    case .fault(let words): .init(.fault, "the catalog's own SQL failed: \(words)", ["database": words])
    }
  }

  /// How many holders or candidates a message names.
  static let namedCount = 5
  /// How many records a message names that come near what was asked for.
  static let similarCount = 3

  private static func list(_ first: [String], of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }
}
