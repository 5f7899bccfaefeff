import Foundation

/// A kind of record that is booked in a ledger: to what it stands for, its lines there have to come.
///
/// In a shop that is a sale, whose stock movements take out of stock what was sold. The store looks after it where no edit does:
/// it finds what does not come to its sum, refuses a graph to be put back in which that is so, and makes up the difference in
/// a repair.
public protocol Booked: Record {
  /// The to-many relationship to its lines.
  static var lines: String { get }
  /// The records whose lines do not come to what they stand for, in the order of their ids.
  static func imbalances(in reader: Reader) throws(StoreError) -> [Imbalance]
  /// The line that makes up the difference.
  static func line(for imbalance: Imbalance) -> any Record
}

/// A record whose lines in a ledger do not come to what it stands for.
public struct Imbalance: Hashable, Sendable {
  /// The record.
  public let record: UUID
  /// What it is booked on: of a sale, the product.
  public let account: UUID
  /// What its lines there come to.
  public let found: Int64
  /// What they should come to.
  public let expected: Int64

  /// What the lines of `record` come to on `account`, and what they should.
  public init(record: UUID, account: UUID, found: Int64, expected: Int64) {
    (self.record, self.account, self.found, self.expected) = (record, account, found, expected)
  }
}

extension Model {
  /// The kinds of records that are booked.
  var booked: [any Booked.Type] { recordTypes.compactMap { $0 as? any Booked.Type } }
}

extension Booked {
  /// What its lines are called in a sentence: `stock movements`.
  static var lineWords: String { (entity.relationship(lines).map { Entity.words(of: $0.destination) } ?? "line") + "s" }
}
