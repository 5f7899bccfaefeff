import Foundation
internal import GRDB

/// By what the history is seen to have something of records that are forgotten.
struct RecordTrace {
  /// How many records are removed, by the names of their entities.
  private(set) var records: [String: Int] = [:]
  /// The ids of all of them.
  private var ids: Set<DatabaseValue> = []
  /// The table of the record that is forgotten, its id, and the places of the texts that it is found by.
  private let table: String
  private let id: DatabaseValue
  private let places: [Int]
  /// Those texts, as they are and as they were.
  private var texts: Set<String> = []

  /// The trace of a record of `entity` that a changeset removes, with others.
  init(of entity: Entity, _ id: UUID, removedBy changeset: Changeset, in model: Model, _ db: Database) throws {
    let columns = try db.columns(in: entity.table).map(\.name)
    let names = Set(entity.titleAttributes + entity.searched.filter { entity.attribute($0)?.type == .string })
    places = columns.indices.filter { names.contains(columns[$0]) }
    (table, self.id) = (entity.table, id.databaseValue)
    let entities = Dictionary(model.entities.map { ($0.table, $0.name) }) { first, _ in first }
    try changeset.forEachChange { change in
      guard change.operation == .delete, let entity = entities[change.table.name] else { return }
      records[entity, default: 0] += 1
      ids.formUnion(change.key)
    }
    try follow(changeset)
    let edits = try UndoHistory.changesets(db)
    while let edit = try edits.next() { try follow(Changeset(data: edit)) }
  }

  /// Takes up the texts that the record has had.
  private mutating func follow(_ changeset: Changeset) throws {
    try changeset.forEachChange { change in
      if change.table.name == table, change.key == [id] { texts.formUnion(found(in: change)) }
    }
  }

  private func found(in change: Change) -> [String] {
    places.filter(change.old.indices.contains).flatMap { [change.old[$0], change.new[$0]] }
      .compactMap { $0.flatMap(String.fromDatabaseValue) }.filter { !$0.isEmpty }
  }

  /// Whether a changeset has something of the records: one itself, a link to one, or the texts of the one that is forgotten.
  func isIn(_ changeset: Changeset) throws -> Bool {
    var isIn = false
    try changeset.forEachChange { change in
      if isIn { return }
      isIn =
        (change.old + change.new).contains { $0.map(ids.contains) ?? false }
        || change.table.name == table && !texts.isDisjoint(with: found(in: change))
    }
    return isIn
  }

  /// What an edit is called without the names of the record.
  func removed(from label: String) -> String {
    texts.reduce(label) { $0.replacing($1.quoted, with: "“…”") }
  }
}

extension UndoHistory {
  /// Drops the edits that have something of forgotten records in them, and takes their names out of what others are called.
  /// Returns how many went, and how many are called something else.
  func forget(_ trace: RecordTrace, _ db: Database) throws -> (edits: Int, renamed: Int) {
    var lost: Set<Int64> = []
    let changesets = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, changeset FROM _history
        UNION ALL SELECT history, changeset FROM _part JOIN _longEdit ON _longEdit.id = edit WHERE history NOT NULL
        """)
    while let row = try changesets.next() {
      if !lost.contains(row[0]), try trace.isIn(Changeset(data: row[1])) { lost.insert(row[0]) }
    }
    for id in lost { try db.execute(sql: "DELETE FROM _history WHERE id = ?", arguments: [id]) }
    // Otherwise they would go a few at a time.
    try db.execute(sql: "DELETE FROM _part WHERE edit NOT IN (SELECT id FROM _longEdit)")
    _ = try rename("_longEdit", trace, db)
    return (lost.count, try rename("_history", trace, db))
  }

  private func rename(_ table: String, _ trace: RecordTrace, _ db: Database) throws -> Int {
    var count = 0
    for row in try Row.fetchAll(db, sql: "SELECT id, label FROM \(table)") {
      let (id, label): (Int64, String) = (row[0], row[1])
      let other = trace.removed(from: label)
      if other == label { continue }
      try db.execute(sql: "UPDATE \(table) SET label = ? WHERE id = ?", arguments: [other, id])
      count += 1
    }
    return count
  }
}
