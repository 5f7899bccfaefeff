import Foundation
import TestSupport
import Testing

@testable import ObjectStore

/// Every operation of a store, with a model whose names are SQL keywords.
@Suite struct KeywordNamesTests {
  private typealias Order = Keywords.Order
  private typealias Select = Keywords.Select
  private typealias Group = Keywords.Group

  private let folder: TemporaryFolder
  private let store: Store
  private let first = Order("First", 1), second = Order("Second", 2)
  private let blue = Group("Blue")

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("orders.sqlite"), Keywords.schema, createIfMissing: true)
    let (first, second, blue) = (first, second, blue)
    try store.edit("Fill") { edit in
      try edit.save(first)
      try edit.save(second)
      try edit.save(blue)
      try edit.save(Select("shelf", 3, of: first, at: Date(timeIntervalSince1970: 100)))
      try edit.save(Select("drawer", 4, of: first, at: Date(timeIntervalSince1970: 200)))
      try edit.link(first, "join", to: blue.id)
    }
  }

  private func all<R: Record>(_ type: R.Type, in other: Store? = nil) throws -> [R] {
    try (other ?? store).read { try $0.fetch(Fetch<R>()) }
  }

  /// The values of all records, in order.
  private func values(in other: Store? = nil) throws -> [[AttributeValue]] {
    try all(Order.self, in: other).map(\.values)
  }

  private func titles(_ condition: String) throws -> [String] {
    let condition = try Condition(typed: condition, on: Order.entity, in: Keywords.model)
    return try store.read { try $0.fetch(Fetch<Order>(where: condition)).map(\.title) }
  }

  @Test func onlyKeywordsAreQuotedInTheSchema() throws {
    try Keywords.model.check()
    let schema = try store.query { db in
      try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE name IN ('order', 'order_groupOrder')").joined()
    }
    #expect(schema.contains("CREATE TABLE \"order\" (\n  id BLOB NOT NULL PRIMARY KEY,\n  \"group\" TEXT NOT NULL,"))
    #expect(schema.contains("CREATE INDEX order_groupOrder ON \"order\" (groupOrder, id)"))
  }

  @Test func recordsAreSavedFoundEditedByNameAndRemoved() throws {
    let found = try store.read { try $0.record(Order.self, matching: "FIRST") }
    #expect((found.number, found.total) == (1, 7))
    #expect(found.latest == Date(timeIntervalSince1970: 200))
    let changed = try store.edit("Change") { edit in
      try edit.set(
        found,
        [
          Assignment("to", "Ben"), Assignment("index", "9"), Assignment("order", "2025-03-01"),
          Assignment("default", "yes"), Assignment("join", "Blue, Red"), Assignment("offset", "3"),
        ])
    }
    #expect((changed.recipient, changed.number, changed.isUsual) == ("Ben", 9, true))
    #expect((changed.total, changed.start) == (10, 3))
    #expect(try all(Group.self).map(\.name) == ["Blue", "Red"])
    try store.edit("Remove") { edit in
      try edit.set(second, [Assignment("join", "Blue, Red")])
      try edit.remove(Order.self, first.id)
    }
    #expect(try all(Order.self).map(\.title) == ["Second"])
    #expect(try all(Select.self).isEmpty)
    #expect(try store.verify() == [])
  }

  @Test func aDuplicateUniqueValueIsRefusedByItsAttributeName() throws {
    let error = #expect(throws: StoreError.self) { try store.edit("Add") { try $0.save(Order("Third", 2)) } }
    #expect(error?.message == "Order.index is 2; another Order already has it: Second (2)")
    #expect(throws: StoreError.self) { try store.edit("Add") { try $0.save(Order("SECOND", 3)) } }
  }

  @Test(arguments: [
    ("group=first", ["First"]), ("group~s", ["First", "Second"]), ("index>1", ["Second"]),
    ("to=", ["First", "Second"]),
    ("having>=7 AND NOT default=yes", ["First"]), ("values>=2", ["First"]), ("values=drawer", ["First"]),
    ("join=Blue", ["First"]), ("distinct!=", ["First"]), ("group>=second", ["Second"]),
  ])
  func conditionsAcceptKeywordNames(condition: String, expected: [String]) throws {
    #expect(try titles(condition) == expected)
  }

  @Test func aConditionFollowsAToOneRelationship() throws {
    let condition = try Condition(typed: "table=first AND limit>3", on: Select.entity, in: Keywords.model)
    #expect(try store.read { try $0.fetch(Fetch<Select>(where: condition)).map(\.place) } == ["drawer"])
  }

  @Test func listsAreSortedAndSearchedByKeywordNames() throws {
    let byIndex = Fetch<Order>(by: [.init("index", descending: true), .init("order")])
    #expect(try store.read { try $0.fetch(byIndex).map(\.title) } == ["Second", "First"])
    for (text, expected) in [("draw", ["First"]), ("blu", ["First"]), ("sec", ["Second"]), ("", ["First", "Second"])] {
      #expect(try store.read { try $0.search(Order.self, text).map(\.title) } == expected, "\(text)")
    }
    #expect(try store.read { try $0.search(Group.self, "firs").map(\.name) } == ["Blue"])
  }

  @Test func storedBytesAreReadBack() throws {
    let bytes = Data((0..<200).map { UInt8($0) })
    try store.edit("Attach") { edit in try edit.update(Order.self, first.id) { $0.attachment = StoredData(bytes) } }
    #expect(try store.read { try $0.bytes(of: $0.existing(Order.self, first.id), "from") } == bytes)
  }

  @Test func editsAreUndoneRedoneAndDescribedByAttributeName() throws {
    try store.edit("Change") { edit in
      try edit.update(Order.self, first.id) { $0.recipient = "Ann" }
      try edit.save(Select("attic", 5, of: first))
      try edit.link(second, "join", to: blue.id)
    }
    let number = try store.history()[0].id
    #expect(try store.changes(of: number).flatMap(\.values).map(\.name).contains("to"))
    let before = try values()
    try store.undo()
    #expect(try all(Order.self).map(\.total) == [7, 0])
    #expect(try store.read { try $0.ids("union", of: blue) } == [first.id])
    try store.redo()
    #expect(try values() == before)
    try store.edit("Change") { edit in try edit.update(Order.self, first.id) { $0.recipient = "Eve" } }
    #expect(throws: StoreError.self) { try store.undo(number) }
    #expect(try store.verify() == [])
  }

  @Test func aRecordIsMergedIntoAnother() throws {
    try store.merge(Order.self, first.id, into: second.id)
    #expect(try all(Order.self).map(\.total) == [7])
    #expect(try store.read { try $0.ids("join", of: second) } == [blue.id])
    try store.undo()
    #expect(try all(Order.self).map(\.total) == [7, 0])
  }

  @Test(arguments: [nil, .letter, .value("index")] as [Sectioning?])
  func aListIsWatched(sections: Sectioning?) throws {
    let condition = Condition.or([.any("join", .equal("by", "Blue")), .where("index", .atLeast, Int32(2))])
    let watcher = try ListWatcher(store, Fetch<Order>(where: condition), sections: sections)
    #expect(watcher.sections.flatMap(\.ids) == [first.id, second.id])
    try store.edit("Add") { _ = try $0.save(Order("Third", 3)) }
    try store.edit("Unlink") { edit in
      try edit.link(second, "join", to: blue.id)
      try edit.unlink(first, "join", from: blue.id)
    }
    #expect(try !watcher.poll().isEmpty)
    #expect(try watcher.sections.flatMap(\.ids) == all(Order.self).filter { $0.id != first.id }.map(\.id))
  }

  @Test(arguments: ExchangeFormat.allCases)
  func anExportIsImportedUnchanged(format: ExchangeFormat) throws {
    let path = folder.path("export")
    #expect(try store.export(to: path, as: format) == 5)
    let copy = try Store.inMemory(Keywords.schema)
    let sources = try ImportSource.sources(at: path, as: format, of: Keywords.model)
    #expect(try copy.import(sources).inserted == 5)
    #expect(try values(in: copy) == values())
    #expect(try copy.read { try $0.ids("join", of: first) } == [blue.id])
    #expect(try copy.verify() == [])
    #expect(try copy.import(sources).unchanged == 5)
  }

  @Test func externalRowsAreMatchedByUniqueValues() throws {
    let rows = Data("group,index,to,join\nfirst,1,Ann,\"Blue, Red\"\nThird,3,,\n".utf8)
    let source = ImportSource(name: "Order.csv", bytes: rows, format: .csv, entity: "Order")
    let summary = try store.import([source])
    #expect((summary.inserted, summary.updated) == (1, 1))
    #expect(try all(Order.self).map(\.recipient) == ["Ann", nil, nil])
  }

  @Test func damageIsFoundAndRepaired() throws {
    try store.transact { db in
      try db.execute(
        sql: """
          PRAGMA defer_foreign_keys = ON;
          UPDATE "order" SET "having" = 99, groupFolded = 'x' WHERE "index" = 1;
          UPDATE _list_order SET text = 'y';
          """)
    }
    let problems = try store.verify()
    #expect(problems.count == 4)
    try store.repair(store.repairs(of: problems))
    #expect(try store.verify() == [])
  }

  @Test func aBackupIsComplete() throws {
    try store.backup(to: folder.path("copy.sqlite"))
    let copy = try Store(at: folder.path("copy.sqlite"), Keywords.schema, createIfMissing: false)
    #expect(try values(in: copy) == values())
  }
}
