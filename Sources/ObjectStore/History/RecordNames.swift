import Foundation
internal import GRDB

/// The names of records, including deleted ones if the history still contains them.
struct RecordNames {
  private let model: Model
  private let db: Database

  init(_ model: Model, _ db: Database) { (self.model, self.db) = (model, db) }

  /// Returns the record with an ID as named in a sentence, such as `product “Mug”`; nil if its name is unknown.
  func name(of entity: Entity, _ id: UUID) throws -> String? {
    if let type = model.recordType(entity.name), let subject = try subject(type, id) { return subject }
    let titles = entity.titleAttributes
    if titles.isEmpty { return nil }
    let known = try Row.fetchOne(
      db, sql: "SELECT \(titles.map(\.sqlName).joined(separator: ", ")) FROM \(entity.table.sqlName) WHERE id = ?",
      arguments: [id])
    let values = try known.map { Array($0.databaseValues) } ?? remembered(titles, of: entity, id)
    guard let title = values.compactMap(String.fromDatabaseValue).first(where: { !$0.isEmpty }) else { return nil }
    return "\(entity.words) \(title.quoted)"
  }

  private func subject<R: Record>(_ type: R.Type, _ id: UUID) throws -> String? { try R.fetch(db, id)?.subject }

  /// Returns the values of a record when it was last added or removed.
  private func remembered(_ columns: [String], of entity: Entity, _ id: UUID) throws -> [DatabaseValue] {
    let names = try db.columns(in: entity.table).map(\.name)
    let places = columns.compactMap { names.firstIndex(of: $0) }
    let edits = try UndoHistory.changesets(db)
    var values: [DatabaseValue] = []
    while let data = try edits.next() {
      try Changeset(data: data).forEachChange { change in
        guard change.table.name == entity.table, change.operation != .update, change.key == [id.databaseValue] else {
          return
        }
        let row = change.operation == .insert ? change.new : change.old
        values = places.compactMap { row[$0] }
      }
    }
    return values
  }
}
