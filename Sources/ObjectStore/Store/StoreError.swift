public import Errors
import Foundation

/// The reason why a store refused a request, or failed. Unless a case says otherwise, nothing was changed.
public enum StoreError: DescribedError, Hashable {
  /// There is no store at `path`. Reading never creates one.
  case missing(path: String)
  /// The file at `path` is not a store. It was not changed.
  case notAStore(path: String, NotAStore)
  /// The file at `path` was written by a newer program. It was not changed.
  case newerThanSupported(path: String, found: Int, supported: Int)
  /// The file at `path` lacks part of its model, and no migration creates it: columns such as `Book.title`, or `Book`
  /// if the whole table is missing.
  case missingColumns(path: String, [String])
  /// The file at `path` was last written by a program of another version, and can't be watched until it is migrated.
  case outdated(path: String)
  /// The model can't be used for any store.
  case unusableModel(ModelError)
  /// The watched file at `path` was removed or replaced.
  case replaced(path: String)
  /// The store at `path` is damaged, with SQLite's finding.
  case damaged(path: String, finding: String)
  /// A value is not allowed.
  case refused(InvalidValue)
  /// A change would break the rule of a sum that the database computes.
  case sumRefused(entity: String, attribute: String, rule: AttributeRule?)
  /// The store maintains this value itself. `editable` lists the names that people may edit.
  case notEditable(entity: String, name: String, value: String, editable: [String])
  /// Two values are given for one attribute or relationship.
  case givenTwice(entity: String, name: String, value: String)
  /// The record can't be deleted while others depend on it.
  case denied(DeleteDenied)
  /// A rule defined by the model is broken. The model describes it.
  case ruleBroken(ErrorDescriptor)
  /// A relationship would lead to fewer records than required.
  case tooFew(entity: String, name: String, relationship: String, minimumCount: MinimumCount)
  /// The entity has no attribute or relationship with the name; `known` lists the existing ones.
  case unknownName(entity: String, name: String, known: [String])
  /// The table to import has no column with the name; `attribute` is what the column should contain.
  case noColumn(name: String, attribute: String, columns: [String])
  /// A column of the table to import should contain an attribute that another column is named after.
  case sameAttribute(name: String, attribute: String)
  /// The entity is not searched.
  case notSearched(entity: String)
  /// Records of the entity can't be found by name, because it has no case-insensitive unique key.
  case notNamed(entity: String)
  /// A condition can't be read, or doesn't fit the entity.
  case unreadableCondition(ConditionError)
  /// Bytes in external storage are missing, or differ from the bytes that were stored.
  case lost(path: String, Loss)
  /// A record refers to a record that doesn't exist.
  case danglingReference(entity: String, id: UUID)
  /// More than one record matches; `candidates` describes the first of them.
  case ambiguous(entity: String, query: String, count: Int, candidates: [String])
  /// No record matches; `similar` lists the names of similar ones.
  case notFound(entity: String, query: String, similar: [String] = [])
  /// There is no edit left to undo.
  case nothingToUndo
  /// No edit has been undone since the last one was made.
  case nothingToRedo
  /// The history has no edit with this number.
  case noSuchEdit(number: Int64)
  /// The edit with this number has already been undone.
  case undoneAlready(number: Int64, label: String)
  /// An edit can't be undone or redone, because of later changes.
  case undoConflict(UndoConflict)
  /// Another process was writing for longer than the maximum waiting time.
  case busy(path: String)
  /// Another process has locked the file exclusively, so that it can't even be read; nil if the system doesn't report
  /// which.
  case locked(path: String, by: StoreLocker?)
  /// The file to be replaced is open in another process; nil if the system doesn't report which.
  case inUse(path: String, by: StoreLocker?)
  /// A record was forgotten, but the store's files may still contain it, because another process read or wrote them for
  /// longer than the maximum waiting time. This is the only error after which something was changed.
  case tracesLeft(path: String)
  /// The file for a copy exists already. It was not changed.
  case exists(path: String)
  /// The store could not be opened or written.
  case cannotWrite(path: String, WriteObstacle)
  /// The backup to `path` failed. Nothing at `path` was changed.
  case cannotBackUp(path: String, BackupObstacle)
  /// The backup at `path` was not restored. Nothing was changed.
  case cannotRestore(path: String, RestoreObstacle)
  /// The store can only be read.
  case readOnly(path: String, WriteProtection)
  /// The store was used within the closure of one of its own reads or edits, where it would wait for itself. The
  /// closure must use the ``Edit`` or ``Reader`` passed to it.
  case nested(path: String)
  /// The task was cancelled. This error is thrown within the closure of an asynchronous read or edit; the caller gets
  /// `CancellationError`.
  case cancelled
  /// SQLite refused a statement because of an error in this program. The text is SQLite's message.
  case fault(String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .missing(let path):
      .init(.missing, "there is no catalog at \(path)", reason: "no-catalog", remedy: .makeCatalog)
    case .notAStore(let path, let why):
      .init(.catalog, "\(path) is not a packshot catalog: \(why)", ["found": "\(why)"], reason: "not-a-catalog")
    case .replaced(let path):
      .init(
        .missing, "the catalog at \(path) was removed or replaced while it was open, so nothing can be saved",
        remedy: .putStoreBack(path: path))
    case .newerThanSupported(let path, let found, let supported):
      .init(
        .catalog, "\(path) has schema version \(found), but this packshot reads versions up to \(supported)",
        remedy: .useNewerVersion)
    case .missingColumns(let path, let names):
      .init(
        .catalog, "the catalog \(path) is missing parts of its model: \(names.joined(separator: ", "))",
        ["missing": names],
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
    case .noColumn(let name, let attribute, let columns):
      .init(
        .unknownName,
        "the table has no column “\(name)” for \(attribute); its columns are \(columns.joined(separator: ", "))")
    case .sameAttribute(let name, let attribute):
      .init(
        .refused, "“\(name)” is to be the column of \(attribute), but another column is named \(attribute); rename one")
    case .notSearched(let entity): .init(.unknownName, "\(entity) declares no searched attributes")
    case .notNamed(let entity):
      .init(.unknownName, "\(entity) has no case-insensitive unique key, so its records cannot be found by name")
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
        "the data was erased from the records of \(path), but its files may still contain it, because another process uses them",
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
      .init(.fault, "the catalog \(path) is called from inside one of its own reads or edits", remedy: .useGiven)
    case .cancelled: .init(.fault, "the calling task was cancelled")
    case .fault(let words): .init(.fault, "the catalog's own SQL failed: \(words)", ["database": words])
    }
  }

  /// The maximum number of holders or candidates in a message.
  static let namedCount = 5
  /// The maximum number of similar records in a message.
  static let similarCount = 3

  private static func list(_ first: [String], of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }
}
