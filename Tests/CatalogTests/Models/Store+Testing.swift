import Foundation
import TestSupport

@testable import Catalog
@testable import ObjectStore

extension Store {
  /// Saves records of one entity as one edit.
  func save<R: Record>(_ records: R...) throws {
    _ = try edit("Save") { edit in for record in records { try edit.save(record) } }
  }

  /// Deletes a record as one edit.
  func remove<R: Record>(_ record: R) throws { try edit("Remove") { try $0.remove(R.self, record.id) } }

  /// The current state of the record, or nil if it no longer exists.
  func current<R: Record>(_ record: R) throws -> R? { try read { try $0.record(R.self, record.id) } }

  /// The bytes of an attribute that is loaded on access.
  func bytes<R: Record>(of record: R, _ attribute: String) throws -> Data? {
    try read { try $0.bytes(of: record, attribute) }
  }

  /// All records of an entity, in list order.
  func all<R: Record>(_ type: R.Type) throws -> [R] { try read { try $0.fetch(Fetch<R>()) } }

  /// Runs SQL without packshot's rules and with foreign keys off, as another program might.
  func tamper(_ sql: String) throws {
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
      try db.execute(sql: sql)
    }
  }

  /// The SHA-256 hashes that name the files in external storage.
  var externalFiles: [String] { context.external.files().map(\.sha256) }
}

extension Data {
  /// `count` pseudorandom bytes determined by `seed`.
  static func random(_ count: Int, seed: UInt64) -> Data {
    var generator = SeededGenerator(seed: seed)
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
