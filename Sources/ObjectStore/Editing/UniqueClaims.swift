import Foundation
internal import GRDB

/// Values of unique keys that records of an edit are to have and that other records have still.
///
/// SQLite checks a unique index at each statement, but only the end of an edit shows whether two records share a value: the other one
/// may be renamed later in the same edit. So such a record gets a value of its own for the time being (it is *parked*), and the one it
/// is to have at the end, by ``settle(_:)``.
final class UniqueClaims {
  /// A record, and a unique key of it.
  struct Owner: Hashable {
    let table: String
    let id: UUID
    let key: UniqueKey
  }

  /// A record that is parked.
  struct Claim {
    let owner: Owner
    let type: any Record.Type
    /// The column that holds another value for the time being, and that value.
    let column: String
    let parked: DatabaseValue
    /// What the column is to hold.
    let value: DatabaseValue
    /// The step of the edit that saved the record.
    let step: Int
  }

  /// The step that the edit is at.
  var step = 0
  /// The records whose values others may claim, by their ids; nil for all. Of others, a record that is to have their value is
  /// refused at once.
  var claimable: Set<UUID>?
  /// The parked records, in the order in which they were saved.
  private var claims: [Claim] = []
  /// What renamed records had in their keys' columns before.
  private var former: [Owner: [DatabaseValue]] = [:]
  /// The renamed records that had some values before.
  private var vacated: [Values: UUID] = [:]

  /// Values of a key's columns.
  private struct Values: Hashable {
    let table: String
    let key: UniqueKey
    let values: [DatabaseValue]
  }
  /// The records that claimed a value or had it, by their ids.
  private(set) var involved: Set<UUID> = []
  /// The records whose values the last step gives to others.
  private var holders: [UUID] = []

  var isEmpty: Bool { claims.isEmpty }

  /// Forgets everything: it was taken back.
  func forget() { (claims, former, vacated, involved, holders) = ([], [:], [:], [], []) }

  /// Goes on after an earlier part of the same edit.
  func takeOver(_ earlier: UniqueClaims) { claimable = earlier.claimable }

  /// Takes down what a record has in a key's columns now, and what it had before; nil if it is new. If the edit has renamed the record
  /// that had these values, that must come first.
  func take(_ owner: Owner, _ values: [DatabaseValue], from before: [DatabaseValue]?) {
    if let other = vacated[Values(table: owner.table, key: owner.key, values: values)], other != owner.id {
      involved.formUnion([owner.id, other])
      holders.append(other)
    }
    guard let before, former[owner] == nil else { return }
    former[owner] = before
    vacated[Values(table: owner.table, key: owner.key, values: before)] = owner.id
  }

  /// Takes down that a record is parked, because `holder` has its value.
  func add(_ claim: Claim, of holder: UUID) {
    claims.removeAll { $0.owner == claim.owner }
    claims.append(claim)
    involved.formUnion([claim.owner.id, holder])
    holders.append(holder)
  }

  /// The records that have given up values to others, or must do so, since this was asked last.
  func takeHolders() -> [UUID] {
    defer { holders = [] }
    return holders
  }

  /// The value that a parked record is to have in a column; nil if it isn't parked.
  func value(of column: String, table: String, _ id: UUID) -> DatabaseValue? {
    claims.first { $0.owner.id == id && $0.owner.table == table && $0.column == column }?.value
  }

  /// Gives parked records their values, and returns those whose values other records have now.
  func settle(_ db: Database) throws -> [Claim] {
    var left: [Claim] = []
    for claim in claims {
      let (table, column) = (claim.owner.table.sqlName, claim.column.sqlName)
      let find = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE id = ?")
      // The record may have been saved again since, or taken back.
      guard try DatabaseValue.fetchOne(find, arguments: [claim.owner.id]) == claim.parked else { continue }
      do {
        try db.cachedStatement(sql: "UPDATE \(table) SET \(column) = ? WHERE id = ?")
          .run([claim.value, claim.owner.id.databaseValue])
      } catch let error as DatabaseError where error.isUniqueness {
        left.append(claim)
      }
    }
    claims = left
    return left
  }

  /// The records that have what others keep if some claims fail: they cannot be renamed either.
  func dependents(of failed: [Claim], _ db: Database) throws -> [(owner: Owner, holder: UUID)] {
    var dependents: [(owner: Owner, holder: UUID)] = []
    var queue = failed.map(\.owner)
    var seen = Set(queue)
    while let kept = queue.popLast() {
      guard let values = former[kept], let id = try Self.holder(of: kept.key, values, kept.table, db), id != kept.id
      else { continue }
      let owner = Owner(table: kept.table, id: id, key: kept.key)
      guard seen.insert(owner).inserted else { continue }
      dependents.append((owner, kept.id))
      queue.append(owner)
    }
    return dependents
  }

  /// The record that has some values in a key's columns.
  static func holder(
    of key: UniqueKey, _ values: [DatabaseValue], _ table: String, _ db: Database
  ) throws -> UUID? {
    let condition = key.columns.map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
    let sql = "SELECT id FROM \(table.sqlName) WHERE \(condition)"
    return try UUID.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(values))
  }
}

extension AttributeType {
  /// A value that no other row has, most likely, for a record that is parked; nil if there are too few for that, or if it might not
  /// be read.
  var parkedValue: DatabaseValue? {
    switch self {
    case .string: "\u{1}\(UUID().uuidString)".databaseValue
    case .uri: "urn:uuid:\(UUID().uuidString)".databaseValue
    case .uuid: UUID().databaseValue
    case .binary: Data(UUID().uuidString.utf8).databaseValue
    case .integer16: Int64(Int16.random(in: .min ... .max)).databaseValue
    case .integer32: Int64(Int32.random(in: .min ... .max)).databaseValue
    case .integer64, .decimal: Int64.random(in: -1 << 60...1 << 60).databaseValue
    case .date: Int64.random(in: -1 << 45...1 << 45).databaseValue
    case .float, .double: Double(Float.random(in: -1e30...1e30)).databaseValue
    case .boolean, .data, .transformable: nil
    }
  }
}
