import Foundation

/// A kind of record with lines in a ledger. The sum of the lines must match the record.
///
/// In a shop, a sale is such a record: its stock movements take the sold items out of stock. The store checks the sums
/// outside of edits, too: it finds records whose lines don't match, refuses to import such records, and adds the
/// missing difference in a repair.
public protocol LedgerBacked: Record {
  /// The to-many relationship to the lines.
  static var lines: String { get }
  /// Returns the records that don't match the sum of their lines, in the order of their IDs.
  static func imbalances(in reader: Reader) throws(StoreError) -> [Imbalance]
  /// Returns the line that adds the missing difference.
  static func line(for imbalance: Imbalance) -> any Record
}

/// A record that doesn't match the sum of its lines in a ledger.
public struct Imbalance: Hashable, Sendable {
  /// ID of the record.
  public let record: UUID
  /// ID of the account; for a sale, the product.
  public let account: UUID
  /// The sum of the record's lines on the account.
  public let found: Int64
  /// The sum that the lines should have.
  public let expected: Int64

  /// Creates an imbalance of `record` on `account`.
  public init(record: UUID, account: UUID, found: Int64, expected: Int64) {
    (self.record, self.account, self.found, self.expected) = (record, account, found, expected)
  }
}

extension Model {
  /// The record types with lines in a ledger.
  var ledgerBacked: [any LedgerBacked.Type] { recordTypes.compactMap { $0 as? any LedgerBacked.Type } }
}

extension LedgerBacked {
  /// The name of the lines in messages: `stock movements`.
  static var lineWords: String { (entity.relationship(lines).map { Entity.words(of: $0.destination) } ?? "line") + "s" }
}
