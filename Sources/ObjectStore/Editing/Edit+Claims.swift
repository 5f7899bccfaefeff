import Foundation
internal import GRDB

extension Edit {
  /// Gives parked records their final values (``UniqueClaims``). Returns an error for each value that another record
  /// still has, with the step that saved the parked record.
  func disputedClaims() throws(StoreError) -> [(step: Int, error: StoreError)] {
    if claims.isEmpty { return [] }
    let left = try attempt { try claims.assignValues(db) }
    var errors: [(step: Int, error: StoreError)] = []
    for claim in left {
      let values = try attempt { try claimed(claim) }
      let holder = try attempt { try UniqueClaims.holder(of: claim.owner.key, values, claim.owner.table, db) }
      errors.append((claim.step, try refusal(claim.type, claim.owner, holder)))
    }
    return errors
  }

  /// Returns an error for each record that took a value which its previous owner must keep, because the owner's own
  /// claim of a new value failed.
  func refusalsOfDependents() throws(StoreError) -> [(id: UUID, entity: String, error: StoreError)] {
    var errors: [(id: UUID, entity: String, error: StoreError)] = []
    let dependents = try attempt { try claims.dependents(of: claims.assignValues(db), db) }
    for (owner, holder) in dependents {
      guard let type = context.model.recordTypes.first(where: { $0.entity.table == owner.table }) else { continue }
      errors.append((owner.id, type.entity.name, try refusal(type, owner, holder)))
    }
    return errors
  }

  /// Throws the error of the first record whose unique value another record still has.
  func finishClaims() throws(StoreError) {
    if let first = try disputedClaims().first { throw first.error }
  }

  /// Returns the final values of a parked record's key columns.
  private func claimed(_ claim: UniqueClaims.Claim) throws -> [DatabaseValue] {
    let columns = claim.owner.key.columns
    let sql = "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(claim.owner.table.sqlName) WHERE id = ?"
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [claim.owner.id])
    return columns.map { $0 == claim.column ? claim.value : row?[$0] ?? .null }
  }

  private func refusal<R: Record>(
    _ type: R.Type, _ owner: UniqueClaims.Owner, _ holder: UUID?
  ) throws(StoreError) -> StoreError {
    let record = try existing(type, owner.id)
    let name = owner.key.attributes[0]
    var by: R?
    if let holder { by = try self.record(type, holder) }
    return .refused(
      InvalidValue(
        entity: R.entity.name, attribute: name, value: record.value(for: name) ?? .null,
        .taken(entity: R.entity.name, by: by?.uniqueTexts)))
  }

  /// Returns a record with its final values, if it is parked.
  func unparked<R: Record>(_ record: R) -> R {
    if claims.isEmpty { return record }
    var record = record
    for property in R.properties {
      if let value = claims.value(of: property.column, table: R.entity.table, record.id),
        let value = AttributeValue(value, as: property.type)
      {
        _ = property.set(&record, value)
      }
    }
    return record
  }
}

extension Record {
  /// The unique texts of the record; if it has none, its title.
  var uniqueTexts: String {
    let texts = Self.entity.uniqueKeys.flatMap(\.attributes).compactMap { name -> String? in
      guard let attribute = Self.entity.attribute(name), attribute.name != "id" else { return nil }
      return value(for: name)?.text(as: attribute.type)
    }
    guard let first = texts.first else { return title }
    return first + (texts.count > 1 ? " (\(texts.dropFirst().joined(separator: ", ")))" : "")
  }
}
