import Foundation
internal import GRDB

extension Edit {
  /// Returns the records that have all values in a row and existed before the row created the record `id`. If there are
  /// any, the same rows were probably imported before. Returns none if the row has an ID or the entity has a unique
  /// key, which show whether the record exists.
  ///
  /// Values that the row leaves blank are not compared, except relationships and times: a time that a row leaves blank
  /// is the current one, and equals any time on the same day.
  func twins<R: Record>(
    _ type: R.Type, of id: UUID, _ row: ImportRow, madeBefore: (UUID) -> Bool
  ) throws(StoreError) -> [R] {
    guard R.entity.uniqueKeys.isEmpty, row.id(of: R.entity) == nil, let record = try record(type, id) else { return [] }
    let likeness = Likeness(record, row, context.collator)
    return try attempt {
      try R.fetchAll(db, "WHERE " + likeness.sql, likeness.arguments).filter { $0.id != id && madeBefore($0.id) }
    }
  }
}

/// The conditions that select records equal to a record that a row has created.
private struct Likeness {
  private var conditions: [String] = []
  private(set) var arguments: StatementArguments = []

  var sql: String { conditions.isEmpty ? "0" : conditions.joined(separator: " AND ") }

  init<R: Record>(_ record: R, _ row: ImportRow, _ collator: Collator) {
    let values = record.values
    var given: Set<Int> = []
    for (index, property) in R.properties.enumerated() {
      if property.relationship != nil {
        add("\(property.column.sqlName) IS ?", [values[index]])
      } else if property.attribute?.isSettable == true, property.name != "id", row.isGiven(property.name) {
        if case .data = property.type { continue }
        given.insert(index)
        add("\(property.column.sqlName) IS ?", [values[index]])
      } else if property.attribute?.isOptional == false, case .date(let moment) = values[index] {
        let start = Calendar(identifier: .gregorian).startOfDay(for: moment)
        add("\(property.column.sqlName) BETWEEN ? AND ?", [.date(start), .date(start.addingTimeInterval(86_400))])
      }
    }
    // Companion columns, such as `nameFolded`, have an index, by which a name is found.
    for companion in Field.companions(of: R.self, collator) where given.isSuperset(of: companion.sources) {
      add("\(companion.columns[0].sqlName) IS ?", [companion.value(values)])
    }
  }

  private mutating func add(_ condition: String, _ values: [AttributeValue]) {
    conditions.append(condition)
    for value in values { arguments += [value.stored] }
  }
}
