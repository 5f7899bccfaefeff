import Files
import Foundation
package import GRDB

/// An object graph in one SQLite file, or in memory: records of any declared model, with their relationships.
///
/// One process writes at a time. Other writers wait up to 30 s for their turn, and then throw
/// ``StoreError/busy(path:)``. Readers never wait, and see the last complete state. Each group of reads sees one state,
/// and each ``edit(_:_:)`` is made completely or not at all. Long work, such as a large import, is done in many short
/// transactions, so that other writers don't wait long for it.
///
/// ## When the power goes
/// A method that writes returns when its transaction is on the disk (WAL with `synchronous = FULL`), and the file is
/// intact after any crash.
public struct Store: Sendable {
  let writer: any DatabaseWriter
  package let context: StoreContext
  let schema: StoreSchema
  let history: UndoHistory
  let ownEdits = OwnEdits()
  /// Notifies all watchers of changes.
  let feed: ChangeFeed
  /// The schema version of the file before it was opened; 0 if there was none.
  public let versionFound: Int
  /// The interrupted edits that were undone when the store was opened.
  public private(set) var undoneEdits: [UndoneEdit] = []
  /// The reason why the store can only be read; nil if it can be written to.
  private let readOnly: ReadOnlyFile?
  /// The connection to a file that can only be read.
  private let reading: ReadConnection?
  /// Nil for a store in memory. Declared last, so that the connections are closed first.
  private let lockedFile: LockedFile?

  /// Whether the store can only be read: it was opened for reading, or its file or folder is read-only.
  public var isReadOnly: Bool { readOnly != nil }
  /// The schema version of the file.
  public var version: Int { schema.version }
  /// The model of the store's records.
  public var model: Model { schema.model }
  /// Absolute path of the file; `:memory:` for a store in memory.
  public var path: String { context.path }

  /// The path of a store in memory.
  public static let memory = ":memory:"

  /// Opens the store in the file at `path`. A store of an older version is migrated; first, a copy of it is made beside
  /// it, with `.before-vN` appended to its name. The path `:memory:` creates a store in memory, whose records are lost
  /// with the last copy of this value.
  ///
  /// If the file or its folder can't be written to, the store is opened for reading, and methods that write throw
  /// `readOnly`. A store of an older version is then migrated in memory, and the file is unchanged.
  ///
  /// - Parameter createIfMissing: Whether to create the file if it doesn't exist or is empty. Its folder must exist.
  /// - Throws: `missing`, `notAStore`, `newerThanSupported`, `missingColumns` or `unusableModel`, without changing the
  ///   file; `damaged`; `busy`; `cannotWrite`.
  public init(at path: String, _ schema: StoreSchema, createIfMissing: Bool) throws(StoreError) {
    try schema.check()
    if path == Self.memory {
      self = try .inMemory(schema)
      return
    }
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    try StoreFile.check(file, schema, mayBeNew: createIfMissing)
    if let readOnly = ReadOnlyFile(file) {
      try self.init(readOnly, schema)
      return
    }
    let external = ExternalStorage(beside: file)
    do {
      let isNew = try createIfMissing && Self.create(file, schema)
      let lockedFile = LockedFile(file)
      let pool = try Self.openPool(file)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try self.init(
        writer: pool, schema, path: file, external, mayBeNew: createIfMissing, isNew: isNew, lockedFile: lockedFile)
    } catch {
      throw StoreError(error, at: file)
    }
  }

  /// Opens the store in the file at `path` for reading. The file is never changed, and methods that write throw
  /// `readOnly`.
  ///
  /// Opening and reading don't wait for writers in this or another program, and work on full and read-only disks. A
  /// store of an older version is migrated in memory.
  ///
  /// - Throws: `missing`, `notAStore`, `newerThanSupported`, `missingColumns` or `unusableModel`; `damaged`; `locked`
  ///   if another program has locked the file exclusively; `cannotWrite` if the latest changes are in a log that can't
  ///   be read.
  public init(reading path: String, _ schema: StoreSchema) throws(StoreError) {
    try schema.check()
    if path == Self.memory {
      self = try .inMemory(schema)
      return
    }
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    try StoreFile.check(file, schema, mayBeNew: false, isRead: true)
    try self.init(ReadOnlyFile(reading: file), schema)
  }

  private init(_ file: ReadOnlyFile, _ schema: StoreSchema) throws(StoreError) {
    do {
      let lockedFile = LockedFile(file.path)
      let connection = try file.open(Self.configuration)
      try self.init(
        writer: connection.queue, schema, path: file.path, ExternalStorage(beside: file.path), mayBeNew: false,
        readOnly: file, connection, lockedFile: lockedFile)
    } catch {
      throw file.storeError(error)
    }
  }

  /// Opens the file, and retries for up to a second if it is busy. If two processes open a new file at once, both
  /// switch it to a write-ahead log, and for one of them SQLite immediately reports that the file is busy, without
  /// calling the busy handler.
  private static func openPool(_ file: String) throws -> DatabasePool {
    let start = ContinuousClock.now
    while true {
      do {
        return try DatabasePool(path: file, configuration: configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now - start < .seconds(1)
      {
        usleep(10_000)
      }
    }
  }

  /// Creates a store in memory. Its records are lost with the last copy of this value.
  public static func inMemory(_ schema: StoreSchema) throws(StoreError) -> Store {
    try inMemory(schema, configuration)
  }

  static func inMemory(_ schema: StoreSchema, _ configuration: Configuration) throws(StoreError) -> Store {
    try schema.check()
    do {
      return try Store(
        writer: DatabaseQueue(configuration: configuration), schema, path: memory, ExternalStorage(), mayBeNew: true)
    } catch {
      throw StoreError(error, at: memory)
    }
  }

  /// Creates the tables, or only the tables that a newer version added. The file is checked again, because its header
  /// doesn't include changes that are still in the write-ahead log.
  ///
  /// - Parameter isNew: Whether this process has just created the file.
  private init(
    writer: any DatabaseWriter, _ schema: StoreSchema, path: String, _ external: ExternalStorage, mayBeNew: Bool,
    isNew: Bool = false, readOnly: ReadOnlyFile? = nil, _ reading: ReadConnection? = nil, lockedFile: LockedFile? = nil
  ) throws {
    self.schema = schema
    (self.readOnly, self.reading, self.lockedFile) = (readOnly, reading, lockedFile)
    history = UndoHistory(schema.model, limits: schema.historyLimits)
    let (version, order) = try writer.read { db in
      guard try schema.isStore(db) else { throw StoreError.notAStore(path: path, .foreign) }
      let version = try StoreSchema.version(of: db)
      return (version, try Settings.order(db))
    }
    if version > schema.version {
      throw StoreError.newerThanSupported(path: path, found: version, supported: schema.version)
    }
    if version == 0, !mayBeNew { throw StoreError.notAStore(path: path, .empty) }
    context = StoreContext(
      model: schema.model, path: path, external: external,
      collator: Collator(locale: order?.locale ?? Collator.locale(in: ProcessInfo.processInfo.environment)))
    versionFound = isNew ? 0 : version
    let hasOtherOrder = if let order { order.version != context.collator.version } else { false }
    let isOutdated = version < schema.version || hasOtherOrder
    self.writer = readOnly != nil && isOutdated ? try Self.copyInMemory(of: writer) : writer
    feed = ChangeFeed(self.writer, path: path, isReadOnly: readOnly != nil)
    if version < schema.version {
      try migrate()
    } else if !isNew {
      try writer.read { try schema.checkColumns($0, at: path) }
    }
    if readOnly == nil {
      // If this process can't undo them now, for example on a full disk, the next process will.
      undoneEdits = (try? undoInterrupted()) ?? []
    }
    if hasOtherOrder { try reorder() }
  }

  /// Creates a store with the same model, whose database has been copied to `writer`.
  init(privateCopy writer: DatabaseQueue, of other: Store) {
    self.writer = writer
    feed = ChangeFeed(writer, path: Self.memory)
    (readOnly, reading, lockedFile) = (nil, nil, nil)
    schema = other.schema
    history = other.history
    versionFound = other.versionFound
    context = StoreContext(
      model: other.context.model, path: Self.memory, external: other.context.external.onlyRead,
      collator: other.context.collator)
  }

  /// Recomputes the sort keys, because this version of ICU computes different keys. The history contains old keys: an
  /// undo would restore them, or treat the new keys as changes by another edit.
  private func reorder() throws {
    try writer.write { db in
      if try Settings.order(db)?.version == context.collator.version { return }
      // A store that is only read is migrated in memory, and keeps its history so that it can be read.
      if !isReadOnly { try UndoHistory.forget(db) }
      try DerivedColumns.all(db, context)
      try Settings.setOrder(db, of: context.collator)
      try SearchList.update(db, model)
    }
  }

  private func migrate() throws {
    try writer.writeWithoutTransaction { db in
      try schema.migrate(db, context) { found in
        if found > 0, path != Self.memory, !isReadOnly { try keep(at: "\(path).before-v\(schema.version)") }
      }
    }
  }

  private static func copyInMemory(of reader: any DatabaseReader) throws -> DatabaseQueue {
    let copy = try DatabaseQueue(configuration: configuration)
    try reader.backup(to: copy)
    return copy
  }

  /// Throws `outdated` if an older file was migrated to a copy in memory: watchers would not see changes of the file.
  func checkWatchable() throws(StoreError) {
    if let reading, writer !== reading.queue { throw .outdated(path: path) }
  }

  /// Throws `readOnly` if the store can only be read, and `replaced` if its file was removed or replaced since it was opened.
  public func checkWritable() throws(StoreError) {
    if let readOnly { throw .readOnly(path: path, readOnly.protection) }
    try checkInPlace()
  }

  /// Throws `replaced` if the store's file was removed or replaced since it was opened. SQLite would keep
  /// writing to the removed file, whose contents are lost when it is closed. A new file at the path would share the write-ahead log.
  package func checkInPlace() throws(StoreError) {
    if let lockedFile, !lockedFile.isAt(path) { throw .replaced(path: path) }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = WriteThrottle.waiting
    configuration.prepareDatabase { db in
      db.add(function: .searchFolded)
      db.add(function: .precomposed)
      // In KiB. A large edit whose pages don't fit is written several times. Memory is only taken as needed.
      try db.execute(sql: "PRAGMA cache_size = -32768")
      // Pages for rolling back savepoints are kept in memory instead of temporary files.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // Cascades over pairs may come back to the same table: friends of friends.
      try db.execute(sql: "PRAGMA recursive_triggers = ON")
    }
    return configuration
  }

  /// Reads one consistent state.
  package func query<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      let result = try writer.readAlone(at: path, body)
      try checkUnchanged()
      return result
    } catch {
      throw readOnly?.storeError(error) ?? StoreError(error, at: path)
    }
  }

  /// Throws `busy` if the values just read may contain half of a change; see ``ReadConnection/checkUnchanged()``.
  func checkUnchanged() throws(StoreError) { try reading?.checkUnchanged() }

  /// Writes in one transaction, which is rolled back if `body` throws. It can't be undone.
  package func transact<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    try checkWritable()
    do {
      return try writer.alone(at: path) {
        try writer.write { db in
          let result = try body(db)
          try SearchList.update(db, model)
          try ChangeLog.prune(db)
          return result
        }
      }
    } catch {
      throw StoreError(error, at: path)
    }
  }
}

extension Store {
  /// Reads one consistent state, even if other code writes meanwhile.
  ///
  /// The closure uses the reader passed to it. Using the store itself there throws ``StoreError/nested(path:)``.
  public func read<T>(_ body: (Reader) throws -> T) throws -> T {
    do {
      let result = try writer.readAlone(at: path) { db in try context.read(db, body) }
      try checkUnchanged()
      return result
    } catch let error as DatabaseError {
      throw readOnly?.storeError(error) ?? StoreError(error, at: path)
    }
  }

  /// Makes a named group of changes, which can be undone. It is made completely, or not at all if `body` throws or a
  /// rule of the model is broken. If it changes nothing, nothing is written.
  ///
  /// - Parameters:
  ///   - label: Label for people: “Rename Ben”.
  ///   - body: Makes the changes with the edit passed to it, and returns the result. Using the store itself there
  ///     throws ``StoreError/nested(path:)``.
  @discardableResult
  public func edit<T>(_ label: String, _ body: (Edit) throws -> T) throws -> T {
    try checkWritable()
    do {
      return try writer.writeAlone(at: path) { db in try edit(db, label, body) }
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
  }

  /// Makes an edit on a connection for writing.
  func edit<T>(_ db: Database, _ label: String, _ body: (Edit) throws -> T) throws -> T {
    var (result, number): (T?, Int64?)
    try db.inTransaction(.immediate) {
      // Again, because the wait for the lock can take half a minute.
      try checkInPlace()
      let recorder = try ChangeRecorder(db, tables: context.model.tables)
      let edit = Edit(db, context)
      edit.label = label
      defer { edit.close() }
      result = try body(edit)
      try edit.finish()
      let changeset = try recorder.changeset()
      if changeset.isEmpty { return .rollback }
      try SearchList.update(db, model)
      number = try history.record(db, label: edit.label, changeset)
      try ChangeLog.prune(db)
      return .commit
    }
    if let number { ownEdits.add(number) }
    return result!
  }
}
