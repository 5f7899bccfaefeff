extension Model {
  /// Checks that all names can be used in the database and in conditions. Keywords of SQLite, such as `Order` and
  /// `group`, can be used.
  func checkNames() throws(ModelError) {
    for entity in entities {
      guard entity.name.isName else { throw .unusableName(entity: entity.name, name: nil) }
      for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) where !name.isName {
        throw .unusableName(entity: entity.name, name: name)
      }
      var columns: Set<String> = []
      for column in entity.columns where !columns.insert(column.columnFolded).inserted {
        throw .takenColumn(entity: entity.name, column: column)
      }
    }
    var tables: Set<String> = []
    for table in entities.map(\.table) + joinTables {
      let folded = table.columnFolded
      guard tables.insert(folded).inserted, !folded.hasPrefix("sqlite_") else { throw .takenTable(table: table) }
    }
  }

  /// The pair tables. Relationships without a destination have none.
  private var joinTables: [String] {
    entities.flatMap(\.relationships).compactMap { relationship in
      guard relationship.isToMany, let inverse = inverse(of: relationship), inverse.isToMany else { return nil }
      return relationship.name <= inverse.name ? relationship.joinTable : nil
    }
  }
}

extension Entity {
  /// All columns of the entity's table.
  var columns: [String] {
    let own = attributes.flatMap { attribute in
      if case .data = attribute.type { [attribute.name, attribute.name + "File"] } else { [attribute.name] }
    }
    return own + relationships.filter { !$0.isToMany }.map(\.column) + foldedColumns
      + [orderedBy].compactMap(\.self).map { $0 + "Order" }
      + (searched.isEmpty ? [] : ["searchText"])
  }
}

extension String {
  /// Whether the text begins with a letter, followed by letters, digits and underscores.
  fileprivate var isName: Bool {
    first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The name in lower case, for comparing names as SQLite does: it ignores the case of ASCII letters.
  var columnFolded: String {
    String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
