import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

extension Entity: CustomTestStringConvertible {
  public var testDescription: String { name }
}

@Suite struct SchemaTests {
  private func withTables<T>(_ body: (Database) throws -> T) throws -> T { try Catalog.inMemory().query(body) }

  private struct Column: Equatable {
    var name: String
    var type: String
    var isRequired: Bool
  }

  @Test(arguments: Catalog.model.entities)
  func columnsMatchTheModel(entity: Entity) throws {
    let attributes = entity.attributes.flatMap { attribute in
      let column = Column(name: attribute.name, type: attribute.type.column, isRequired: !attribute.isOptional)
      guard case .data = attribute.type else { return [column] }
      return [column, Column(name: attribute.name + "File", type: "TEXT", isRequired: false)]
    }
    let toOne = entity.relationships.filter { !$0.isToMany }.map {
      Column(name: $0.name + "Id", type: "BLOB", isRequired: !$0.isOptional)
    }
    let folded = entity.uniqueKeys.compactMap { key -> Column? in
      guard case .caseBlind(let name) = key else { return nil }
      return Column(name: name + "Folded", type: "TEXT", isRequired: true)
    }
    let found = try withTables { db in
      try db.columns(in: entity.table).map { Column(name: $0.name, type: $0.type, isRequired: $0.isNotNull) }
    }
    let order = entity.orderedBy.map { [Column(name: $0 + "Order", type: "BLOB", isRequired: true)] } ?? []
    let search = entity.searched.isEmpty ? [] : [Column(name: "searchText", type: "TEXT", isRequired: true)]
    let expected = attributes + toOne + folded + order + search
    #expect(found.sorted { $0.name < $1.name } == expected.sorted { $0.name < $1.name })
  }

  @Test(arguments: Catalog.model.entities)
  func foreignKeysFollowTheInversesDeleteRule(entity: Entity) throws {
    let found = try withTables { db in
      try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(entity.table))")
        .map { "\($0["from"] as String) → \($0["table"] as String): \($0["on_delete"] as String)" }
    }
    let actions: [DeleteRule: String] = [.nullify: "SET NULL", .cascade: "CASCADE", .deny: "RESTRICT"]
    let expected = try entity.relationships.filter { !$0.isToMany }.map { relationship in
      let destination = try #require(Catalog.model.entity(relationship.destination))
      let inverse = try #require(Catalog.model.inverse(of: relationship))
      return "\(relationship.name)Id → \(destination.table): \(try #require(actions[inverse.deleteRule]))"
    }
    #expect(Set(found) == Set(expected))
  }

  @Test(arguments: Catalog.model.entities)
  func uniqueIndexesMatchTheModelsUniqueKeys(entity: Entity) throws {
    let found = try withTables { db in
      try db.indexes(on: entity.table).filter(\.isUnique).map(\.columns)
    }
    let expected = [["id"]] + entity.uniqueKeys.map(\.columns)
    #expect(Set(found) == Set(expected))
  }

  @Test func pairsAreDeletedWithEitherRecord() throws {
    let pairs = Catalog.model.entities.flatMap { entity in
      entity.relationships.filter { $0.isToMany && Catalog.model.inverse(of: $0)?.isToMany == true }
    }
    #expect(Set(pairs.map(\.joinTable)) == ["collections_products", "ingredients_usedIn", "makers_products"])
    for relationship in pairs {
      let keys = try withTables { db in
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(relationship.joinTable))")
          .filter { $0["from"] == relationship.name }
          .map { [$0["table"], $0["on_delete"]] as [String] }
      }
      let destination = try #require(Catalog.model.entity(relationship.destination))
      #expect(keys == [[destination.table, "CASCADE"]])
    }
  }

  @Test func everyForeignKeyHasAnIndex() throws {
    try withTables { db in
      for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
        let first = try db.indexes(on: table).compactMap(\.columns.first) + db.primaryKey(table).columns.prefix(1)
        for key in try db.foreignKeys(on: table) {
          #expect(first.contains(key.originColumns[0]), "\(table).\(key.originColumns[0])")
        }
      }
    }
  }

  @Test func aNewCatalogIsOneFileWithTheModelsSchema() throws {
    let asked = try DatabaseQueue().inDatabase { db in
      try Catalog.schema.migrate(db, Self.context)
      return try Self.content(db)
    }
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    try Store(at: path, Catalog.schema, createIfMissing: true).writer.close()
    let made = try DatabaseQueue(path: path).inDatabase { db in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal")
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 1)
      for entity in Catalog.model.entities { #expect(try db.tableExists(entity.table)) }
      return try Self.content(db)
    }
    #expect(made == asked)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["catalog.sqlite"])
  }

  /// The version and the mark, every object with its SQL, and every row except the collation's language, which depends on the
  /// machine.
  private static func content(_ db: Database) throws -> [String] {
    var lines = try ["user_version", "application_id", "encoding", "page_size", "auto_vacuum"].map {
      "\($0) \(try String.fetchOne(db, sql: "PRAGMA \($0)") ?? "")"
    }
    let objects = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    lines += try Row.fetchAll(db, sql: objects).map(\.description)
    // A search list stores its contents in separate tables.
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' ORDER BY name"
    for table in try String.fetchAll(db, sql: tables) {
      if table == "_setting" {
        lines += try String.fetchAll(db, sql: "SELECT name FROM _setting ORDER BY name")
      } else {
        lines += try Row.fetchAll(db, sql: "SELECT '\(table)', * FROM \(table)").map(\.description).sorted()
      }
    }
    return lines
  }

  private static let context = StoreContext(
    model: Catalog.model, path: Store.memory, external: ExternalStorage(), collator: Collator(locale: ""))
}
