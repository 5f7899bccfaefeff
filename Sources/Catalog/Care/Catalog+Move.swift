import Foundation
import GRDB
import ObjectStore
import Text

extension Catalog {
  /// Moves the catalog in the file at `path` to another file, as ``Store/move(_:to:_:adapt:)`` does. The paths that it
  /// stores lead to the same files as before. Journals of runs beside the catalog are not moved.
  package static func moveFile(_ path: String, to new: String) throws(StoreError) {
    let old = CatalogPaths(besideFile: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    try Store.move(path, to: new, schema) { (store) throws(StoreError) in try Catalog(store).adaptPaths(from: old) }
  }

  /// Stores paths relative to this catalog's folder that were relative to another folder, also in the history, so that
  /// the removal of a photo can be undone.
  private func adaptPaths(from old: CatalogPaths) throws(StoreError) {
    try transact { db in
      for table in ["photo", "runFailure"] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, path FROM \(table.sqlName)")
        let changes = rows.map { (id: $0[0] as UUID, old: $0[1] as String) }.compactMap { row in
          let path = adapt(row.old, from: old)
          return path == row.old ? nil : (row.id, path)
        }
        let update = try db.makeStatement(sql: "UPDATE \(table.sqlName) SET path = ? WHERE id = ?")
        // Paths are unique, and one photo's new path can be another's old one. No stored path begins with two slashes.
        for (id, _) in changes { try update.execute(arguments: ["//" + id.uuidString, id]) }
        for (id, path) in changes { try update.execute(arguments: [path, id]) }
        try Store.rewriteHistory(ofColumn: "path", in: table, db) { adapt($0, from: old) }
      }
      let save = try db.makeStatement(sql: "UPDATE run SET options = ? WHERE id = ?")
      for row in try Row.fetchAll(db, sql: "SELECT id, options FROM run") {
        guard case .object(let members)? = try? JSONValue(parsing: Data((row[1] as String).utf8)) else { continue }
        let changed = members.map { member in
          guard member.key == "recipe", let path = member.value.text else { return member }
          return JSONValue.Member(member.key, .string(adapt(path, from: old)))
        }
        if changed != members { try save.execute(arguments: [JSONValue.object(changed).description, row[0] as UUID]) }
      }
    }
  }

  private func adapt(_ path: String, from old: CatalogPaths) -> String { paths.storedPath(old.resolvedPath(path)) }
}
