import Foundation
internal import GRDB
import Text

/// Checks all values of all records of one type against their declaration, and the columns that the store adds, such as
/// sort keys.
struct RecordCheck<R: Record> {
  private let context: StoreContext
  private let companions: [Field]

  init(_ context: StoreContext) {
    self.context = context
    companions = Field.companions(of: R.self, context.collator)
  }

  func callAsFunction(_ db: Database) throws -> [Problem] {
    let columns = ([R.selection] + companions.flatMap(\.columns).map(\.sqlName)).joined(separator: ", ")
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(R.entity.table.sqlName) ORDER BY id")
    var problems: [Problem] = []
    while let row = try rows.next() { problems += try self.problems(of: row, db) }
    return problems
  }

  private func problems(of row: Row, _ db: Database) throws -> [Problem] {
    var record = R()
    var unreadable: Set<String> = []
    for (index, property) in R.properties.enumerated() {
      let value = AttributeValue(row[index], as: property.type)
      if value.map({ property.set(&record, $0) }) != true { unreadable.insert(property.name) }
    }
    let subject = Problem.Subject(record)
    let values = record.values
    var problems: [Problem] = []
    for (index, property) in R.properties.enumerated() {
      let found: DatabaseValue = row[index]
      if unreadable.contains(property.name) {
        problems.append(
          .value(
            subject, attribute: property.name, found: found.shown,
            .form(property.attribute?.expectation ?? .type(property.type))))
      } else {
        problems += self.problems(at: index, found, in: record, values, subject)
      }
    }
    // Without readable values, nothing can be computed.
    guard unreadable.isEmpty else { return problems }
    for (index, companion) in companions.enumerated() {
      let found: DatabaseValue = row[R.properties.count + index]
      let taken = try sameName(companion, found, companion.value(values), in: record, subject, db)
      problems += taken ?? outdated(companion.columns[0], found, companion.value(values), subject)
    }
    return problems
  }

  private func problems(
    at index: Int, _ found: DatabaseValue, in record: R, _ values: [AttributeValue], _ subject: Problem.Subject
  ) -> [Problem] {
    let property = R.properties[index]
    guard let value = AttributeValue(found, as: property.type) else { return [] }
    if let objection = R.objection(at: index, in: values) {
      return [.value(subject, attribute: property.name, found: value.description, objection)]
    }
    if case .data(let data) = value { return lost(data, property.name, subject) }
    if property.attribute?.isDerived == true { return outdated(property.name, found, property.get(record), subject) }
    let read = property.get(record).stored
    if read == found { return [] }
    return [.value(subject, attribute: property.name, found: found.shown, .readAs(read.shown))]
  }

  /// Returns the problem if a record has the same name as another record, which an older version allowed; otherwise
  /// nil.
  private func sameName(
    _ companion: Field, _ found: DatabaseValue, _ expected: AttributeValue, in record: R, _ subject: Problem.Subject,
    _ db: Database
  ) throws -> [Problem]? {
    let column = companion.columns[0]
    guard R.entity.foldedColumns.contains(column), found != expected.stored,
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(R.entity.table.sqlName) WHERE \(column.sqlName) = ? AND id <> ?)",
        arguments: [expected.stored, record.id]) == true
    else { return nil }
    let property = R.properties[companion.sources[0]]
    return [
      .value(
        subject, attribute: property.name, found: property.get(record).description,
        .calledTheSame(entity: R.entity.name))
    ]
  }

  private func outdated(
    _ column: String, _ found: DatabaseValue, _ expected: AttributeValue, _ subject: Problem.Subject
  ) -> [Problem] {
    let expected = expected.stored
    return found == expected
      ? [] : [.outdated(subject, column: column, found: found.shown, expected: expected.shown)]
  }

  private func lost(_ data: StoredData, _ attribute: String, _ subject: Problem.Subject) -> [Problem] {
    guard case .external(let reference) = data.place, let loss = context.external.objection(to: reference) else {
      return []
    }
    let path = context.external.path(of: reference) ?? Store.memory
    return [.lostData(subject, attribute: attribute, path: path, loss)]
  }
}

extension DatabaseValue {
  /// The value in a message for people.
  var shown: String {
    switch storage {
    case .null: "nothing"
    case .string(let text): "“\(text)”"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .blob(let bytes): "x'\(hexadecimal(bytes))'"
    }
  }
}
