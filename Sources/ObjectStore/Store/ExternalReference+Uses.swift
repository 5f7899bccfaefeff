import Foundation
internal import GRDB

extension ExternalReference {
  /// Returns all references in rows and in edits of the history, which an undo may restore.
  static func inUse(_ db: Database, _ model: Model) throws -> Set<ExternalReference> {
    var references = try inRows(db, model)
    let groups = try UndoHistory.changesets(db)
    while let group = try groups.next() {
      try Changeset(data: group).forEachChange { change in
        // Any text that could be a reference counts as one, because columns may have moved since.
        for value in change.old + change.new {
          if let value, case .string(let text) = value.storage, let reference = ExternalReference(text) {
            references.insert(reference)
          }
        }
      }
    }
    return references
  }

  private static func inRows(_ db: Database, _ model: Model) throws -> Set<ExternalReference> {
    var references: Set<ExternalReference> = []
    for entity in model.entities {
      for attribute in entity.attributes {
        guard case .data = attribute.type else { continue }
        let column = (attribute.name + "File").sqlName
        let texts = try String.fetchCursor(
          db, sql: "SELECT DISTINCT \(column) FROM \(entity.table.sqlName) WHERE \(column) NOT NULL")
        while let text = try texts.next() {
          if let reference = ExternalReference(text) { references.insert(reference) }
        }
      }
    }
    return references
  }
}
