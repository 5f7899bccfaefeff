extension Model {
  /// Checks that the database can keep every name of its own, and that conditions can name it. What SQLite has keywords for,
  /// as `Order` and `group`, it can.
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
    for table in entities.map(\.table) + pairTables {
      let folded = table.columnFolded
      guard tables.insert(folded).inserted, !folded.hasPrefix("sqlite_") else { throw .takenTable(table: table) }
    }
  }

  /// The tables of pairs. Relationships that lead nowhere have none.
  private var pairTables: [String] {
    entities.flatMap(\.relationships).compactMap { relationship in
      guard relationship.isToMany, let inverse = inverse(of: relationship), inverse.isToMany else { return nil }
      return relationship.name < inverse.name ? relationship.pairTable : nil
    }
  }
}

extension Entity {
  /// All columns of its table.
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
  /// Whether it is a letter with letters, digits and underscores behind it.
  fileprivate var isName: Bool {
    first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The same for two names that SQLite takes for one: of ASCII, capitals and small letters are the same.
  var columnFolded: String {
    String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
