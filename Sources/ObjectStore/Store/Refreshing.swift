import Foundation
internal import GRDB

/// Computes anew what columns hold of other columns: folded texts, keys of the order, what searches look through.
///
/// The order's keys change with the store's language and with the library that makes them; and after migrations, all of
/// them are made anew. Takes some ten microseconds a record.
enum Refreshing {
  /// All records of a model.
  static func all(_ db: Database, _ context: StoreContext) throws {
    for type in context.model.recordTypes { try records(of: type, db, context) }
  }

  /// All records of one kind.
  static func records<R: Record>(of type: R.Type, _ db: Database, _ context: StoreContext) throws {
    let saving = Upsert<R>(db, context)
    let ids = try UUID.fetchAll(db, sql: "SELECT id FROM \(R.entity.table.sqlName)")
    for id in ids {
      if let record = try R.fetch(db, id) { try saving.refresh(record) }
    }
  }
}
