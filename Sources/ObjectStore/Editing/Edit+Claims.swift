import Foundation
internal import GRDB

extension Edit {
  /// Gives records the unique values that others had when they were saved, and returns what is wrong with those that others have
  /// still, by the steps that saved them.
  func unsettledClaims() throws(StoreError) -> [(step: Int, error: StoreError)] {
    if claims.isEmpty { return [] }
    let left = try attempt { try claims.settle(db) }
    var errors: [(step: Int, error: StoreError)] = []
    for claim in left {
      let values = try attempt { try claimed(claim) }
      let holder = try attempt { try UniqueClaims.holder(of: claim.owner.key, values, claim.owner.table, db) }
      errors.append((claim.step, try refusal(claim.type, claim.owner, holder)))
    }
    return errors
  }

  /// What is wrong with records that have got the values of others, if these must keep theirs because claims fail.
  func refusalsOfDependents() throws(StoreError) -> [(id: UUID, entity: String, error: StoreError)] {
    var errors: [(id: UUID, entity: String, error: StoreError)] = []
    let dependents = try attempt { try claims.dependents(of: claims.settle(db), db) }
    for (owner, holder) in dependents {
      guard let type = context.model.recordTypes.first(where: { $0.entity.table == owner.table }) else { continue }
      errors.append((owner.id, type.entity.name, try refusal(type, owner, holder)))
    }
    return errors
  }

  /// Throws the refusal of the first record whose unique value another one has still.
  func finishClaims() throws(StoreError) {
    if let first = try unsettledClaims().first { throw first.error }
  }

  /// What a parked record is to have in its key's columns.
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
      Refusal(
        entity: R.entity.name, attribute: name, value: record.value(for: name) ?? .null,
        .taken(entity: R.entity.name, by: by?.uniqueTexts)))
  }

  /// A record as it is to be at the end, if it is parked.
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
  /// The texts that are unique of it, or else what people call it.
  var uniqueTexts: String {
    let texts = Self.entity.uniqueKeys.flatMap(\.attributes).compactMap { name -> String? in
      guard let attribute = Self.entity.attribute(name), attribute.name != "id" else { return nil }
      return value(for: name)?.text(as: attribute.type)
    }
    guard let first = texts.first else { return title }
    return first + (texts.count > 1 ? " (\(texts.dropFirst().joined(separator: ", ")))" : "")
  }
}
