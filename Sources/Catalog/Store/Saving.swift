import Foundation
internal import GRDB

/// Saves records of one kind: validates, and writes each over the one with the same key, or as a new one.
///
/// Only what differs from the record that is there is written, so that saving a record as it was changes nothing, and
/// bytes that stayed behind stay where they are. What the database keeps itself is left alone. Made once for many records,
/// because the statements' text is put together from the declaration. To look for the record first is faster than an
/// upsert that returns the id, for which SQLite sets up a temporary table each time; but where one was new the next most
/// often is too, and is inserted without looking.
final class Saving<R: Record> {
  private let db: Database
  private let context: StoreContext
  /// Texts, and not statements: GRDB cannot use one again that has failed, and takes it out of its cache.
  private let find: String
  private let insertion: String
  private let key: [Property<R>]
  private let fields: [Field<R>]
  private let kept: Set<String>
  /// Whether the last record was new.
  private var expectsNew = false

  /// What became of a record.
  enum Outcome {
    /// It is new.
    case inserted(R)
    /// It took the place of an older state of itself.
    case updated(old: R, new: R)
    /// It was there already as it is.
    case unchanged(R)

    /// The id it has in the store: its own, or that of the record it was written over.
    var id: UUID {
      switch self {
      case .inserted(let record), .updated(_, let record), .unchanged(let record): record.id
      }
    }
  }

  /// Saves over the record that has the same values in the attributes `key`, which a unique index covers. What that one
  /// has in the attributes `kept` stays.
  init(_ db: Database, _ context: StoreContext, matching key: [String] = ["id"], keeping kept: Set<String> = []) {
    precondition(R.properties.first?.column == "id", "a record's first property is its id")
    self.db = db
    self.context = context
    self.kept = kept
    self.key = key.map { name in R.properties.first { $0.column == name }! }
    fields = Field<R>.all(context.collator)
    let condition = key.map { "\($0) = ?" }.joined(separator: " AND ")
    find = "SELECT \(R.selection) FROM \(R.entity.table) WHERE \(condition)"
    let columns = fields.flatMap(\.columns)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO \(R.entity.table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }

  /// Saves `record`.
  @discardableResult
  func callAsFunction(_ record: R) throws -> Outcome {
    try record.validate()
    do {
      if !expectsNew, let old = try known(record) { return try update(old, to: record) }
      do {
        let inserted = try insert(record)
        expectsNew = true
        return .inserted(inserted)
      } catch let error as DatabaseError where expectsNew && error.isUniqueness {
        guard let old = try known(record) else { throw error }
        expectsNew = false
        return try update(old, to: record)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw refusal(of: record, error) ?? error
    }
  }

  /// The record that is there with the same key.
  private func known(_ record: R) throws -> R? {
    let wanted = StatementArguments(key.map { $0.get(record).stored })
    return try Row.fetchOne(db.cachedStatement(sql: find), arguments: wanted).map { try R(row: $0) }
  }

  /// Writes anew what is computed from a record: after the way it is computed has changed, or what it depends on.
  func refresh(_ record: R) throws {
    let computed = fields.filter(\.isComputed)
    if computed.isEmpty { return }
    let changes = computed.flatMap(\.columns).map { "\($0) = ?" }.joined(separator: ", ")
    var arguments: [DatabaseValue] = []
    for field in computed { try append(field, of: record, to: &arguments) }
    arguments.append(record.id.databaseValue)
    try db.cachedStatement(sql: "UPDATE \(R.entity.table) SET \(changes) WHERE id = ?")
      .execute(arguments: StatementArguments(arguments))
  }

  /// Writes a new row, and returns the record as it would be read from it.
  private func insert(_ record: R) throws -> R {
    var values: [DatabaseValue] = []
    values.reserveCapacity(fields.count + 2)
    var inserted = record
    for (index, field) in fields.enumerated() {
      let start = values.count
      try append(field, of: record, to: &values)
      // A record's own properties come before what the database keeps beside them.
      if index < R.properties.count, !field.type.isKeptExactly || !field.isWritten {
        try R.properties[index].put(values[start...], into: &inserted)
      }
    }
    try db.cachedStatement(sql: insertion).execute(arguments: StatementArguments(values))
    return inserted
  }

  private func update(_ old: R, to record: R) throws -> Outcome {
    let changed = fields.filter { field in
      field.isWritten && !kept.contains(field.columns.last!) && !field.source(old).isIdentical(to: field.source(record))
    }
    if changed.isEmpty { return .unchanged(old) }
    let changes = changed.flatMap(\.columns).map { "\($0) = ?" }.joined(separator: ", ")
    var arguments: [DatabaseValue] = []
    for field in changed { try append(field, of: record, to: &arguments) }
    arguments.append(old.id.databaseValue)
    try db.cachedStatement(sql: "UPDATE \(R.entity.table) SET \(changes) WHERE id = ?")
      .execute(arguments: StatementArguments(arguments))
    return .updated(old: old, new: try R.fetch(db, old.id) ?? record)
  }

  /// Appends what the columns of a field are to hold.
  private func append(_ field: Field<R>, of record: R, to values: inout [DatabaseValue]) throws {
    let value = field.value(record)
    guard case .data(let limit) = field.type else { return values.append(value.stored) }
    guard case .data(let data) = value else { return values += [.null, .null] }
    switch data.place {
    case .here(let bytes) where context.external.folder != nil && bytes.count > limit:
      values += [try context.external.store(bytes).description.databaseValue, .null]
    case .here(let bytes): values += [.null, bytes.databaseValue]
    case .external(let reference): values += [reference.description.databaseValue, .null]
    case .row:
      throw CatalogError.refused(
        Refusal(
          entity: R.entity.name, attribute: field.columns[1], value: .data(data),
          rule: "its bytes are still in another record's row; read them first"))
    }
  }

  /// What SQLite's refusal means: it names the columns of the index that has the value already, or the check.
  private func refusal(of record: R, _ error: DatabaseError) -> CatalogError? {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY: return .danglingReference(entity: R.entity.name, id: record.id)
    case .SQLITE_CONSTRAINT_CHECK: return context.model.brokenSum(error.message ?? "")
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY:
      let broken = R.entity.uniqueKeys.first { key in
        let columns = key.columns.map { "\(R.entity.table).\($0)" }.joined(separator: ", ")
        return error.message?.hasSuffix(": " + columns) ?? false
      }
      guard let name = broken?.attributes.first, let value = record.value(for: name) else { return nil }
      return .refused(
        Refusal(entity: R.entity.name, attribute: name, value: value, rule: "another \(R.entity.name) has it already"))
    default: return nil
    }
  }
}

/// One thing that a record's row holds, and where it comes from.
struct Field<R: Record> {
  let columns: [String]
  let type: AttributeType
  /// What decides the value: where it is equal, so is the value.
  let source: (R) -> AttributeValue
  let value: (R) -> AttributeValue
  /// Whether saving over a record writes it.
  let isWritten: Bool
  /// Whether it is computed from the record's other values.
  let isComputed: Bool

  /// All fields of a record, in the order of their columns.
  static func all(_ collator: Collator) -> [Field] {
    let own: [Field] = R.properties.map { property in
      guard property.attribute?.sum != nil else {
        return Field(
          columns: property.columns, type: property.type, source: property.get, value: property.get,
          isWritten: property.column != "id", isComputed: property.attribute?.isDerived ?? false)
      }
      return Field(
        columns: property.columns, type: property.type, source: property.get, value: { _ in AttributeValue.integer(0) },
        isWritten: false, isComputed: false)
    }
    return own + companions(collator)
  }

  /// What the database keeps beside a record's own properties.
  static func companions(_ collator: Collator) -> [Field] {
    let folded = R.entity.foldedAttributes.map { name -> Field in
      companion(of: name, "Folded", .string) { text in AttributeValue.string(text.caseFolded) }
    }
    let order = [R.entity.orderedBy].compactMap { $0 }.map { name -> Field in
      companion(of: name, "Order", .binary) { text in AttributeValue.binary(collator.sortKey(for: text)) }
    }
    return folded + order + (R.entity.searched.isEmpty ? [] : [search])
  }

  /// The column that searches look through.
  private static var search: Field {
    let properties = R.entity.searched.compactMap { name in R.properties.first { $0.attribute?.name == name } }
    let text = { (record: R) in
      AttributeValue.string(SearchText.folded(properties.lazy.map { $0.searchText(record) }))
    }
    return Field(columns: ["searchText"], type: .string, source: text, value: text, isWritten: true, isComputed: true)
  }

  /// A column that holds another form of a text.
  private static func companion(
    of name: String, _ suffix: String, _ type: AttributeType, _ form: @escaping (String) -> AttributeValue
  ) -> Field {
    guard let property = R.properties.first(where: { $0.attribute?.name == name }) else {
      preconditionFailure("the model has been checked")
    }
    return Field(
      columns: [name + suffix], type: type, source: property.get,
      value: { record in
        guard case .string(let text) = property.get(record) else { return form("") }
        return form(text)
      }, isWritten: true, isComputed: true)
  }
}

extension Model {
  /// The sum whose rule a change would break, by the name of its check.
  fileprivate func brokenSum(_ message: String) -> CatalogError? {
    for entity in entities {
      for attribute in entity.attributes where attribute.sum != nil && message.hasSuffix(entity.sumCheck(attribute)) {
        return .sumRefused(entity: entity.name, attribute: attribute.name, rule: attribute.rule?.description ?? "")
      }
    }
    return nil
  }
}
