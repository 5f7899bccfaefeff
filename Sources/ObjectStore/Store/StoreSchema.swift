package import GRDB

/// The contents of a store: the current model, and the migrations from older versions to it.
///
/// Never edit a migration after its release, because it has already created files.
public struct StoreSchema: Sendable {
  /// The model of the newest version.
  public let model: Model
  /// Migration *n* (from 1) converts version *n* − 1 to version *n*. Version 0 is an empty file.
  public let migrations: [Migration]
  /// The error in the model or the mark; nil if a store can be created.
  let fault: ModelError?
  /// Four printable ASCII characters in SQLite's `application_id` that mark a file as a store of this model.
  public let mark: String
  /// The limits of the history of edits.
  public var historyLimits = HistoryLimits()

  /// Creates a schema for `model`. Its first migration creates the tables.
  ///
  /// The model is checked (``Model/check()``). If the check fails, opening a store throws
  /// ``StoreError/unusableModel(_:)``.
  public init(_ model: Model, mark: String, migrations: [Migration]) {
    self.model = model
    self.mark = mark
    self.migrations = migrations
    fault = Self.fault(of: model, mark)
  }

  /// Creates a schema in its first version, with the tables of the model.
  public init(_ model: Model, mark: String) {
    self.init(model, mark: mark, migrations: [.creating(model)])
  }

  private static func fault(of model: Model, _ mark: String) -> ModelError? {
    guard mark.utf8.count == 4, mark.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return .unusableMark(mark: mark)
    }
    do throws(ModelError) { try model.check() } catch { return error }
    return nil
  }

  /// Throws `unusableModel` if no store can be created from the schema.
  func check() throws(StoreError) {
    if let fault { throw .unusableModel(fault) }
  }

  /// The newest version.
  public var version: Int { migrations.count }

  /// The mark as the number in the file's header.
  var applicationID: Int { mark.utf8.reduce(0) { $0 << 8 | Int($1) } }
}

/// A step from one version of a schema to the next.
///
/// A migration converts data that people entered, using only SQL and the code in its closure. It must not use the
/// current model or types: later versions change these, and the migration could no longer run. Derived data is not
/// converted: ``StoreSchema`` recomputes it once, after all migrations.
public struct Migration: Sendable {
  let run: @Sendable (Database) throws -> Void

  package init(_ run: @escaping @Sendable (Database) throws -> Void) { self.run = run }

  /// Creates all tables of a model, and the store's own.
  public static func creating(_ model: Model) -> Migration {
    // The model is checked only when the migration runs: generating the tables of an inconsistent model would crash.
    Migration { db in
      try model.check()
      try db.execute(script: ModelTables.bookkeeping + UndoHistory.createTables + ModelTables(model: model).sql)
    }
  }

  /// Runs SQL statements. Foreign keys are off meanwhile, so that tables can be rebuilt, and are checked afterwards.
  public static func sql(_ sql: String) -> Migration {
    Migration { db in try db.execute(sql: sql) }
  }
}

extension StoreSchema {
  /// Returns the version of a database.
  static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

  /// Whether a database is a store of this model, of any version, including 0.
  func isStore(_ db: Database) throws -> Bool {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Migrates a database from any older version. Can't be called in a transaction.
  ///
  /// All migrations run in one transaction, and the version is SQLite's own `user_version`, which can be read from the
  /// file's header before the file is opened. If two processes find the same old or empty file, one waits for the other
  /// and then finds the work done. (GRDB's `DatabaseMigrator` creates its own table before its first transaction, and
  /// if two start at once, one fails.)
  ///
  /// - Parameter beforeChange: Called with the version found, when no other process can write any more, before anything
  ///   is changed.
  func migrate(
    _ db: Database, _ context: StoreContext, to target: Int? = nil, beforeChange: (Int) throws -> Void = { _ in }
  ) throws {
    let target = target ?? version
    // Rebuilding a table must not delete what refers to it.
    try db.inTransactionWithoutForeignKeys {
      let found = try Self.version(of: db)
      if found >= target { return }
      try beforeChange(found)
      // Changesets depend on the positions of columns, which a migration changes.
      if try db.tableExists("_history") { try UndoHistory.forget(db) }
      for migration in migrations[found..<target] { try migration.run(db) }
      if target == version {
        try checkColumns(db, at: context.path)
        try derive(db, context)
      }
      try db.checkForeignKeys()
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(target)")
    }
  }

  /// Throws `missingColumns` if the database lacks part of the model, for example if a property is new and no migration
  /// creates its column. Without this check, the first query for the property would fail with an SQLite error.
  func checkColumns(_ db: Database, at path: String) throws {
    let found = try String.fetchSet(
      db,
      sql: """
        SELECT lower(tables.name || '.' || columns.name) FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT GLOB '_*'
        """)
    let missing = model.entities.flatMap { $0.missing(from: found, in: model) }
    if !missing.isEmpty { throw StoreError.missingColumns(path: path, missing) }
  }

  /// Recomputes all data derived from the records, in the order of the store's language.
  private func derive(_ db: Database, _ context: StoreContext) throws {
    try Settings.setOrder(db, of: context.collator)
    try DerivedColumns.all(db, context)
    try SearchList.update(db, model)
  }
}

extension Entity {
  /// Returns the columns missing from a database with the columns `found`, each written as `table.column`: columns such
  /// as `Book.title`, or `Book` if all are missing.
  fileprivate func missing(from found: Set<String>, in model: Model) -> [String] {
    let lacking = columns.filter { !found.contains("\(table).\($0)".columnFolded) }
    if !lacking.isEmpty, lacking.count == columns.count { return [name] }
    let pairs = relationships.filter { relationship in
      relationship.isToMany && model.inverse(of: relationship)?.isToMany == true
        && !found.contains("\(relationship.joinTable).\(relationship.name)".columnFolded)
    }
    return (lacking + pairs.map(\.name)).map { "\(name).\($0)" }
  }
}
