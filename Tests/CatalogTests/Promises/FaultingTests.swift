import CSQLiteSession
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: large values of a record load only on access (faulting).
@Suite struct FaultingTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store
  private static let recordCount = 200
  private static let photoByteCount = 30_000

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
    try store.edit("Fill") { edit in
      for number in 0..<Self.recordCount {
        var tie = BowTie("Tie \(number)", searchKey: "T")
        tie.photoData = StoredData(.random(Self.photoByteCount, seed: UInt64(number)))
        try edit.save(tie)
      }
    }
  }

  /// The number of bytes that a new connection, with nothing cached, reads from the file during `body`.
  private func bytesRead(_ body: (Reader) throws -> Void) throws -> Int {
    let queue = try DatabaseQueue(path: store.path)
    return try queue.read { db in
      try body(Reader(db, store.context))
      var (pages, peak) = (Int32(0), Int32(0))
      try #require(
        sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_MISS, &pages, &peak, 0) == SQLITE_OK)
      return Int(pages) * 4096
    }
  }

  @Test func listingReadsNoLargeValuesInRows() throws {
    let inRows = Self.recordCount * Self.photoByteCount
    let listing = try bytesRead { reader in
      let ties = try reader.fetch(Fetch<BowTie>())
      #expect(ties.count == Self.recordCount)
      #expect(ties.allSatisfy { $0.photoData?.byteCount == Self.photoByteCount })
    }
    // Only each row's first page is read, which has the other values, and none of the seven overflow pages.
    #expect(listing < inRows / 4, "\(listing) bytes read, of \(inRows)")
    let touching = try bytesRead { reader in
      for tie in try reader.fetch(Fetch<BowTie>()) { _ = try reader.bytes(of: tie, "photoData") }
    }
    #expect(touching > inRows, "\(touching) bytes read, of \(inRows)")
  }

  @Test func listingReadsNoFileInExternalStorage() throws {
    try store.edit("Enlarge") { edit in
      for var tie in try edit.fetch(Fetch<BowTie>()) {
        tie.photoData = StoredData(.random(40_000, seed: 1))
        try edit.save(tie)
      }
    }
    try FileManager.default.removeItem(atPath: folder.path("ties.data"))
    let ties = try store.all(BowTie.self)
    #expect(ties.count == Self.recordCount)
    #expect(ties.allSatisfy { $0.photoData?.byteCount == 40_000 })
    #expect(throws: StoreError.self) { try store.bytes(of: ties[0], "photoData") }
  }
}
