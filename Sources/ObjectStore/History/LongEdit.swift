import Foundation
internal import GRDB

/// An edit that is made, undone and redone in parts, each in a short transaction, so that other writers don't wait long
/// for a very large edit.
///
/// The changes of each part are in the table `_part`. The changes of the parts 1 to `done` are applied to the records.
/// The current step is recorded: if its process is killed, the next process that opens the store for writing undoes the
/// step (``Store/undoInterrupted()``).
struct LongEdit {
  /// The current step of the edit.
  enum Step: String {
    case make, undo, redo
  }

  /// `history` is the edit's number in the history, after it was made. The parts of a removed edit are deleted a few at
  /// a time, because they may take a hundred megabytes.
  static let createTables = """
    CREATE TABLE _longEdit (
      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      label TEXT NOT NULL,
      history INTEGER UNIQUE,
      done INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      step TEXT
    ) STRICT;
    CREATE TABLE _part (
      edit INTEGER NOT NULL,
      number INTEGER NOT NULL,
      changeset BLOB NOT NULL,
      PRIMARY KEY (edit, number)
    ) STRICT;
    CREATE TRIGGER _longEdit_forgotten AFTER DELETE ON _history BEGIN
      DELETE FROM _longEdit WHERE history = old.id;
    END;
    """

  let id: Int64
  let label: String
  /// The number in the history; nil while the edit is being made.
  let history: Int64?
  /// Number of parts that are applied to the records.
  let done: Int
  let step: Step?

  private init(_ row: Row) throws {
    (id, label, history, done) = (row[0], row[1], row[2], row[3])
    step = (row[4] as String?).flatMap(Step.init)
  }

  private static func fetch(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> LongEdit? {
    let sql = "SELECT id, label, history, done, step FROM _longEdit WHERE \(condition)"
    return try Row.fetchOne(db, sql: sql, arguments: arguments).map(LongEdit.init)
  }

  /// Returns the edit with an ID; nil if it has been removed.
  static func with(id: Int64, _ db: Database) throws -> LongEdit? { try fetch(db, "id = ?", [id]) }

  /// Returns the long edit behind an entry of the history; nil if the entry was made in one transaction.
  static func of(history: Int64, _ db: Database) throws -> LongEdit? { try fetch(db, "history = ?", [history]) }

  /// Returns an unfinished edit; nil if there is none.
  static func unfinished(_ db: Database) throws -> LongEdit? {
    try fetch(db, "step NOT NULL ORDER BY id DESC LIMIT 1", [])
  }

  /// Records the beginning of an edit.
  static func begin(_ db: Database, label: String) throws -> LongEdit {
    let sql = "INSERT INTO _longEdit (label, done, bytes, step) VALUES (?, 0, 0, ?)"
    try db.execute(sql: sql, arguments: [label, Step.make.rawValue])
    guard let made = try with(id: db.lastInsertedRowID, db) else { preconditionFailure("it has just been written") }
    return made
  }

  /// Records the current step; nil when it has ended.
  func set(_ step: Step?, _ db: Database) throws {
    try db.execute(sql: "UPDATE _longEdit SET step = ? WHERE id = ?", arguments: [step?.rawValue, id])
  }

  /// Adds a part that has just been made.
  func add(_ changeset: Changeset, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE _longEdit SET done = done + 1, bytes = bytes + ? WHERE id = ?",
      arguments: [changeset.data.count, id])
    let sql = "INSERT INTO _part (edit, number, changeset) SELECT id, done, ? FROM _longEdit WHERE id = ?"
    try db.execute(sql: sql, arguments: [changeset.data, id])
  }

  /// Returns the changes of a part; nil if there is no such part.
  func part(_ number: Int, _ db: Database) throws -> Changeset? {
    let sql = "SELECT changeset FROM _part WHERE edit = ? AND number = ?"
    return try Data.fetchOne(db, sql: sql, arguments: [id, number]).map(Changeset.init)
  }

  /// Returns the number of parts.
  func count(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM _part WHERE edit = ?", arguments: [id]) ?? 0
  }

  /// Records the number of parts that are applied to the records.
  func setDone(_ done: Int, _ db: Database) throws {
    try db.execute(sql: "UPDATE _longEdit SET done = ? WHERE id = ?", arguments: [done, id])
  }

  /// Returns the numbers of the parts, in order.
  func parts(_ db: Database) throws -> [Int] {
    try Int.fetchAll(db, sql: "SELECT number FROM _part WHERE edit = ? ORDER BY number", arguments: [id])
  }

  /// Replaces the changes of a part; deletes it if there are none.
  func keep(_ changes: Changeset, ofPart number: Int, _ db: Database) throws {
    let (sql, arguments): (String, StatementArguments) =
      changes.isEmpty
      ? ("DELETE FROM _part WHERE edit = ? AND number = ?", [id, number])
      : ("UPDATE _part SET changeset = ? WHERE edit = ? AND number = ?", [changes.data, id, number])
    try db.execute(sql: sql, arguments: arguments)
  }

  /// Numbers the remaining parts from 1. All of them are applied to the records.
  func numberParts(_ db: Database) throws {
    let numbers = try parts(db)
    for (index, number) in numbers.enumerated() where number != index + 1 {
      let sql = "UPDATE _part SET number = ? WHERE edit = ? AND number = ?"
      try db.execute(sql: sql, arguments: [index + 1, id, number])
    }
    try db.execute(
      sql: """
        UPDATE _longEdit SET done = ?1,
          bytes = (SELECT coalesce(sum(length(changeset)), 0) FROM _part WHERE edit = ?2) WHERE id = ?2
        """, arguments: [numbers.count, id])
  }

  /// Removes the edit without a trace.
  func remove(_ db: Database) throws { try db.execute(sql: "DELETE FROM _longEdit WHERE id = ?", arguments: [id]) }

  /// Deletes up to four parts whose edit has been removed. Usually there are none.
  static func sweep(_ db: Database) throws {
    let unowned = "SELECT rowid FROM _part WHERE edit NOT IN (SELECT id FROM _longEdit) LIMIT \(sweptCount)"
    try db.cachedStatement(sql: "DELETE FROM _part WHERE rowid IN (\(unowned))").execute()
  }

  private static let sweptCount = 4
}
