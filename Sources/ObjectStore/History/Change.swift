internal import GRDB

/// A table in a changeset.
struct ChangedTable: Hashable {
  let name: String
  /// For each column, whether it is part of the primary key.
  let isKey: [Bool]
}

/// The change of one row.
struct Change: Hashable {
  enum Operation: Hashable {
    case insert
    case update
    case delete
  }

  let table: ChangedTable
  let operation: Operation
  /// The old value of each column. An inserted row has no old values. An updated row has the old values of the primary
  /// key and of changed columns.
  let old: [DatabaseValue?]
  /// The new value of each column. A deleted row has no new values. An updated row has the new values of changed
  /// columns.
  let new: [DatabaseValue?]

  /// The row's primary key. No change modifies it: for SQLite, a row with another key is another row.
  var key: [DatabaseValue] {
    let values = operation == .insert ? new : old
    return zip(table.isKey, values).compactMap { $0 ? $1 : nil }
  }

  /// The change that undoes this one.
  var inverse: Change {
    switch operation {
    case .insert: return Change(table: table, operation: .delete, old: new, new: old)
    case .delete: return Change(table: table, operation: .insert, old: new, new: old)
    case .update:
      let before = table.isKey.indices.map { table.isKey[$0] ? old[$0] : new[$0] }
      let after = table.isKey.indices.map { table.isKey[$0] ? nil : old[$0] }
      return Change(table: table, operation: .update, old: before, new: after)
    }
  }
}
