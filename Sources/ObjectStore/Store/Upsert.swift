import Foundation
package import GRDB

/// Inserts records of one type, or updates the existing records with the same key, after validating them.
///
/// Only differences from the existing record are written, so that saving an unchanged record changes nothing, and bytes
/// that were not read are kept. Values that the database computes are not written. One object is used for many records,
/// because its SQL is generated from the declaration. Finding the record first is faster than SQLite's upsert that
/// returns the ID, for which SQLite creates a temporary table each time. But after a new record the next one is usually
/// new too, so it is inserted without looking.
package final class Upsert<R: Record> {
  private let db: Database
  private let context: StoreContext
  private let find: String
  private let add: String
  /// The statement `add`, after its first use. It may only be run with ``GRDB/Statement/run(_:)``, after which it can
  /// be used again even if it failed.
  private var adding: Statement?
  private let key: [Property<R>]
  private let fields: [Field]
  private let kept: Set<String>
  /// Whether the last record was new.
  private var expectsNew = false
  /// Collects claims of unique values that other records still have; nil to refuse such records.
  var claims: UniqueClaims?
  /// Temporary values of columns of the record being saved.
  private var parked: [String: DatabaseValue] = [:]
  /// The values of all properties of the record being saved.
  private var values: [AttributeValue] = []

  /// The outcome of saving a record.
  package enum Outcome {
    /// The record is new.
    case inserted(R)
    /// The record replaced an older version of itself.
    case updated(old: R, new: R)
    /// The record was already saved with the same values.
    case unchanged(R)

    /// ID of the record in the store: its own ID, or the ID of the record it replaced.
    package var id: UUID {
      switch self {
      case .inserted(let record), .updated(_, let record), .unchanged(let record): record.id
      }
    }
  }

  /// Saves over the existing record with the same values in the attributes `key`, which must have a unique index. The
  /// existing record's values of the attributes `kept` are kept.
  package init(_ db: Database, _ context: StoreContext, matching key: [String] = ["id"], keeping kept: Set<String> = [])
  {
    precondition(R.properties.first?.column == "id", "a record's first property is its id")
    self.db = db
    self.context = context
    self.kept = kept
    self.key = key.map { name in R.properties.first { $0.column == name }! }
    fields = Field.all(of: R.self, context.collator)
    let condition = key.map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
    find = "SELECT \(R.selection) FROM \(R.entity.table.sqlName) WHERE \(condition)"
    let columns = fields.flatMap(\.columns)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    add = "INSERT INTO \(R.entity.table.sqlName) (\(columns.map(\.sqlName).joined(separator: ", "))) VALUES (\(places))"
  }

  /// Saves `record`.
  @discardableResult
  package func callAsFunction(_ record: R) throws -> Outcome {
    parked = [:]
    var parkings: [(key: UniqueKey, column: String, holder: UUID)] = []
    while true {
      do {
        let outcome = try save(record)
        for parking in parkings { claim(parking.key, parking.column, of: parking.holder, outcome.id) }
        if let claims { take(outcome, claims) }
        return outcome
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        guard let parking = try parking(after: error, beside: parkings.map(\.column)) else {
          throw try refusal(of: record, error) ?? error
        }
        parkings.append(parking)
      }
    }
  }

  private func save(_ record: R) throws -> Outcome {
    do {
      if !expectsNew, let old = try known(record) { return try update(old, to: record) ?? .unchanged(old) }
      do {
        let inserted = try insert(record)
        expectsNew = true
        return .inserted(inserted)
      } catch  where expectsNew && (error is StoreError || (error as? DatabaseError)?.isUniqueness == true) {
        guard let old = try known(record) else { throw error }
        expectsNew = false
        return try update(old, to: record) ?? .unchanged(old)
      }
    }
  }

  /// Returns how the record can be saved although another record has its values of a unique key: with a temporary value
  /// in one of the key's columns; nil if it can't.
  private func parking(
    after error: DatabaseError, beside tried: [String]
  ) throws -> (key: UniqueKey, column: String, holder: UUID)? {
    guard let claims, error.isUniqueness, let key = brokenKey(error) else { return nil }
    let keyFields = key.columns.compactMap { column in fields.first { $0.columns.contains(column) } }
    for (column, field) in zip(key.columns, keyFields) where !tried.contains(column) {
      guard let value = field.type.parkedValue,
        let holder = try UniqueClaims.holder(of: key, stored(values, of: key), R.entity.table, db),
        claims.claimable?.contains(holder) ?? true
      else { continue }
      parked[column] = value
      return (key, column, holder)
    }
    return nil
  }

  /// Notes that a record is parked with a temporary value in a column.
  private func claim(_ key: UniqueKey, _ column: String, of holder: UUID, _ id: UUID) {
    guard let claims, let value = parked[column], let field = fields.first(where: { $0.columns.contains(column) })
    else {
      return
    }
    claims.add(
      UniqueClaims.Claim(
        owner: UniqueClaims.Owner(table: R.entity.table, id: id, key: key), type: R.self, column: column, parked: value,
        value: field.value(values).stored, step: claims.step), of: holder)
  }

  /// Returns the existing record with the same key.
  private func known(_ record: R) throws -> R? {
    let wanted = StatementArguments(key.map { $0.get(record).stored })
    return try Row.fetchOne(db.cachedStatement(sql: find), arguments: wanted).map { try R(row: $0) }
  }

  /// Writes the computed values of a record again, after the computation or the values it depends on have changed.
  ///
  /// Names that were different before may now be the same. Then one of the records gets the new key, and the other
  /// records keep their old keys, which are unique as well: the catalog must stay usable, so that a person can rename
  /// the records, as verifying it suggests.
  func refresh(_ record: R) throws {
    let computed = fields.filter(\.isComputed)
    do {
      try write(computed, of: record.values, over: record.id)
    } catch let error as DatabaseError where error.isUniqueness {
      let folded = R.entity.foldedColumns
      try write(computed.filter { !folded.contains($0.columns[0]) }, of: record.values, over: record.id)
    }
  }

  /// Inserts a row, and returns the record that reading the row would give.
  private func insert(_ record: R) throws -> R {
    let record = record.tidied()
    let values = record.values
    self.values = values
    try R.validate(values)
    var row: [DatabaseValue] = []
    row.reserveCapacity(fields.count + 2)
    var inserted = record
    for index in fields.indices {
      let start = row.count
      try append(fields[index], of: values, to: &row)
      // A record's own properties come before the database's additional values, which are stored as given.
      if !fields[index].isKeptAsGiven, values[index] != .null {
        try R.properties[index].put(row[start...], into: &inserted)
      }
    }
    let adding = try self.adding ?? db.cachedStatement(sql: add)
    self.adding = adding
    try adding.run(row)
    return inserted
  }

  /// Writes the values that differ from the existing record; returns nil if none differ.
  private func update(_ old: R, to record: R) throws -> Outcome? {
    let before = old.values
    let values = record.tidied(since: old).values
    self.values = values
    try R.validate(values, since: before)
    let changed = fields.filter { field in
      field.isWritten && !kept.contains(field.columns.last!)
        && !field.sources.allSatisfy { before[$0].isIdentical(to: values[$0]) }
    }
    if changed.isEmpty { return nil }
    try write(changed, of: values, over: old.id)
    guard var new = try R.fetch(db, old.id) else { preconditionFailure("the row has just been written") }
    for (index, property) in R.properties.enumerated() where parked[property.column] != nil {
      _ = property.set(&new, values[index])
    }
    return .updated(old: old, new: new)
  }

  /// Notes the unique values that the saved record has now, and the unique values that it gave up.
  private func take(_ outcome: Outcome, _ claims: UniqueClaims) {
    if case .unchanged = outcome { return }
    for key in R.entity.uniqueKeys {
      let owner = UniqueClaims.Owner(table: R.entity.table, id: outcome.id, key: key)
      let now = stored(values, of: key)
      guard case .updated(let old, _) = outcome else {
        claims.take(owner, now, from: nil)
        continue
      }
      let before = stored(old.values, of: key)
      if before != now { claims.take(owner, now, from: before) }
    }
  }

  /// Returns the values of a key's columns, from the values of all properties.
  private func stored(_ values: [AttributeValue], of key: UniqueKey) -> [DatabaseValue] {
    key.columns.compactMap { column in fields.first { $0.columns.contains(column) }?.value(values).stored }
  }

  private func write(_ fields: [Field], of values: [AttributeValue], over id: UUID) throws {
    if fields.isEmpty { return }
    let changes = fields.flatMap(\.columns).map { "\($0.sqlName) = ?" }.joined(separator: ", ")
    var row: [DatabaseValue] = []
    for field in fields { try append(field, of: values, to: &row) }
    try db.cachedStatement(sql: "UPDATE \(R.entity.table.sqlName) SET \(changes) WHERE id = ?").run(
      row + [id.databaseValue])
  }

  /// Appends the values of a field's columns.
  private func append(_ field: Field, of values: [AttributeValue], to row: inout [DatabaseValue]) throws {
    if let value = parked[field.columns[0]] { return row.append(value) }
    let value = field.value(values)
    guard case .data(let limit) = field.type else { return row.append(value.stored) }
    guard case .data(let data) = value else { return row += [.null, .null] }
    switch data.place {
    case .here(let bytes) where context.external.takesMore && bytes.count > limit:
      row += [try context.external.store(bytes).description.databaseValue, .null]
    case .here(let bytes): row += [.null, bytes.databaseValue]
    case .external(let reference): row += [reference.description.databaseValue, .null]
    case .row:
      throw StoreError.refused(
        InvalidValue(
          entity: R.entity.name, attribute: field.columns[1], value: .data(data),
          .bytesInAnotherRow))
    }
  }

  /// Converts SQLite's refusal, which contains the columns of the unique index that already has the value, or the name
  /// of the check.
  private func refusal(of record: R, _ error: DatabaseError) throws -> StoreError? {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY: return .danglingReference(entity: R.entity.name, id: record.id)
    case .SQLITE_CONSTRAINT_CHECK: return context.model.brokenSum(error.message ?? "")
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY:
      guard let key = brokenKey(error), let name = key.attributes.first, let value = record.value(for: name) else {
        return nil
      }
      let holder = try UniqueClaims.holder(of: key, stored(values, of: key), R.entity.table, db)
      let by = try R.fetch(db, holder)?.uniqueTexts
      return .refused(
        InvalidValue(entity: R.entity.name, attribute: name, value: value, .taken(entity: R.entity.name, by: by)))
    default: return nil
    }
  }

  /// Returns the unique key that another record already has, from SQLite's message.
  private func brokenKey(_ error: DatabaseError) -> UniqueKey? {
    R.entity.uniqueKeys.first { key in
      let columns = key.columns.map { "\(R.entity.table).\($0)" }.joined(separator: ", ")
      return error.message?.hasSuffix(": " + columns) ?? false
    }
  }
}

extension Model {
  /// Returns the error for the sum that a change would put outside its rule, found by the name of the failed check.
  fileprivate func brokenSum(_ message: String) -> StoreError? {
    for entity in entities {
      for attribute in entity.attributes
      where attribute.aggregate?.function == .sum
        && message.hasSuffix(entity.sumCheck(attribute))
      {
        return .sumRefused(entity: entity.name, attribute: attribute.name, rule: attribute.rule)
      }
    }
    return nil
  }
}
