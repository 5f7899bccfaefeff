import Foundation
internal import GRDB

extension Store {
  /// Removes a record for good: nothing in the store's files has it afterwards, and no undo brings it back.
  ///
  /// What its delete rules take goes along. The history loses every edit that has something of these records in it, whole:
  /// what the same edit did to others can no longer be undone either. So it does every edit that has the texts the record is
  /// found by in another record of its kind, as a record that was merged into it. Other edits that are called after it lose
  /// its name. Then the file is written anew, because SQLite leaves what was removed in pages that are free, and its
  /// write-ahead log is emptied. The store is locked meanwhile, and the disk has to have room for it twice more.
  ///
  /// What it cannot reach: copies of the file, exports, and what those who watch have been told.
  ///
  /// Where the process is killed, either all is as it was, or the records and edits are gone and ``finishForgetting(waiting:)``
  /// does the rest.
  ///
  /// - Parameters:
  ///   - isTrial: whether to change nothing, and only say what would go.
  ///   - prepare: makes changes that come first and are not recorded either: taking from the record what is to stay.
  /// - Throws: what ``Edit/remove(_:_:)`` throws; ``StoreError/tracesLeft(path:)`` where another process reads or writes the
  ///   store for longer than we wait, so that the files cannot be cleared.
  @discardableResult
  public func forget<R: Record>(
    _ type: R.Type, _ id: UUID, isTrial: Bool = false, _ prepare: (Edit) throws -> Void = { _ in }
  ) throws -> Forgotten {
    let forgotten = try forgetInRecords(type, id, isTrial: isTrial, prepare)
    if isTrial { return forgotten }
    try finishForgetting()
    return forgotten
  }

  /// Removes a record, with what goes along, and what the history has of them. The files still have what was in them.
  func forgetInRecords<R: Record>(
    _ type: R.Type, _ id: UUID, isTrial: Bool = false, _ prepare: (Edit) throws -> Void = { _ in }
  ) throws -> Forgotten {
    try checkWritable()
    let lock = isTrial ? nil : try longEditLock()
    defer { withExtendedLifetime(lock) {} }
    var forgotten = Forgotten(copies: copiesBeside)
    do {
      try writer.writeAlone(at: path) { db in
        try db.inTransaction(.immediate) {
          let recorder = try ChangeRecorder(db, tables: model.tables)
          let edit = Edit(db, context)
          defer { edit.close() }
          try prepare(edit)
          try edit.remove(type, id)
          try edit.finish()
          let trace = try RecordTrace(of: R.entity, id, removedBy: recorder.changeset(), in: model, db)
          forgotten.records = trace.records
          (forgotten.edits, forgotten.renamed) = try history.forget(trace, db)
          if isTrial { return .rollback }
          try SearchList.update(db, model)
          for list in SearchList.all(of: model, showing: Set(trace.records.keys)) { try list.forgetRemoved(db) }
          try Settings.set(db, Self.forgetting, "1")
          try ChangeLog.prune(db)
          return .commit
        }
      }
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
    return forgotten
  }

  /// The name of the setting that is there as long as the files may still have what is forgotten.
  private static let forgetting = "forgetting"

  /// Whether a record has been forgotten, and the store's files may still have it.
  public var isForgettingUnfinished: Bool {
    get throws { try query { try Settings.value($0, Self.forgetting) != nil } }
  }

  /// Clears the store's files of what is forgotten, where that is still to be done: after a process was killed, or was kept
  /// from it.
  ///
  /// - Parameter waiting: how long to wait for others who read or write.
  /// - Returns: whether there was anything to do.
  @discardableResult
  public func finishForgetting(waiting: Duration = .seconds(30)) throws -> Bool {
    guard try isForgettingUnfinished else { return false }
    try collectGarbage()
    do {
      if path == Self.memory {
        try transact { try Settings.remove($0, Self.forgetting) }
        return true
      }
      var configuration = Self.configuration
      configuration.busyMode = .timeout(waiting / .seconds(1))
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.writeWithoutTransaction { db in
        // The new file would be made in memory otherwise. Where it is, it has no name, and nothing of what is forgotten.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = FILE; VACUUM")
        // Its first column says whether somebody was in the way. Only then the log is empty, and the file has its pages.
        guard try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
          throw StoreError.tracesLeft(path: path)
        }
        try Settings.remove(db, Self.forgetting)
      }
      return true
    } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      throw StoreError.tracesLeft(path: path)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// What ``repair(_:)`` and migrations have kept beside the file.
  private var copiesBeside: [String] {
    if path == Self.memory { return [] }
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(file.lastPathComponent + ".before-") }.sorted().map { "\(folder)/\($0)" }
  }
}
