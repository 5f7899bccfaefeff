import Foundation
internal import GRDB

extension SearchList {
  /// The number of records that are added to the list at once. Limits the texts held in memory.
  private static let batchCount = 250_000

  /// Updates the lists of all searched entities of a model. Called at the end of every transaction that may have
  /// changed records.
  static func update(_ db: Database, _ model: Model) throws {
    for list in all(of: model) { try list.update(db) }
  }

  /// Updates the list from the records.
  func update(_ db: Database) throws {
    let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM \(stale)")) ?? 0
    if count == 0 { return }
    // A record that waits for its new place must not be in its old one, where other records would look for their
    // neighbours.
    try remove(db, "\(stale) CROSS JOIN \(list) ON \(list).id = \(stale).id")
    try db.cachedStatement(sql: "DELETE FROM \(list) WHERE id IN (SELECT id FROM \(stale))").execute()
    // The first batch leaves room for the records of later batches.
    let spacing = ListNumbers.spacing * Int64(1 + count / Self.batchCount)
    let nextBatch = "SELECT max(id) FROM (SELECT id FROM \(stale) ORDER BY id LIMIT \(Self.batchCount))"
    while let last = try Data.fetchOne(db, sql: nextBatch) {
      try place(try waiting(db, upTo: last), spacing, db)
      try db.cachedStatement(sql: "DELETE FROM \(stale) WHERE id <= ?").execute(arguments: [last])
    }
    if count >= Self.mergingCount { try merge(db, pages: count / Self.recordsPerMergedPage) }
  }

  /// The number of changed records from which an edit merges parts of the index.
  private static let mergingCount = 1000
  /// The number of changed records per merged page.
  private static let recordsPerMergedPage = 20

  /// Merges parts of the index, writing at most `pages` pages of 4 KB. FTS5's automatic merging leaves a dozen parts in
  /// an index of a million records, and each search reads all of them. With half as many, a search takes half as long.
  private func merge(_ db: Database, pages: Int) throws {
    let fewest = try Int.fetchOne(db, sql: "SELECT v FROM \(entries)_config WHERE k = 'usermerge'")
    if fewest != 2 { try db.execute(sql: "INSERT INTO \(entries) (\(entries), rank) VALUES ('usermerge', 2)") }
    try db.cachedStatement(sql: "INSERT INTO \(entries) (\(entries), rank) VALUES ('merge', ?)")
      .execute(arguments: [pages])
  }

  /// Removes deleted entries from the index completely. FTS5 only marks them as deleted until it merges all parts.
  func forgetRemoved(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO \(entries) (\(entries)) VALUES ('optimize')")
  }

  /// A record's text, to be added to the list.
  private struct Item {
    let id: Data
    let text: String
  }

  private func waiting(_ db: Database, upTo last: Data) throws -> [(place: ListPosition, item: Item)] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(table).id, \(table).\(order), \(text) FROM \(stale) CROSS JOIN \(table) ON \(table).id = \(stale).id
          WHERE \(stale).id <= ?
          """), arguments: [last])
    var items: [(place: ListPosition, item: Item)] = []
    while let row = try rows.next() {
      items.append((ListPosition(key: row[1], id: row[0]), Item(id: row[0], text: row[2])))
    }
    return items.sorted { $0.place < $1.place }
  }

  /// Inserts sorted items between the existing ones.
  private func place(_ items: [(place: ListPosition, item: Item)], _ spacing: Int64, _ db: Database) throws {
    var rest = items[...]
    while let first = rest.first {
      let lower = try numberBefore(first.place, db)
      let next = try neighbour(after: lower, db)
      let run = rest.prefix { waiting in next.map { waiting.place < $0.place } ?? true }.map(\.item)
      rest = rest.dropFirst(run.count)
      let upper = next?.number ?? lower + spacing * Int64(run.count + 1)
      if let numbers = ListNumbers.spread(run.count, after: lower, before: upper) {
        for (number, item) in zip(numbers, run) { try insert(item, number, db) }
      } else {
        try makeRoom(for: run, after: lower, before: upper, db)
      }
    }
  }

  /// Inserts `run` between two numbers that are too close, by renumbering a window beside them.
  private func makeRoom(for run: [Item], after lower: Int64, before upper: Int64, _ db: Database) throws {
    for level in ListNumbers.levels {
      let mayHold = ListNumbers.capacity(level) - run.count
      let counted = try ListNumbers.windows(level, after: lower, before: upper)
        .map { (window: $0, count: try count(in: $0, upTo: mayHold + 1, db)) }
        .filter { $0.count <= mayHold }
      guard let (window, count) = counted.min(by: { $0.count < $1.count }),
        let numbers = window.numbers(added: run.count, moved: count)
      else { continue }
      let moved = try takeOut(window, db)
      for (number, item) in zip(numbers.moved, moved) { try insert(item, number, db) }
      for (number, item) in zip(numbers.added, run) { try insert(item, number, db) }
      return
    }
    preconditionFailure("the largest window has room for more records than a database holds")
  }

  private func count(in window: ListNumbers.Window, upTo limit: Int, _ db: Database) throws -> Int {
    let records = "SELECT 1 FROM \(list) WHERE \(Self.isInWindow) LIMIT ?"
    let statement = try db.cachedStatement(sql: "SELECT count(*) FROM (\(records))")
    return try Int.fetchOne(statement, arguments: [window.lower, window.upper, max(limit, 0)]) ?? 0
  }

  /// Removes the records in a window from the list, and returns them in order.
  private func takeOut(_ window: ListNumbers.Window, _ db: Database) throws -> [Item] {
    let (here, isHere): (StatementArguments, _) = ([window.lower, window.upper], Self.isInWindow)
    let sql = "SELECT id, text FROM \(list) WHERE \(isHere) ORDER BY number"
    let items = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: here).map { row in
      Item(id: row[0], text: row[1])
    }
    try remove(db, "\(list) WHERE \(isHere)", here)
    try db.cachedStatement(sql: "DELETE FROM \(list) WHERE \(isHere)").execute(arguments: here)
    return items
  }

  private static let isInWindow = "number > ? AND number < ?"

  /// Returns the number of the last record before a place; 0 if there is none.
  private func numberBefore(_ place: ListPosition, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(list).number FROM \(table) CROSS JOIN \(list) ON \(list).id = \(table).id
        WHERE (\(table).\(order), \(table).id) < (?, ?) ORDER BY \(table).\(order) DESC, \(table).id DESC LIMIT 1
        """)
    return try Int64.fetchOne(statement, arguments: [place.key, place.id]) ?? 0
  }

  private func neighbour(after number: Int64, _ db: Database) throws -> (number: Int64, place: ListPosition)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(list).number, \(table).\(order), \(table).id
        FROM \(list) CROSS JOIN \(table) ON \(table).id = \(list).id
        WHERE \(list).number > ? ORDER BY \(list).number LIMIT 1
        """)
    return try Row.fetchOne(statement, arguments: [number]).map { row in
      (number: row[0], place: ListPosition(key: row[1], id: row[2]))
    }
  }

  private func insert(_ item: Item, _ number: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO \(list) (number, id, text) VALUES (?, ?, ?)")
      .run([number.databaseValue, item.id.databaseValue, item.text.databaseValue])
    try db.cachedStatement(sql: "INSERT INTO \(entries) (rowid, entries) VALUES (?, ?)")
      .run([number.databaseValue, SearchText.entries(of: item.text).databaseValue])
  }

  /// Removes the list's `rows` from the index. FTS5 needs the indexed text for that.
  private func remove(_ db: Database, _ rows: String, _ arguments: StatementArguments = []) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT \(list).number, \(list).text FROM \(rows) ORDER BY \(list).number")
    let removal = try db.cachedStatement(
      sql: "INSERT INTO \(entries) (\(entries), rowid, entries) VALUES ('delete', ?, ?)")
    for row in try Row.fetchAll(statement, arguments: arguments) {
      try removal.execute(arguments: [row[0] as Int64, SearchText.entries(of: row[1])])
    }
  }
}
