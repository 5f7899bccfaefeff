internal import GRDB

/// A row that is not as a change expects it, so that the change cannot be made.
struct ChangeConflict: Error, Hashable {
  enum Kind: Hashable {
    /// The row to be changed or deleted is not there.
    case missing
    /// The row to be inserted is there already.
    case present
    /// These columns of the row have other values than the change starts from; what was found.
    case changed([String: DatabaseValue])
    /// Another row has the same values in these columns, which are unique, as the row is to have; all it is to have.
    case taken(Set<String>, row: [String: DatabaseValue])
    /// A column that is computed from other rows would come to a value that it may not have.
    case computed(String, DatabaseValue)
    /// The row would break another rule of its table; SQLite's words.
    case constraint(String)
  }

  let table: String
  /// The primary key, by column.
  let key: [String: DatabaseValue]
  let kind: Kind
}
