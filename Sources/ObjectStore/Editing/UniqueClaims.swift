import Foundation
internal import GRDB

/// Values of unique keys that records of an edit should get and that other records still have.
///
/// SQLite checks a unique index at each statement, but whether two records share a value is only known at the end of an
/// edit: the other record may be renamed later in the same edit. Until then, the record that should get the value is
/// *parked*: it gets a unique temporary value, and its final value in ``assignValues(_:)``.
final class UniqueClaims {
  /// A record and one of its unique keys.
  struct Owner: Hashable {
    let table: String
    let id: UUID
    let key: UniqueKey
  }

  /// A parked record.
  struct Claim {
    let owner: Owner
    let type: any Record.Type
    /// The column with the temporary value, and that value.
    let column: String
    let parked: DatabaseValue
    /// The final value of the column.
    let value: DatabaseValue
    /// The step of the edit that saved the record.
    let step: Int
  }

  /// The current step of the edit.
  var step = 0
  /// IDs of the records whose values other records may claim; nil for all. A record that needs the value of a record
  /// not listed here is refused immediately.
  var claimable: Set<UUID>?
  /// The parked records, in the order in which they were saved.
  private var claims: [Claim] = []
  /// The previous values of renamed records' key columns.
  private var former: [Owner: [DatabaseValue]] = [:]
  /// The renamed records by their previous values.
  private var vacated: [Values: UUID] = [:]

  /// Values of a key's columns.
  private struct Values: Hashable {
    let table: String
    let key: UniqueKey
    let values: [DatabaseValue]
  }
  /// IDs of the records that claimed a value or had a value that was claimed.
  private(set) var involved: Set<UUID> = []
  /// IDs of the records, noted since the last ``takeHolders()``, whose values another record took or claims.
  private var holders: [UUID] = []

  var isEmpty: Bool { claims.isEmpty }

  /// Discards everything, because the changes were rolled back.
  func forget() { (claims, former, vacated, involved, holders) = ([], [:], [:], [], []) }

  /// Continues an earlier part of the same edit.
  func takeOver(_ earlier: UniqueClaims) { claimable = earlier.claimable }

  /// Notes the current and previous values of a record's key columns; `before` is nil if the record is new. If the edit
  /// has renamed the record that had these values, the renaming must stay before this step.
  func take(_ owner: Owner, _ values: [DatabaseValue], from before: [DatabaseValue]?) {
    if let other = vacated[Values(table: owner.table, key: owner.key, values: values)], other != owner.id {
      involved.formUnion([owner.id, other])
      holders.append(other)
    }
    guard let before, former[owner] == nil else { return }
    former[owner] = before
    vacated[Values(table: owner.table, key: owner.key, values: before)] = owner.id
  }

  /// Notes that a record is parked because `holder` has its value.
  func add(_ claim: Claim, of holder: UUID) {
    claims.removeAll { $0.owner == claim.owner }
    claims.append(claim)
    involved.formUnion([claim.owner.id, holder])
    holders.append(holder)
  }

  /// Returns the IDs of records, noted since the last call, whose unique values another record took or claims.
  func takeHolders() -> [UUID] {
    defer { holders = [] }
    return holders
  }

  /// Returns the final value of a parked record's column; nil if it isn't parked.
  func value(of column: String, table: String, _ id: UUID) -> DatabaseValue? {
    claims.first { $0.owner.id == id && $0.owner.table == table && $0.column == column }?.value
  }

  /// Gives parked records their final values, and returns those whose values other records still have.
  func assignValues(_ db: Database) throws -> [Claim] {
    var left: [Claim] = []
    for claim in claims {
      let (table, column) = (claim.owner.table.sqlName, claim.column.sqlName)
      let find = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE id = ?")
      // The record may have been saved again, or rolled back, in the meantime.
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

  /// Returns the records that can't be renamed either if some claims fail, because the records with the failed claims
  /// keep their values.
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

  /// Returns the record with these values in a key's columns.
  static func holder(
    of key: UniqueKey, _ values: [DatabaseValue], _ table: String, _ db: Database
  ) throws -> UUID? {
    let condition = key.columns.map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
    let sql = "SELECT id FROM \(table.sqlName) WHERE \(condition)"
    return try UUID.fetchOne(db.cachedStatement(sql: sql), arguments: StatementArguments(values))
  }
}

extension AttributeType {
  /// A temporary value for a parked record, which very probably no other row has. Nil if the type has too few values,
  /// or if such a value might not be readable.
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
