internal import GRDB

/// What a changeset says of a table.
struct ChangedTable: Hashable {
  let name: String
  /// For each column, whether it is part of the primary key.
  let isKey: [Bool]
}

/// What has become of one row.
struct Change: Hashable {
  enum Operation: Hashable {
    case insert
    case update
    case delete
  }

  let table: ChangedTable
  let operation: Operation
  /// Each column's value before: none for an inserted row; for an updated one, of the primary key and of what changed.
  let old: [DatabaseValue?]
  /// Each column's value after: none for a deleted row; for an updated one, of what changed.
  let new: [DatabaseValue?]

  /// The row's primary key. No change touches it: to SQLite, a row with another key is another row.
  var key: [DatabaseValue] {
    let values = operation == .insert ? new : old
    return zip(table.isKey, values).compactMap { $0 ? $1 : nil }
  }

  /// The change that takes this one back.
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
