import Foundation
package import GRDB

extension Store {
  /// Replaces the texts in a column of a table wherever the history contains them, in the same transaction in which the
  /// table's rows are changed alike, so that the edits can still be undone and redone.
  ///
  /// - Parameter replace: Returns the new text for an old one.
  package static func rewriteHistory(
    ofColumn column: String, in table: String, _ db: Database, _ replace: (String) -> String
  ) throws {
    guard let place = try db.columns(in: table).firstIndex(where: { $0.name == column }) else { return }
    for (list, key) in [("_history", "id"), ("_part", "rowid")] where try db.tableExists(list) {
      let update = try db.makeStatement(sql: "UPDATE \(list) SET changeset = ? WHERE \(key) = ?")
      for number in try Int64.fetchAll(db, sql: "SELECT \(key) FROM \(list)") {
        let data = try Data.fetchOne(db, sql: "SELECT changeset FROM \(list) WHERE \(key) = ?", arguments: [number])
        var (changes, isChanged): ([Change], Bool) = ([], false)
        try Changeset(data: data ?? Data()).forEachChange { change in
          let new = change.table.name == table ? change.replacing(at: place, replace) : change
          isChanged = isChanged || new != change
          changes.append(new)
        }
        if isChanged { try update.execute(arguments: [Changeset(changes).data, number]) }
      }
    }
  }
}

extension Change {
  /// Returns the change with other texts in a column.
  fileprivate func replacing(at column: Int, _ replace: (String) -> String) -> Change {
    func replaced(_ values: [DatabaseValue?]) -> [DatabaseValue?] {
      guard values.indices.contains(column), case .string(let text)? = values[column]?.storage else { return values }
      var values = values
      values[column] = replace(text).databaseValue
      return values
    }
    return Change(table: table, operation: operation, old: replaced(old), new: replaced(new))
  }
}
