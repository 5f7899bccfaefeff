internal import GRDB

extension Migration {
  /// Adds a column behind another one, which SQLite itself does only at the end of a table: the table is made anew, with the
  /// indexes and triggers that it had.
  ///
  /// - Parameters:
  ///   - definition: As it is to stand in the table's text: name, type and constraints.
  ///   - value: What rows that are there get, as SQL.
  package static func addingColumn(
    _ definition: String, to table: String, behind neighbour: String, value: String = "NULL"
  ) -> Migration {
    Migration { db in
      let text = { (type: String) in
        try String.fetchAll(
          db, sql: "SELECT sql FROM sqlite_master WHERE type = ? AND tbl_name = ? AND sql NOT NULL",
          arguments: [type, table])
      }
      let (before, indexes, triggers) = (try text("table")[0], try text("index"), try text("trigger"))
      var lines = before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard let place = lines.firstIndex(where: { $0.hasPrefix("  \(neighbour.sqlName) ") }) else {
        preconditionFailure("\(table) has no column \(neighbour)")
      }
      lines.insert("  \(definition),", at: place + 1)
      let columns = try db.columns(in: table).map(\.name.sqlName).joined(separator: ", ")
      let name = definition.prefix { $0 != " " }
      let quoted = table.sqlName
      let steps =
        [
          "CREATE TABLE _before AS SELECT * FROM \(quoted)", "DROP TABLE \(quoted)", lines.joined(separator: "\n"),
          "INSERT INTO \(quoted) (\(columns), \(name)) SELECT \(columns), \(value) FROM _before", "DROP TABLE _before",
        ] + indexes + triggers
      for step in steps { try db.execute(sql: step) }
    }
  }
}
