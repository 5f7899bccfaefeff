internal import GRDB

/// A row that prevents a change, because it isn't in the expected state.
struct ChangeConflict: Error, Hashable {
  enum Kind: Hashable {
    /// The row to be changed or deleted doesn't exist.
    case missing
    /// The row to be inserted exists already.
    case present
    /// The row has these values in columns where the change expects others.
    case changed([String: DatabaseValue])
    /// Another row has the same values in these unique columns; `row` is the complete row that was to be written.
    case taken(Set<String>, row: [String: DatabaseValue])
    /// A column computed from other rows would get a value that is not allowed.
    case computed(String, DatabaseValue)
    /// The row would break another rule of its table, with SQLite's message.
    case constraint(String)
  }

  let table: String
  /// The primary key, by column.
  let key: [String: DatabaseValue]
  let kind: Kind
}
