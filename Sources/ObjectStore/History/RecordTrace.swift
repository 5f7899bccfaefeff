import Foundation
internal import GRDB

/// How changes of forgotten records are recognised in the history.
struct RecordTrace {
  /// Number of removed records, by entity.
  private(set) var records: [String: Int] = [:]
  /// IDs of all removed records.
  private var ids: Set<DatabaseValue> = []
  /// The table of the forgotten record, its ID, and the column indices of the texts that it is found by.
  private let table: String
  private let id: DatabaseValue
  private let places: [Int]
  /// The texts in these columns, current and earlier.
  private var texts: Set<String> = []

  /// Creates the trace of a record of `entity` that a changeset removes together with others.
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

  /// Adds earlier texts of the record.
  private mutating func follow(_ changeset: Changeset) throws {
    try changeset.forEachChange { change in
      if change.table.name == table, change.key == [id] { texts.formUnion(found(in: change)) }
    }
  }

  private func found(in change: Change) -> [String] {
    places.filter(change.old.indices.contains).flatMap { [change.old[$0], change.new[$0]] }
      .compactMap { $0.flatMap(String.fromDatabaseValue) }.filter { !$0.isEmpty }
  }

  /// Whether a changeset contains one of the records, a link to one, or a text of the forgotten record.
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

  /// Returns the label of an edit without the names of the record.
  func removed(from label: String) -> String {
    texts.reduce(label) { $0.replacing($1.quoted, with: "“…”") }
  }
}

extension UndoHistory {
  /// Removes the edits that contain any data of forgotten records, and removes the records' names from the labels of
  /// other edits. Returns the number of removed edits and the number of changed labels.
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
    // Later edits would delete the parts of these edits too, but only a few at a time.
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
