import Foundation
internal import GRDB

/// A group of changes under way: a scratch pad that becomes part of the store whole, or is thrown away whole.
///
/// What is read here includes what the group has changed so far.
public final class Edit: Reader {
  /// What people call the group in the history. What it does may show only as it is done: what a sale came to.
  public var label = ""
  /// Whether records bring about what else follows from them (``Record/consequences``). Putting back a whole
  /// graph, in which that is there already, does without.
  var hasConsequences = true
  private var savers: [ObjectIdentifier: Any] = [:]
  /// Which of many steps the group is at, so that what only its end shows can be told of the step that brought it about.
  var step = 0 {
    didSet { claims.step = step }
  }
  /// The unique values that records are to have and others have still.
  let claims = UniqueClaims()
  /// What the end must look at, by the last step that gave reason to.
  private var suspects: [Suspect: Int] = [:]
  /// How many records have been changed or removed.
  private var changeCount = 0

  /// Saves a record, new or changed, after checking it against its declaration, and returns it as the store has it now.
  ///
  /// Throws `refused`, naming attribute, value and rule, where a value is not allowed. Then nothing of it is saved, and the group can
  /// go on. Whether values are unique that must be is checked when the group ends, so that records can exchange their names.
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

  /// Saves a record without what follows from it.
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

  /// Makes changes from which nothing else follows.
  package func withoutConsequences(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let had = hasConsequences
    hasConsequences = false
    defer { hasConsequences = had }
    try body()
  }

  /// Does all of something, or nothing where it throws.
  func savepoint<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    // The statements that GRDB's own savepoints prepare each time take longer than saving a record.
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

  /// Changes the record with an id, as it is now, and saves it. Throws `notFound` where there is none.
  @discardableResult
  public func update<R: Record>(
    _ type: R.Type, _ id: UUID, _ change: (inout R) throws(StoreError) -> Void
  ) throws(StoreError) -> R {
    var record = try existing(type, id)
    try change(&record)
    return try save(record)
  }

  /// Deletes the record with an id, and does what its relationships' delete rules say. No file is touched.
  ///
  /// Throws `denied` where a relationship denies it, `tooFew` where another record would be left with too few, and
  /// `notFound` where there is no such record.
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

  /// Lets a to-many relationship of a record lead to one record more; nothing changes where it does so already.
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

  /// Lets a to-many relationship of a record no longer lead to a record.
  public func unlink<R: Record>(_ record: R, _ relationship: String, from id: UUID) throws(StoreError) {
    let link = try link(relationship, of: R.self)
    if !link.arePairs { return try point(link, id, from: record.id, to: nil) }
    try attempt { try link.remove(db, record.id, id) }
    if let own = R.entity.relationship(relationship) { suspect(own, of: R.self, record.id) }
    if let inverse = link.inverse, let other = context.model.recordType(link.destination) {
      suspect(inverse, of: other, id)
    }
  }

  /// Changes a to-many relationship whose inverse is to-one: by saving the record with an id, so that it is checked and
  /// what follows from it happens. Nothing changes where that leads elsewhere than to `owner`.
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

  /// Lets a to-one relationship of a record lead to the one with an id, or to none.
  func point<R: Record>(_ relationship: Relationship, of record: inout R, at id: UUID?) throws(StoreError) {
    guard let property = R.properties.first(where: { $0.relationship?.name == relationship.name }) else { return }
    guard property.set(&record, id.attributeValue) else { throw leadsNowhere(relationship.name, of: R.self) }
  }

  /// The refusal of a record whose to-one relationship leads to none, and must not.
  func leadsNowhere<R: Record>(_ relationship: String, of type: R.Type) -> StoreError {
    .refused(
      Refusal(entity: R.entity.name, attribute: relationship, value: .null, .missing))
  }

  /// The record with an id, or nil where there is none.
  public override func record<R: Record>(_ type: R.Type, _ id: UUID) throws(StoreError) -> R? {
    try super.record(type, id).map(unparked)
  }

  /// Checks what only the end of a group can show: that values are unique, and that no relationship leads to too few.
  package func finish() throws(StoreError) {
    try finishClaims()
    if let shortage = try shortages().first { throw shortage.error }
  }

  /// The relationships that lead to too few records, and the steps that brought it about.
  func shortages() throws(StoreError) -> [(step: Int, error: StoreError)] {
    var shortages: [(step: Int, error: StoreError)] = []
    for (suspect, step) in suspects {
      if let error = try shortage(suspect) { shortages.append((step, error)) }
    }
    return shortages
  }

  /// Goes on after an earlier part of the same edit with what that one left to be looked at.
  func takeOver(_ earlier: Edit) {
    suspects = earlier.suspects
    claims.takeOver(earlier.claims)
  }

  /// The relationships that lead to too few records now. What is in order by now is not looked at again.
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

  /// Looks at nothing that has happened so far when the group ends: it was taken back.
  func forgetSuspects() {
    suspects = [:]
    claims.forget()
  }
}

// MARK: - Too few links

extension Edit {
  /// A relationship that may lead to too few records when the group ends.
  private struct Suspect: Hashable {
    let entity: String
    let relationship: Relationship
    let id: UUID
  }

  private func suspect(_ relationship: Relationship, of type: any Record.Type, _ id: UUID) {
    guard relationship.minimumCount != .none else { return }
    suspects[Suspect(entity: type.entity.name, relationship: relationship, id: id)] = step
  }

  /// A new record has no links yet, and may have to have one.
  private func suspectNew<R: Record>(_ new: R) {
    for relationship in R.entity.relationships where relationship.minimumCount == .one {
      suspect(relationship, of: R.self, new.id)
    }
  }

  /// A record that no longer leads to another may leave that one with too few.
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
  /// What holds a record that SQLite would not delete.
  private func denial<R: Record>(of record: R) throws -> StoreError? {
    for relationship in R.entity.relationships where relationship.deleteRule == .deny {
      let ids = try ids(relationship.name, of: record)
      guard !ids.isEmpty, let type = context.model.recordType(relationship.destination) else { continue }
      return .denied(
        Denial(
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
