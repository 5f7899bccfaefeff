import Foundation
internal import GRDB

/// Recomputes columns that depend on other columns: folded texts, sort keys, and search texts.
///
/// Sort keys change with the store's language and with the library that makes them. After migrations, all of these
/// columns are recomputed. That takes some ten microseconds per record.
enum DerivedColumns {
  /// Recomputes all records of a model.
  static func all(_ db: Database, _ context: StoreContext) throws {
    for type in context.model.recordTypes { try records(of: type, db, context) }
  }

  /// Recomputes all records of one type.
  static func records<R: Record>(of type: R.Type, _ db: Database, _ context: StoreContext) throws {
    let saving = Upsert<R>(db, context)
    let ids = try UUID.fetchAll(db, sql: "SELECT id FROM \(R.entity.table.sqlName)")
    for id in ids {
      if let record = try R.fetch(db, id) { try saving.refresh(record) }
    }
  }
}
