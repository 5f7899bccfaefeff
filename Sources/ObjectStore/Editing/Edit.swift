import Foundation
internal import GRDB

/// A group of changes in progress. It becomes part of the store as a whole, or is discarded as a whole.
///
/// Reading through the edit includes its changes so far.
public final class Edit: Reader {
  /// The label of the group in the history. It can be set during the edit, for example if it contains the total of a
  /// sale.
  public var label = ""
  /// Whether saving or deleting a record also applies its consequences (``Record/consequences``). Restoring a whole
  /// graph, which already contains them, turns this off.
  var hasConsequences = true
  private var savers: [ObjectIdentifier: Any] = [:]
  /// The number of the current step, such as a row of an import, so that an error found at the end of the group can be
  /// reported for the step that caused it.
  var step = 0 {
    didSet { claims.step = step }
  }
  /// Unique values that records should get, but that other records still have.
  let claims = UniqueClaims()
  /// Relationships to check at the end of the group, each with the last step that changed it.
  private var suspects: [Suspect: Int] = [:]
  /// Number of records changed or removed.
  private var changeCount = 0

  /// Checks a new or changed record against its declaration, saves it, and returns it in its stored form.
  ///
  /// Throws `refused` with attribute, value and rule if a value is not allowed. Then no part of the record is saved,
  /// and the group can continue. Uniqueness is checked when the group ends, so that records can exchange their names.
  @discardableResult
  public func save<R: Record>(_ record: R) throws(StoreError) -> R {
    guard hasConsequences, let follow = R.consequences else { return try write(record).new }
    return try savepoint { () throws(StoreError) in
      let (old, new, isChanged) = try write(record)
      if !isChanged { return new }
      let count = changeCount
      try follow(old, new, self)
      return changeCount == count ? new : try existing(R.self, new.id)
    }
  }

  /// Saves a record without its consequences.
  private func write<R: Record>(_ record: R) throws(StoreError) -> (old: R?, new: R, isChanged: Bool) {
    switch try attempt({ try saving(R.self)(record) }) {
    case .unchanged(let same): return (same, same, false)
    case .inserted(let new):
      changeCount += 1
      suspectNew(new)
      return (nil, new, true)
    case .updated(let old, let new):
      changeCount += 1
      suspectLeft(old, new)
      return (old, new, true)
    }
  }

  private func saving<R: Record>(_ type: R.Type) -> Upsert<R> {
    if let known = savers[ObjectIdentifier(type)] as? Upsert<R> { return known }
    let made = Upsert<R>(db, context)
    made.claims = claims
    savers[ObjectIdentifier(type)] = made
    return made
  }

  /// Makes changes without their consequences.
  package func withoutConsequences(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let had = hasConsequences
    hasConsequences = false
    defer { hasConsequences = had }
    try body()
  }

  /// Runs `body`, and rolls back its changes if it throws.
  func savepoint<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    // GRDB's own savepoints prepare their statements each time, which takes longer than saving a record.
    try attempt { try db.cachedStatement(sql: "SAVEPOINT whole").execute() }
    do {
      let result = try body()
      try attempt { try db.cachedStatement(sql: "RELEASE whole").execute() }
      return result
    } catch {
      try? db.execute(sql: "ROLLBACK TO whole; RELEASE whole")
      throw error
    }
  }

  /// Changes the current version of the record with an ID, and saves it. Throws `notFound` if there is no such record.
  @discardableResult
  public func update<R: Record>(
    _ type: R.Type, _ id: UUID, _ change: (inout R) throws(StoreError) -> Void
  ) throws(StoreError) -> R {
    var record = try existing(type, id)
    try change(&record)
    return try save(record)
  }

  /// Deletes the record with an ID, and applies the delete rules of its relationships. Touches no file.
  ///
  /// Throws `denied` if a relationship denies it, `tooFew` if another record would be left with too few links, and
  /// `notFound` if there is no such record.
  public func remove<R: Record>(_ type: R.Type, _ id: UUID) throws(StoreError) {
    try savepoint { () throws(StoreError) in
      let record = try existing(type, id)
      if hasConsequences { try R.prepareRemoval(of: record, in: self) }
      for relationship in R.entity.relationships {
        guard let inverse = context.model.inverse(of: relationship), inverse.minimumCount != .none,
          let other = context.model.recordType(relationship.destination)
        else { continue }
        let ids = relationship.isToMany ? try ids(relationship.name, of: record) : record.destination(of: relationship)
        for id in ids { suspect(inverse, of: other, id) }
      }
      try attempt {
        do {
          try db.cachedStatement(sql: "DELETE FROM \(R.entity.table.sqlName) WHERE id = ?").execute(arguments: [id])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          throw try denial(of: record) ?? error
        }
      }
      changeCount += 1
      if hasConsequences { try R.consequences?(record, nil, self) }
    }
  }

  /// Links `record` to the record with an ID, by a to-many relationship; does nothing if they are already linked.
  public func link<R: Record>(_ record: R, _ relationship: String, to id: UUID) throws(StoreError) {
    let link = try link(relationship, of: R.self)
    if !link.arePairs { return try point(link, id, from: nil, to: record.id) }
    try attempt {
      do {
        try link.add(db, record.id, id)
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
        throw StoreError.danglingReference(entity: R.entity.name, id: record.id)
      }
    }
  }

  /// Removes the link of `record` to the record with an ID from a to-many relationship.
  public func unlink<R: Record>(_ record: R, _ relationship: String, from id: UUID) throws(StoreError) {
    let link = try link(relationship, of: R.self)
    if !link.arePairs { return try point(link, id, from: record.id, to: nil) }
    try attempt { try link.remove(db, record.id, id) }
    if let own = R.entity.relationship(relationship) { suspect(own, of: R.self, record.id) }
    if let inverse = link.inverse, let other = context.model.recordType(link.destination) {
      suspect(inverse, of: other, id)
    }
  }

  /// Changes a to-many relationship whose inverse is to-one, by saving the record with an ID, so that it is checked and
  /// its consequences are applied. With `owner`, changes nothing if that record doesn't lead to `owner`.
  private func point(_ link: Links, _ id: UUID, from owner: UUID?, to other: UUID?) throws(StoreError) {
    guard let type = context.model.recordType(link.destination), let inverse = link.inverse else { return }
    try point(type, id, inverse, from: owner, to: other)
  }

  private func point<R: Record>(
    _ type: R.Type, _ id: UUID, _ relationship: Relationship, from owner: UUID?, to other: UUID?
  ) throws(StoreError) {
    var record = try existing(type, id)
    if let owner, record.destination(of: relationship) != [owner] { return }
    try point(relationship, of: &record, at: other)
    try save(record)
  }

  /// Sets the destination of a to-one relationship of a record; nil for none.
  func point<R: Record>(_ relationship: Relationship, of record: inout R, at id: UUID?) throws(StoreError) {
    guard let property = R.properties.first(where: { $0.relationship?.name == relationship.name }) else { return }
    guard property.set(&record, id.attributeValue) else { throw leadsNowhere(relationship.name, of: R.self) }
  }

  /// Returns the error for a required to-one relationship without a destination.
  func leadsNowhere<R: Record>(_ relationship: String, of type: R.Type) -> StoreError {
    .refused(
      InvalidValue(entity: R.entity.name, attribute: relationship, value: .null, .missing))
  }

  /// Returns the record with an ID; nil if there is none.
  public override func record<R: Record>(_ type: R.Type, _ id: UUID) throws(StoreError) -> R? {
    try super.record(type, id).map(unparked)
  }

  /// Checks what can only be checked at the end of a group: that values are unique, and that no relationship leads to
  /// too few records.
  package func finish() throws(StoreError) {
    try finishClaims()
    if let shortage = try shortages().first { throw shortage.error }
  }

  /// Returns an error for each relationship that leads to too few records, with the step that caused it.
  func shortages() throws(StoreError) -> [(step: Int, error: StoreError)] {
    var shortages: [(step: Int, error: StoreError)] = []
    for (suspect, step) in suspects {
      if let error = try shortage(suspect) { shortages.append((step, error)) }
    }
    return shortages
  }

  /// Takes over the checks that an earlier part of the same edit left pending.
  func takeOver(_ earlier: Edit) {
    suspects = earlier.suspects
    claims.takeOver(earlier.claims)
  }

  /// Returns the errors of ``shortages()`` so far. Relationships with enough records are not checked again.
  func openShortages() throws(StoreError) -> [(step: Int, error: StoreError)] {
    let all = suspects
    suspects = [:]
    var open: [(step: Int, error: StoreError)] = []
    for (suspect, step) in all {
      guard let error = try shortage(suspect) else { continue }
      suspects[suspect] = step
      open.append((step, error))
    }
    return open
  }

  /// Discards the records to check at the end, because the changes were rolled back.
  func forgetSuspects() {
    suspects = [:]
    claims.forget()
  }
}

// MARK: - Too few links

extension Edit {
  /// A relationship that may lead to too few records at the end of the group.
  private struct Suspect: Hashable {
    let entity: String
    let relationship: Relationship
    let id: UUID
  }

  private func suspect(_ relationship: Relationship, of type: any Record.Type, _ id: UUID) {
    guard relationship.minimumCount != .none else { return }
    suspects[Suspect(entity: type.entity.name, relationship: relationship, id: id)] = step
  }

  /// Notes that a new record may need links.
  private func suspectNew<R: Record>(_ new: R) {
    for relationship in R.entity.relationships where relationship.minimumCount == .one {
      suspect(relationship, of: R.self, new.id)
    }
  }

  /// Notes that a record may have lost the link from a changed record.
  private func suspectLeft<R: Record>(_ old: R, _ new: R) {
    for relationship in R.entity.relationships where !relationship.isToMany {
      guard let inverse = context.model.inverse(of: relationship), inverse.minimumCount != .none,
        let other = context.model.recordType(relationship.destination),
        let left = old.destination(of: relationship).first, new.destination(of: relationship) != [left]
      else { continue }
      suspect(inverse, of: other, left)
    }
  }

  private func shortage(_ suspect: Suspect) throws(StoreError) -> StoreError? {
    guard let type = context.model.recordType(suspect.entity) else { return nil }
    return try shortage(type, suspect)
  }

  private func shortage<R: Record>(_ type: R.Type, _ suspect: Suspect) throws(StoreError) -> StoreError? {
    guard let record = try record(type, suspect.id), try ids(suspect.relationship.name, of: record).isEmpty else {
      return nil
    }
    return .tooFew(
      entity: suspect.entity, name: record.title, relationship: suspect.relationship.name,
      minimumCount: suspect.relationship.minimumCount)
  }
}

// MARK: - Denied deletions

extension Edit {
  /// Returns the reason why SQLite refused to delete a record.
  private func denial<R: Record>(of record: R) throws -> StoreError? {
    for relationship in R.entity.relationships where relationship.deleteRule == .deny {
      let ids = try ids(relationship.name, of: record)
      guard !ids.isEmpty, let type = context.model.recordType(relationship.destination) else { continue }
      return .denied(
        DeleteDenied(
          entity: R.entity.name, name: record.title, relationship: relationship.name, count: ids.count,
          holders: try ids.prefix(StoreError.namedCount).map { try title(type, $0) },
          instead: relationship.insteadOfDeletion))
    }
    return nil
  }

  private func title<R: Record>(_ type: R.Type, _ id: UUID) throws -> String {
    try record(type, id)?.title ?? id.text
  }
}
