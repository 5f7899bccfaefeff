import Foundation
internal import GRDB

/// A record with a relationship that leads to too few records.
struct Shortage: Error, Hashable {
  let entity: String
  let owner: UUID
  let relationship: String
}

/// Checks, after a changeset was applied, that records still have the minimum number of links after it removed some of
/// them.
///
/// The check takes one query for each removed link. Only if a record has no link left, and the relationship may be
/// empty at first, the rest of the history is read, to find out whether there was ever another link.
struct MinimumCountCheck {
  /// The relationships, by the table with their links.
  private let bounds: [String: [Bound]]

  /// Creates a check for a checked model.
  init(_ model: Model) {
    let bounds = model.entities.flatMap { entity in
      entity.relationships.filter { $0.minimumCount != .none }.compactMap { Bound($0, of: entity, in: model) }
    }
    self.bounds = Dictionary(grouping: bounds, by: \.table)
  }

  /// Throws ``Shortage`` if a step of the edit `group` leaves a record with too few links. `group` is nil for an edit
  /// that is not in the history yet.
  func callAsFunction(_ changeset: Changeset, _ step: HistoryStep, of group: Int64?, _ db: Database) throws {
    if bounds.isEmpty { return }
    let lookups = try bounds.mapValues { try $0.map { try ShortageLookup($0, db) } }
    var empty: [(lookup: ShortageLookup, owner: DatabaseValue)] = []
    try changeset.forEachChange(step) { change in
      for lookup in lookups[change.table.name] ?? [] {
        guard let owner = change.old[lookup.column], try lookup.isEmpty(owner) else { continue }
        empty.append((lookup, owner))
      }
    }
    for (lookup, owner) in empty {
      // Undoing the first link of a record restores the state in which it was created.
      if step == .undo, lookup.bound.minimumCount == .oneOnceLinked,
        try !lookup.isChanged(owner, byOthersThan: group, db)
      {
        continue
      }
      throw try lookup.bound.shortage(of: owner)
    }
  }
}

/// A relationship with a minimum, and where it is stored.
private struct Bound {
  let entity: Entity
  let relationship: String
  let minimumCount: MinimumCount
  let table: String
  /// The column with the ID of the links' source.
  let ownerColumn: String

  init?(_ relationship: Relationship, of entity: Entity, in model: Model) {
    guard let inverse = model.inverse(of: relationship), let destination = model.entity(relationship.destination) else {
      return nil
    }
    self.entity = entity
    self.relationship = relationship.name
    minimumCount = relationship.minimumCount
    table = inverse.isToMany ? relationship.joinTable : destination.table
    ownerColumn = inverse.isToMany ? relationship.ownerColumn : inverse.column
  }

  func shortage(of owner: DatabaseValue) throws -> Shortage {
    Shortage(entity: entity.name, owner: try UUID(id: owner, in: table), relationship: relationship)
  }
}

/// Checks whether a record exists and has no links any more.
private struct ShortageLookup {
  let bound: Bound
  /// The index of the column with the ID of the links' source.
  let column: Int
  private let find: Statement

  init(_ bound: Bound, _ db: Database) throws {
    guard let column = try db.columns(in: bound.table).firstIndex(where: { $0.name == bound.ownerColumn }) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(bound.table) lacks \(bound.ownerColumn)")
    }
    self.bound = bound
    self.column = column
    find = try db.makeStatement(
      sql: """
        SELECT 1 FROM \(bound.entity.table.sqlName) WHERE id = ?1
          AND NOT EXISTS (SELECT 1 FROM \(bound.table.sqlName) WHERE \(bound.ownerColumn.sqlName) = ?1)
        """)
  }

  func isEmpty(_ owner: DatabaseValue) throws -> Bool { try Int.fetchOne(find, arguments: [owner]) != nil }

  /// Whether an edit that is not undone, other than `group`, has added or removed links of a record.
  func isChanged(_ owner: DatabaseValue, byOthersThan group: Int64?, _ db: Database) throws -> Bool {
    let groups = try Data.fetchCursor(
      db,
      sql: """
        SELECT changeset FROM _history WHERE undone = 0 AND id IS NOT ?1 UNION ALL
        SELECT changeset FROM _part JOIN _longEdit ON edit = _longEdit.id WHERE number <= done AND history IS NOT ?1
        """, arguments: [group])
    while let data = try groups.next() {
      var isChanged = false
      try Changeset(data: data).forEachChange { change in
        guard change.table.name == bound.table else { return }
        if change.old[column] == owner || change.new[column] == owner { isChanged = true }
      }
      if isChanged { return true }
    }
    return false
  }
}
