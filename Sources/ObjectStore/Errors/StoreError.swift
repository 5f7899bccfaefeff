public import Errors
import Foundation

/// Why a store did not do what it was asked. Whatever it is, nothing was changed.
public enum StoreError: Error, Hashable {
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
  case ruleBroken(BrokenRule)
  /// A relationship would lead to fewer records than it must.
  case tooFew(entity: String, name: String, relationship: String, fewest: FewestLinks)
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
  case noSuchGroup(Int64)
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

  /// How many holders or candidates a message names.
  static let namedCount = 5
  /// How many records a message names that come near what was asked for.
  static let similarCount = 3
}

/// A value that a declaration does not allow.
public struct Refusal: Hashable, Sendable {
  /// The entity's name.
  public let entity: String
  /// The name of the attribute or relationship.
  public let attribute: String
  /// What was to be saved.
  public let value: AttributeValue
  /// Why it is not taken.
  public let objection: Objection

  /// A value for an attribute or relationship, and why it is not taken.
  public init(entity: String, attribute: String, value: AttributeValue, _ objection: Objection) {
    self.entity = entity
    self.attribute = attribute
    self.value = value
    self.objection = objection
  }
}

/// What holds a record that was to be deleted.
public struct Denial: Hashable, Sendable {
  /// The entity of the record that was to be deleted.
  public let entity: String
  /// What people call the record.
  public let name: String
  /// The relationship that denies it.
  public let relationship: String
  /// How many records that leads to.
  public let count: Int
  /// The first of those, as people know them.
  public let holders: [String]
  /// What the model says to do instead.
  public let instead: RemedyCase?

  /// A record that is held by `count` others, the first of which are called `holders`.
  package init(
    entity: String, name: String, relationship: String, count: Int, holders: [String], instead: RemedyCase? = nil
  ) {
    (self.entity, self.name, self.relationship) = (entity, name, relationship)
    (self.count, self.holders, self.instead) = (count, holders, instead)
  }
}

/// A rule that the model has beside its declarations, and that a change would break: too little in stock, say.
public struct BrokenRule: Hashable, Sendable {
  /// What the model says of it.
  public let error: any DescribedError & Hashable

  /// A broken rule, as an error of the model's own.
  public init(_ error: any DescribedError & Hashable) { self.error = error }

  public static func == (one: BrokenRule, other: BrokenRule) -> Bool {
    erased(one.error) == erased(other.error)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(erased(error)) }
}

/// What to do instead, as a case of a model's own enum.
public struct RemedyCase: Hashable, Sendable {
  /// The case.
  public let remedy: any Remedy & Hashable

  /// A case of any enum of remedies.
  public init(_ remedy: any Remedy & Hashable) { self.remedy = remedy }

  public static func == (one: RemedyCase, other: RemedyCase) -> Bool {
    erased(one.remedy) == erased(other.remedy)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(erased(remedy)) }
}

/// A value of any type that can be compared.
private func erased(_ value: any Hashable) -> AnyHashable { AnyHashable(value) }
