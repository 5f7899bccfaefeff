package import GRDB

/// What a store holds: the model as it is today, and the migrations that bring a file of an older version up to it.
///
/// Never edit a migration that has been released: files that it made are out there.
public struct StoreSchema: Sendable {
  /// The model of the newest version.
  public let model: Model
  /// Migration *n* (from 1) turns version *n* − 1 into version *n*. Version 0 is an empty file.
  public let migrations: [Migration]
  /// What is wrong with the model or the mark; nil if a store can be made of them.
  let fault: ModelError?
  /// Four letters that mark a file as a store of this model, in SQLite's `application_id`.
  public let mark: String
  /// How much the history of edits keeps.
  public var historyLimits = HistoryLimits()

  /// A schema of `model`. Its first migration makes the tables.
  ///
  /// The model is checked (``Model/check()``). Opening a store of a model that fails the check throws
  /// ``StoreError/unusableModel(_:)``.
  public init(_ model: Model, mark: String, migrations: [Migration]) {
    self.model = model
    self.mark = mark
    self.migrations = migrations
    fault = Self.fault(of: model, mark)
  }

  /// A schema in its first version: the tables that the model asks for.
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

  /// Throws `unusableModel` if no store can be made of the schema.
  func check() throws(StoreError) {
    if let fault { throw .unusableModel(fault) }
  }

  /// The newest version.
  public var version: Int { migrations.count }

  /// The mark as the number that the file's header has.
  var applicationID: Int { mark.utf8.reduce(0) { $0 << 8 | Int($1) } }
}

/// One step from a version of a schema to the next.
///
/// It moves what people and runs have put in, by SQL and code of its own. It must not use the model or the types of today,
/// which later versions change: it could not run any more beneath them. What is derived from the records is left to
/// ``StoreSchema/migrate(_:_:to:beforeChange:)``, which makes it anew once, when all migrations have run.
public struct Migration: Sendable {
  let run: @Sendable (Database) throws -> Void

  package init(_ run: @escaping @Sendable (Database) throws -> Void) { self.run = run }

  /// Makes all tables that a model asks for, and the store's own.
  public static func creating(_ model: Model) -> Migration {
    // Only when it runs: what asks for the tables of a model that does not fit together would not come back.
    Migration { db in
      try model.check()
      try db.execute(sql: ModelTables.bookkeeping + UndoHistory.createTables + ModelTables(model: model).sql)
    }
  }

  /// Runs SQL statements. Foreign keys rest meanwhile, so that tables can be rebuilt, and are checked after.
  public static func sql(_ sql: String) -> Migration {
    Migration { db in try db.execute(sql: sql) }
  }
}

extension StoreSchema {
  /// The version that a database has.
  static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

  /// Whether a database is a store of this model: of any version, 0 included.
  func isStore(_ db: Database) throws -> Bool {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Brings a database to a version, from whichever older one it has. Not to be called in a transaction.
  ///
  /// All missing migrations run in one transaction, and the version is SQLite's own `user_version`, which the file's header
  /// shows before the file is opened. So if two processes find the same old or empty file, one waits for the other and then
  /// finds the work done. (GRDB's `DatabaseMigrator` makes its own table before its first transaction, and of two that start
  /// at once one fails.)
  ///
  /// - Parameter beforeChange: called with the version found, when nobody else can write any more and before anything is
  ///   changed.
  func migrate(
    _ db: Database, _ context: StoreContext, to target: Int? = nil, beforeChange: (Int) throws -> Void = { _ in }
  ) throws {
    let target = target ?? version
    // Rebuilding a table must not delete what refers to it.
    try db.inTransactionWithoutForeignKeys {
      let found = try Self.version(of: db)
      if found >= target { return }
      try beforeChange(found)
      // Changesets go by the places of columns, which a migration moves.
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

  /// Throws `missingColumns` where the database lacks some of the model, as where a property is new and no migration makes it.
  /// Without this, the first that asked for it would get an error of SQLite's.
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

  /// Makes all that is derived from the records, in the order of the store's language.
  private func derive(_ db: Database, _ context: StoreContext) throws {
    try Settings.setOrder(db, of: context.collator)
    try Refreshing.all(db, context)
    try SearchList.update(db, model)
  }
}

extension Entity {
  /// What a database lacks that has the columns `found`, each with its table before a point: `Book.title`, or `Book` where it has none
  /// of it.
  fileprivate func missing(from found: Set<String>, in model: Model) -> [String] {
    let lacking = columns.filter { !found.contains("\(table).\($0)".columnFolded) }
    if !lacking.isEmpty, lacking.count == columns.count { return [name] }
    let pairs = relationships.filter { relationship in
      relationship.isToMany && model.inverse(of: relationship)?.isToMany == true
        && !found.contains("\(relationship.pairTable).\(relationship.name)".columnFolded)
    }
    return (lacking + pairs.map(\.name)).map { "\(name).\($0)" }
  }
}
