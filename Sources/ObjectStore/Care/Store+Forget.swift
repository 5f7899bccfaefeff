import Foundation
internal import GRDB

extension Store {
  /// Removes a record for good: afterwards, the store's files contain none of its data, and no undo can restore it.
  ///
  /// The record's delete rules apply. Every edit that contains any data of the removed records is removed from the
  /// history as a whole, so its changes of other records can no longer be undone either. The same applies to every edit
  /// that contains the record's search texts in another record of its type, such as one that was merged into it. Other
  /// edits whose labels contain its name are renamed. Then the file is rewritten, because SQLite keeps deleted data in
  /// free pages, and the write-ahead log is emptied. Meanwhile, the store is locked. The disk needs free space for
  /// twice the file.
  ///
  /// Copies of the file, exports, and programs that watched the store may still contain the record.
  ///
  /// If the process is killed, either nothing was changed, or the records and edits are removed and
  /// ``finishForgetting(waiting:)`` does the rest.
  ///
  /// - Parameters:
  ///   - isTrial: Whether to change nothing, and only return what would be removed.
  ///   - prepare: Makes changes before the removal, which are not recorded in the history either. For example, it can
  ///     detach related records that should be kept.
  /// - Throws: The errors of ``Edit/remove(_:_:)``; ``StoreError/tracesLeft(path:)`` if another process reads or writes
  ///   the store for longer than the maximum waiting time, so that the files can't be cleared.
  @discardableResult
  public func forget<R: Record>(
    _ type: R.Type, _ id: UUID, isTrial: Bool = false, _ prepare: (Edit) throws -> Void = { _ in }
  ) throws -> Forgotten {
    let forgotten = try forgetInRecords(type, id, isTrial: isTrial, prepare)
    if isTrial { return forgotten }
    try finishForgetting()
    return forgotten
  }

  /// Removes a record, the records its delete rules remove, and their traces in the history. The files still contain
  /// the old data.
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

  /// The setting that is present as long as the files may still contain forgotten data.
  private static let forgetting = "forgetting"

  /// Whether a record has been forgotten, and the store's files may still contain it.
  public var isForgettingUnfinished: Bool {
    get throws { try query { try Settings.value($0, Self.forgetting) != nil } }
  }

  /// Clears forgotten data from the store's files, if that is still to be done, because a process was killed or other
  /// processes prevented it.
  ///
  /// - Parameter waiting: Maximum time to wait for other readers and writers. Defaults to 30 seconds.
  /// - Returns: Whether there was anything to do.
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
        // With the setting of ``configuration``, `VACUUM` would create the new file in memory. On disk, that file has
        // no name, and contains no forgotten data.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = FILE; VACUUM")
        // The first column tells whether another connection prevented the checkpoint. If none did, the log is empty and
        // the file has the log's pages.
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

  /// The copies that ``repair(_:)`` and migrations have made beside the file.
  private var copiesBeside: [String] {
    if path == Self.memory { return [] }
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(file.lastPathComponent + ".before-") }.sorted().map { "\(folder)/\($0)" }
  }
}
