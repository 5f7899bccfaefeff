import Foundation
internal import GRDB

extension Store {
  /// One named group of changes that may be very large, made in parts, so that other writers never wait for long. It can be
  /// undone like any other. Readers see each part as it is done; others may change what is there in between.
  ///
  /// Where `body` throws, the parts are taken back, as they are by the next who opens the store where the process is killed.
  /// What cannot be taken back, because others have changed it since, stays: then it is an edit of the history, called
  /// “… (stopped)”, and this throws ``ExchangeError/stopped(label:reason:obstacle:)``.
  ///
  /// - Parameters:
  ///   - body: is given what makes a part of the changes that another closure makes.
  /// - Returns: what `body` returns, and how many older edits the history had to forget.
  func longEdit<T>(
    _ label: String, _ body: (_ part: (_ change: (Edit) throws -> Void) throws -> Void) throws -> T
  ) throws -> (result: T, forgotten: Int) {
    try checkWritable()
    let turns = Turns(self)
    let lock = try longEditLock()
    defer { withExtendedLifetime(lock) {} }
    let edit = try turns { db in try db.immediately { try LongEdit.begin(db, label: label) } }
    do {
      let result = try body { change in try turns { db in try makePart(of: edit, db, change) } }
      let forgotten = try turns { db in try db.immediately { try history.record(db, edit) } }
      return (result, forgotten)
    } catch {
      try takeBack(edit, after: error, turns)
      throw error
    }
  }

  private func makePart(of edit: LongEdit, _ db: Database, _ change: (Edit) throws -> Void) throws {
    try db.inTransaction(.immediate) {
      let recorder = try ChangeRecorder(db, tables: context.model.tables)
      let part = Edit(db, context)
      defer { part.close() }
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try change(part)
      let changeset = try recorder.changeset()
      if changeset.isEmpty { return .rollback }
      try SearchList.update(db, model)
      try edit.add(changeset, db)
      try ChangeLog.prune(db)
      return .commit
    }
  }

  /// Takes back what is done of an edit that could not be made.
  private func takeBack(_ edit: LongEdit, after error: any Error, _ turns: Turns) throws {
    do {
      try history.takeBack(edit) { try turns($0) }
    } catch StoreError.undoConflict(let conflict) {
      throw ExchangeError.stopped(label: conflict.label, by: ImportFault(error, at: path), conflict)
    }
  }

  /// Nil for a store in memory.
  func longEditLock() throws -> LongEditLock? {
    if path == Store.memory { return nil }
    guard let lock = try LongEditLock.ofLongEdits(besideStore: path) else { throw StoreError.busy(path: path) }
    return lock
  }

  /// Takes back what a process that was killed had begun and not finished. Where one is still at work, it is left to it.
  func takeBackUnfinished() throws {
    guard path != Store.memory, try writer.read(LongEdit.unfinished) != nil,
      let lock = try LongEditLock.ofLongEdits(besideStore: path)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    let turns = Turns(self)
    while let edit = try writer.read(LongEdit.unfinished) {
      do {
        try history.takeBack(edit) { try turns($0) }
      } catch StoreError.undoConflict { continue }
    }
  }

  /// Takes a step in the history: of what was made in parts in as many, when a copy has shown that nothing is in the way.
  func takeStep(_ step: HistoryStep, _ number: Int64?) throws -> HistoryEntry {
    let turns = Turns(self)
    let isLong = try query { try history.isNextLong(step, number, $0) }
    if isLong {
      let copy = try privateCopy()
      _ = try copy.history.take(step, number, lock: { nil }) { try copy.writer.writeWithoutTransaction($0) }
    }
    return try history.take(step, number, lock: longEditLock) { try turns($0) }
  }
}

extension Database {
  /// Runs `body` in a transaction that has the writer's lock from the start.
  func immediately<T>(_ body: () throws -> T) throws -> T {
    var result: T?
    try inTransaction(.immediate) {
      result = try body()
      return .commit
    }
    return result!
  }
}
