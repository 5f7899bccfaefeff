import Foundation
internal import GRDB

extension Store {
  /// Returns the changes of an edit in the history: each record, with its values before and after. Throws `noSuchEdit`.
  ///
  /// - Parameter limit: The maximum number of records. An import may have changed a million.
  public func changes(of number: Int64, limit: Int = .max) throws(StoreError) -> [RecordChange] {
    try query { db in
      let exists = try Bool.fetchOne(db, sql: "SELECT 1 FROM _history WHERE id = ?", arguments: [number]) ?? false
      if !exists { throw StoreError.noSuchEdit(number: number) }
      var telling = ChangeTelling(model, db)
      let changesets = try Data.fetchCursor(
        db,
        sql: """
          SELECT changeset FROM (
            SELECT 0 AS number, changeset FROM _history WHERE id = ?1
            UNION ALL
            SELECT number, changeset FROM _part WHERE edit = (SELECT id FROM _longEdit WHERE history = ?1))
          ORDER BY number
          """, arguments: [number])
      while let data = try changesets.next() {
        do {
          try Changeset(data: data).forEachChange { change in
            if telling.changes.count == limit { throw EnoughChanges() }
            try telling.tell(change)
          }
        } catch is EnoughChanges { break }
      }
      return telling.changes
    }
  }
}

private struct EnoughChanges: Error {}

/// Converts changes of rows to changes of the model's records.
private struct ChangeTelling {
  private let model: Model
  private let db: Database
  private let names: RecordNames
  private var known: [UUID: String?] = [:]
  private(set) var changes: [RecordChange] = []

  init(_ model: Model, _ db: Database) {
    (self.model, self.db) = (model, db)
    names = RecordNames(model, db)
  }

  mutating func tell(_ change: Change) throws {
    if let type = model.recordTypes.first(where: { $0.entity.table == change.table.name }) {
      try tell(change, of: type)
    } else if let (entity, relationship) = pair(change.table.name) {
      try tell(change, of: entity, relationship)
    }
  }

  private mutating func tell<R: Record>(_ change: Change, of type: R.Type) throws {
    guard let id = change.key.first.flatMap(UUID.fromDatabaseValue) else { return }
    let columns = try db.columns(in: change.table.name).map(\.name)
    let old = RowValues(columns, change.old), new = RowValues(columns, change.new)
    var values: [RecordChange.Value] = []
    for property in R.properties
    where property.name != "id" && property.attribute?.isDerived != true
      || property.attribute?.aggregate != nil
    {
      let before = old.value(of: property), after = new.value(of: property)
      if (before ?? .null) == (after ?? .null) { continue }
      let destination = property.relationship.flatMap { model.entity($0.destination) }
      values.append(
        RecordChange.Value(
          name: property.name, type: property.type, old: before ?? .null, new: after ?? .null,
          oldName: try name(of: destination, before), newName: try name(of: destination, after)))
    }
    // Changed keys for sorting and searching follow from the values listed already.
    if values.isEmpty, change.operation == .update { return }
    let subject: String? =
      switch change.operation {
      case .insert: new.record(type)?.subject
      case .delete: old.record(type)?.subject
      case .update: try name(of: R.entity, .uuid(id))
      }
    changes.append(
      RecordChange(
        kind: change.kind, entity: R.entity.name, id: id, subject: subject ?? "\(R.entity.words) \(id.text)",
        values: values))
  }

  /// Adds the change of a link between two records that is stored as a separate row. It counts as a change of the
  /// record on the side declared first.
  private mutating func tell(_ change: Change, of entity: Entity, _ relationship: Relationship) throws {
    let columns = try db.columns(in: change.table.name).map(\.name)
    let row = RowValues(columns, change.operation == .insert ? change.new : change.old)
    guard let owner = row.id(relationship.ownerColumn), let other = row.id(relationship.name) else { return }
    let name = try name(of: model.entity(relationship.destination), .uuid(other))
    let isNew = change.operation == .insert
    let value = RecordChange.Value(
      name: relationship.name, type: .uuid, old: isNew ? .null : .uuid(other), new: isNew ? .uuid(other) : .null,
      oldName: isNew ? nil : name, newName: isNew ? name : nil)
    changes.append(
      RecordChange(
        kind: .changed, entity: entity.name, id: owner,
        subject: try self.name(of: entity, .uuid(owner)) ?? "\(entity.words) \(owner.text)", values: [value]))
  }

  private func pair(_ table: String) -> (Entity, Relationship)? {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.isToMany && relationship.joinTable == table
        && model.inverse(of: relationship)?.isToMany == true
      {
        return (entity, relationship)
      }
    }
    return nil
  }

  private mutating func name(of entity: Entity?, _ value: AttributeValue?) throws -> String? {
    guard let entity, case .uuid(let id) = value else { return nil }
    if let name = known[id] { return name }
    let name = try names.name(of: entity, id)
    known[id] = .some(name)
    return name
  }
}

/// The values of a row in a change, by the names of its columns.
private struct RowValues {
  private let values: [String: DatabaseValue]

  init(_ columns: [String], _ values: [DatabaseValue?]) {
    var named: [String: DatabaseValue] = [:]
    for (name, value) in zip(columns, values) { named[name] = value }
    self.values = named
  }

  func id(_ column: String) -> UUID? { values[column].flatMap(UUID.fromDatabaseValue) }

  /// Returns the value of a property; nil if the change doesn't contain it. For bytes, only their number or place.
  func value<R: Record>(of property: Property<R>) -> AttributeValue? {
    let stored = property.columns.compactMap { values[$0] }
    guard let first = stored.first(where: { !$0.isNull }) ?? stored.first else { return nil }
    if case .data = property.type, let bytes = Data.fromDatabaseValue(first) {
      return .data(StoredData(.row(byteCount: bytes.count)))
    }
    return AttributeValue(first, as: property.type)
  }

  /// Returns the record in a complete row.
  func record<R: Record>(_ type: R.Type) -> R? {
    var record = R()
    for property in R.properties {
      if let value = value(of: property), !property.set(&record, value) { return nil }
    }
    return record
  }
}

extension Change {
  fileprivate var kind: RecordChange.Kind {
    switch operation {
    case .insert: .added
    case .update: .changed
    case .delete: .removed
    }
  }
}
