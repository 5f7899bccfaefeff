import Files
import Foundation
internal import GRDB

extension Store {
  /// Copies the store, with its external storage, to another file while it is in use. `catalog.sqlite` and
  /// `catalog.data` are copied to a pair with the name of `path`. When this returns, the copy is complete and on the
  /// disk. Bytes that are lost are missing in the copy too; ``verify()`` reports them.
  ///
  /// - Parameters:
  ///   - path: The new file. Its folder must exist.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: `exists` if there is a file that may not be replaced; `cannotBackUp` if the store is damaged, or `path`
  ///   is one of its own files; `lost` if existing bytes can't be read; `cannotWrite`.
  public func backup(to path: String, replacing: Bool = false) throws(StoreError) {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    if let objection = objection(toReplacing: file) { throw .cannotBackUp(path: file, objection) }
    if !replacing, FileManager.default.fileExists(atPath: file) { throw .exists(path: file) }
    let external = ExternalStorage(beside: file)
    do {
      try copy(to: file) { copy in
        try checkSoundness(of: copy, for: file)
        try copyExternalData(of: copy, to: external)
      }
    } catch {
      throw StoreError(error, at: file)
    }
  }

  /// Copies the large values that a copy refers to, except lost ones. Returns those that the destination lacks.
  @discardableResult
  func copyExternalData(of copy: Database, to external: ExternalStorage) throws -> [ExternalReference] {
    try ExternalReference.inUse(copy, model).filter { reference in
      if let bytes = try context.external.bytesUnlessLost(reference), try external.store(bytes) == reference {
        return false
      }
      return external.objection(to: reference) != nil
    }.sorted { $0.sha256 < $1.sha256 }
  }

  /// Throws an error if the copy is damaged, because the store is damaged then, too: an older, intact backup is worth
  /// more.
  private func checkSoundness(of copy: Database, for file: String) throws {
    if let finding = try Self.damage(of: copy) {
      throw StoreError.cannotBackUp(path: file, .damaged(path: path, finding: finding))
    }
  }

  /// Returns SQLite's finding about a damaged database; nil if it is intact.
  static func damage(of copy: Database) throws -> String? {
    do {
      // quick_check of SQLite 3.40 reports intact tables without row numbers as damaged.
      let finding = try String.fetchOne(copy, sql: "PRAGMA integrity_check(1)")
      return finding == "ok" ? nil : finding
    } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
      return error.message ?? "\(error.resultCode)"
    }
  }

  /// Whether a path names the database, or a file that SQLite keeps beside it.
  func isOwnFile(_ file: String) -> Bool {
    let names = [file, path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    return ["", "-wal", "-shm", "-journal"].contains { names[0] == names[1] + $0 }
  }

  private func objection(toReplacing file: String) -> BackupObstacle? {
    if isOwnFile(file) { return .ownFile }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { return .folder }
    // SQLite would use another database's log for the copy.
    return FileManager.default.fileExists(atPath: file + "-wal") ? .inUse : nil
  }

  /// Copies the database to a file, page by page, while other processes read and write. An existing file is replaced
  /// when the copy is complete and on the disk, after `finish` has been called with it. External storage is not copied.
  ///
  /// - Parameter place: Moves the complete copy into place.
  func copy(
    to path: String, finish: (Database) throws -> Void = { _ in },
    place: (UnfinishedFile) throws -> Void = { try $0.finish() }
  ) throws {
    let unfinished: UnfinishedFile
    do {
      unfinished = try UnfinishedFile(for: path)
    } catch {
      throw StoreError.cannotWrite(path: path, WriteObstacle(error))
    }
    do {
      let target = try DatabaseQueue(path: unfinished.path)
      defer { try? target.close() }
      try backup(to: target)
      try target.writeWithoutTransaction { db in
        // The copy has no write-ahead log, so that it is a single file.
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        try finish(db)
      }
      try target.close()
    } catch {
      for suffix in ["-journal", "-wal", "-shm"] { unlink(unfinished.path + suffix) }
      throw StoreError(error, at: path)
    }
    do {
      try place(unfinished)
    } catch let error as SystemFailure {
      throw StoreError.cannotWrite(path: path, WriteObstacle(error))
    }
  }

  /// Copies the current state of the database to another database.
  func backup(to target: DatabaseQueue) throws {
    if path == Self.memory || isReadOnly {
      try writer.alone(at: path) { try writer.backup(to: target) }
      return try checkUnchanged()
    }
    // A separate connection sees the committed state, and neither waits for writers nor blocks them.
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? source.close() }
    try source.backup(to: target)
  }
}
