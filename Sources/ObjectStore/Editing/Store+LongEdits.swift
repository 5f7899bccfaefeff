import Foundation
internal import GRDB

extension Store {
  /// Makes a named group of changes that may be very large, in parts, so that other writers never wait for long. It can
  /// be undone like any other edit. Readers see each part when it is done, and other processes may change records in
  /// between.
  ///
  /// If `body` throws, the parts are undone. If the process is killed, the next process that opens the store for
  /// writing undoes them. Rows that other edits have changed since are kept, with the rows they need, as an edit in the
  /// history with the label “… (stopped)”. In that case, ``ExchangeError/stopped(label:_:kept:)`` is thrown.
  ///
  /// - Parameters:
  ///   - body: Called with a function that makes one part, from a closure with its changes.
  /// - Returns: The result of `body`, and the number of older edits removed from the history.
  func longEdit<T>(
    _ label: String, _ body: (_ part: (_ change: (Edit) throws -> Void) throws -> Void) throws -> T
  ) throws -> (result: T, forgotten: Int) {
    try checkWritable()
    let throttle = WriteThrottle(self)
    let lock = try longEditLock()
    defer { withExtendedLifetime(lock) {} }
    let edit = try throttle { db in try db.immediately { try LongEdit.begin(db, label: label) } }
    do {
      let result = try body { change in try throttle { db in try makePart(of: edit, db, change) } }
      let recorded = try throttle { db in try db.immediately { try history.record(db, edit) } }
      if let number = recorded.number { ownEdits.add(number) }
      return (result, recorded.forgotten)
    } catch {
      try undo(edit, after: error, throttle)
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
      try part.finishClaims()
      let changeset = try recorder.changeset()
      if changeset.isEmpty { return .rollback }
      try SearchList.update(db, model)
      try edit.add(changeset, db)
      try ChangeLog.prune(db)
      return .commit
    }
  }

  /// Undoes the parts of an edit that failed.
  private func undo(_ edit: LongEdit, after error: any Error, _ throttle: WriteThrottle) throws {
    let undone = try history.undoInterrupted(edit) { try throttle($0) }
    if undone.kept.isEmpty { return }
    throw ExchangeError.stopped(
      label: edit.stoppedLabel, ImportFault(error, at: path), kept: undone.kept.map(\.subject))
  }

  /// Acquires the lock for long edits; nil for a store in memory.
  func longEditLock() throws -> LongEditLock? {
    if path == Store.memory { return nil }
    guard let lock = try LongEditLock.ofLongEdits(besideStore: path) else { throw StoreError.busy(path: path) }
    return lock
  }

  /// Undoes the edits that a killed process left unfinished, and returns the outcome. An edit whose process is still
  /// running is not changed.
  func undoInterrupted() throws -> [UndoneEdit] {
    guard path != Store.memory, try writer.read(LongEdit.unfinished) != nil,
      let lock = try LongEditLock.ofLongEdits(besideStore: path)
    else { return [] }
    defer { withExtendedLifetime(lock) {} }
    let throttle = WriteThrottle(self)
    var undone: [UndoneEdit] = []
    while let edit = try writer.read(LongEdit.unfinished) {
      if edit.history == nil {
        undone.append(try history.undoInterrupted(edit) { try throttle($0) })
        continue
      }
      do {
        try history.takeBack(edit) { try throttle($0) }
      } catch StoreError.undoConflict { continue }
    }
    return undone
  }

  /// Label of the interrupted edit whose changes are visible until the next process that opens the store for writing
  /// undoes it; nil if there is none, or if its process is still running.
  public var interruptedEdit: String? {
    get throws(StoreError) {
      let edit = try query { db in
        try db.tableExists("_longEdit") ? try LongEdit.unfinished(db) : nil
      }
      guard let edit, edit.history == nil, path != Store.memory, !LongEditLock.isHeld(path + "-lock") else {
        return nil
      }
      return edit.label
    }
  }

  /// Takes a step in the history. An edit that was made in parts is undone or redone in parts, after a trial on a copy
  /// has shown that nothing prevents it.
  func takeStep(_ step: HistoryStep, _ number: Int64?) throws -> HistoryEntry {
    let throttle = WriteThrottle(self)
    let isLong = try query { try history.isNextLong(step, number, $0) }
    if isLong {
      let copy = try privateCopy()
      _ = try copy.history.take(step, number, lock: { nil }) { try copy.writer.writeWithoutTransaction($0) }
    }
    return try history.take(step, number, lock: longEditLock) { try throttle($0) }
  }
}

extension Database {
  /// Runs `body` in a transaction that holds the writer's lock from the start.
  func immediately<T>(_ body: () throws -> T) throws -> T {
    var result: T?
    try inTransaction(.immediate) {
      result = try body()
      return .commit
    }
    return result!
  }
}
