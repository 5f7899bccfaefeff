import Foundation
package import GRDB

/// An object graph in one SQLite file, or in memory: records of any declared model, and what links them.
///
/// One process writes at a time, and another waits for it (30 s, then ``StoreError/busy(path:)``); readers never wait
/// and see the last complete state. Each group of reads sees one state; each ``edit(_:_:)`` happens whole or not at all.
/// What takes long, as a large import does, is made in many short transactions, so that nobody has to wait long for it.
///
/// ## When the power goes
/// A method that writes returns when its transaction is on the disk (WAL with `synchronous = FULL`), and the file is
/// whole after any crash.
public struct Store: Sendable {
  let writer: any DatabaseWriter
  package let context: StoreContext
  let schema: StoreSchema
  let history: UndoHistory
  /// Tells all who watch that something was written.
  let feed: ChangeFeed
  /// The schema version that its file had before it was opened; 0 where there was none.
  public let versionFound: Int
  /// The edits that had been interrupted, and were undone when the store was opened.
  public private(set) var undoneEdits: [UndoneEdit] = []
  /// Why it can only be read; nil where it can be written to.
  private let readOnly: ReadOnlyFile?
  /// The connection to a file that can only be read.
  private let reading: ReadConnection?

  /// Whether it can only be read: it was opened for reading, or its file or folder is read-only.
  public var isReadOnly: Bool { readOnly != nil }
  /// The schema version that its file has.
  public var version: Int { schema.version }
  /// What it holds.
  public var model: Model { schema.model }
  /// Its file, absolute; `:memory:` for one in memory.
  public var path: String { context.path }

  /// The name of a store in memory, where a path is asked for.
  public static let memory = ":memory:"

  /// Opens the store in the file at `path`, bringing an older one up to date; what it was is kept beside it first, with
  /// `.before-vN` behind its name. `:memory:` is a new store in memory, gone with its last copy.
  ///
  /// Where the file or its folder may not be written to, it is opened to be read: what would write throws `readOnly`. An
  /// older one is brought up to date in memory then, and stays as it is on the disk.
  ///
  /// - Parameter createIfMissing: whether to make the file where there is none or an empty one. Its folder must be there.
  /// - Throws: `missing`, `notAStore`, `newerThanSupported`, `missingColumns` or `unusableModel`, with the file untouched;
  ///   `damaged`; `busy`; `cannotWrite`.
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
      let pool = try Self.openPool(file)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try self.init(writer: pool, schema, path: file, external, mayBeNew: createIfMissing, isNew: isNew)
    } catch {
      throw StoreError(error, at: file)
    }
  }

  /// Opens the store in the file at `path` for reading: no byte of it changes, and what would write throws `readOnly`.
  ///
  /// Opening and reading don't wait for writers, of this or another program. They work on a full disk and on a read-only one. A store
  /// of an older version is brought up to date in memory.
  ///
  /// - Throws: `missing`, `notAStore`, `newerThanSupported`, `missingColumns` or `unusableModel`; `damaged`; `locked` if another program
  ///   has locked the file exclusively; `cannotWrite` if the latest changes are in a log that cannot be read.
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
      let connection = try file.open(Self.configuration)
      try self.init(
        writer: connection.queue, schema, path: file.path, ExternalStorage(beside: file.path), mayBeNew: false,
        readOnly: file, connection)
    } catch {
      throw file.storeError(error)
    }
  }

  /// Two who open a new file at once both switch it to a write-ahead log, and SQLite tells one of them at once that the file is
  /// busy, without asking how long it would wait.
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

  /// A new store in memory, gone with its last copy.
  public static func inMemory(_ schema: StoreSchema) throws(StoreError) -> Store {
    try schema.check()
    do {
      return try Store(
        writer: DatabaseQueue(configuration: configuration), schema, path: memory, ExternalStorage(), mayBeNew: true)
    } catch {
      throw StoreError(error, at: memory)
    }
  }

  /// Makes the tables, or those that a newer version added. What it finds is checked again, because a file's header does
  /// not show what is still in the write-ahead log.
  ///
  /// - Parameter isNew: whether this process has made the file just now.
  private init(
    writer: any DatabaseWriter, _ schema: StoreSchema, path: String, _ external: ExternalStorage, mayBeNew: Bool,
    isNew: Bool = false, readOnly: ReadOnlyFile? = nil, _ reading: ReadConnection? = nil
  ) throws {
    self.schema = schema
    (self.readOnly, self.reading) = (readOnly, reading)
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
      // Whoever cannot do so now, as where the disk is full, leaves it to the next.
      undoneEdits = (try? undoInterrupted()) ?? []
    }
    if hasOtherOrder { try reorder() }
  }

  /// A store of the same model whose database has been copied into `writer`.
  init(privateCopy writer: DatabaseQueue, of other: Store) {
    self.writer = writer
    feed = ChangeFeed(writer, path: Self.memory)
    (readOnly, reading) = (nil, nil)
    schema = other.schema
    history = other.history
    versionFound = other.versionFound
    context = StoreContext(
      model: other.context.model, path: Self.memory, external: other.context.external.onlyRead,
      collator: other.context.collator)
  }

  /// Makes the keys anew that lists are sorted by, because ICU makes others by now. The history has the old ones: an undo
  /// would put them back, or take the new ones for somebody's change.
  private func reorder() throws {
    try writer.write { db in
      if try Settings.order(db)?.version == context.collator.version { return }
      // In memory, a store that is only read keeps the history to be looked at.
      if !isReadOnly { try UndoHistory.forget(db) }
      try Refreshing.all(db, context)
      try Settings.setOrder(db, of: context.collator)
      try SearchList.update(db, model)
    }
  }

  private func migrate() throws {
    try writer.writeWithoutTransaction { db in
      try schema.migrate(db, context) { found in
        if found > 0, path != Self.memory, !isReadOnly { try copy(to: "\(path).before-v\(schema.version)") }
      }
    }
  }

  private static func copyInMemory(of reader: any DatabaseReader) throws -> DatabaseQueue {
    let copy = try DatabaseQueue(configuration: configuration)
    try reader.backup(to: copy)
    return copy
  }

  /// Throws `outdated` if what is read is a copy in memory, brought up to date, of an older file: nobody would see changes of the file.
  func checkWatchable() throws(StoreError) {
    if let reading, writer !== reading.queue { throw .outdated(path: path) }
  }

  /// Throws `readOnly` where the store can only be read.
  public func checkWritable() throws(StoreError) {
    if let readOnly { throw .readOnly(path: path, readOnly.protection) }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = WriteThrottle.waiting
    configuration.prepareDatabase { db in
      db.add(function: .searchFolded)
      db.add(function: .precomposed)
      // In KiB. A large edit whose pages do not fit is written several times over; what is not needed is not taken.
      try db.execute(sql: "PRAGMA cache_size = -32768")
      // What a savepoint may have to put back stays out of temporary files.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
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

  /// Throws `busy` if what was just read may be half of a change; see ``ReadConnection/checkUnchanged()``.
  func checkUnchanged() throws(StoreError) { try reading?.checkUnchanged() }

  /// Writes in one transaction, rolled back if `body` throws. It is not recorded for undo.
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
  /// Reads one consistent state, whatever others write meanwhile.
  ///
  /// The closure asks the reader that it is given. To call the store itself there throws ``StoreError/nested(path:)``.
  public func read<T>(_ body: (Reader) throws -> T) throws -> T {
    do {
      let result = try writer.readAlone(at: path) { db in try context.read(db, body) }
      try checkUnchanged()
      return result
    } catch let error as DatabaseError {
      throw readOnly?.storeError(error) ?? StoreError(error, at: path)
    }
  }

  /// One named group of changes, which can be undone: it happens whole, or not at all where `body` throws or a rule of the
  /// model is broken. Where it changes nothing, nothing is written.
  ///
  /// - Parameters:
  ///   - label: what people call it: “Rename Ben”.
  ///   - body: makes the changes. What it returns is returned. It uses the edit that it is given; to call the store itself there
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

  /// Makes an edit by a connection that may write.
  func edit<T>(_ db: Database, _ label: String, _ body: (Edit) throws -> T) throws -> T {
    var result: T?
    try db.inTransaction(.immediate) {
      let recorder = try ChangeRecorder(db, tables: context.model.tables)
      let edit = Edit(db, context)
      edit.label = label
      defer { edit.close() }
      result = try body(edit)
      try edit.finish()
      let changeset = try recorder.changeset()
      if changeset.isEmpty { return .rollback }
      try SearchList.update(db, model)
      try history.record(db, label: edit.label, changeset)
      try ChangeLog.prune(db)
      return .commit
    }
    return result!
  }
}
