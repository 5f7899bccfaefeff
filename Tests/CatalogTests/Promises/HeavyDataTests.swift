import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: small binary values are stored in the row and large ones in external storage, decided for each value.
@Suite struct HeavyDataTests {
  private typealias BowTie = BowTies.BowTie

  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: folder.path("ties.sqlite"), BowTies.schema, createIfMissing: true)
  }

  private func tie(_ name: String, photo: Data?) -> BowTie {
    var tie = BowTie(name, searchKey: "T")
    tie.photoData = photo.map { StoredData($0) }
    return tie
  }

  private func photo(of tie: BowTie) throws -> Data? {
    try store.read { try $0.bytes(of: $0.existing(BowTie.self, tie.id), "photoData") }
  }

  /// The size of the value in the row, as SQLite reports it.
  private func bytesInRows() throws -> Int {
    try store.query { try Int.fetchOne($0, sql: "SELECT total(length(photoData)) FROM bowTie") ?? 0 }
  }

  @Test(arguments: [(0, 0), (1, 0), (32_767, 0), (32_768, 0), (32_769, 1), (200_000, 1)])
  func aValueUpTo32KiBIsInTheRowAndALargerOneInAFile(count: Int, fileCount: Int) throws {
    let bytes = Data.random(count, seed: 1)
    let tie = tie("Red", photo: bytes)
    try store.save(tie)
    #expect(store.externalFiles.count == fileCount)
    #expect(try bytesInRows() == (fileCount == 0 ? count : 0))
    #expect(try photo(of: tie) == bytes)
    #expect(try store.current(tie)?.photoData?.byteCount == count)
  }

  @Test func oneAttributeCanBeInTheRowOrInAFile() throws {
    let (small, large) = (Data.random(100, seed: 2), Data.random(50_000, seed: 3))
    let ties = (tie("Small", photo: small), tie("Large", photo: large), tie("None", photo: nil))
    try store.save(ties.0, ties.1, ties.2)
    #expect(store.externalFiles.count == 1)
    #expect(try bytesInRows() == 100)
    #expect(try photo(of: ties.0) == small)
    #expect(try photo(of: ties.1) == large)
    #expect(try photo(of: ties.2) == nil)
  }

  @Test func aGrowingValueMovesOutOfItsRowAndBack() throws {
    var tie = tie("Red", photo: .random(100, seed: 4))
    for count in [100, 40_000, 200, 50_000, 32_768] {
      let bytes = Data.random(count, seed: UInt64(count))
      tie.photoData = StoredData(bytes)
      try store.save(tie)
      #expect(try photo(of: tie) == bytes)
      #expect(try bytesInRows() == (count > 32_768 ? 0 : count))
    }
    #expect(try store.verify().allSatisfy(\.isNote))
  }

  @Test func equalBytesInTwoRecordsShareOneFileNamedByItsHash() throws {
    // The SHA-256 of a million letters a is in FIPS 180-2, appendix B.3.
    let million = Data(repeating: UInt8(ascii: "a"), count: 1_000_000)
    try store.save(tie("One", photo: million), tie("Two", photo: million))
    #expect(store.externalFiles == ["cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"])
  }

  @Test func savingAnotherAttributeLeavesTheBytesInPlace() throws {
    for bytes in [Data.random(100, seed: 5), .random(40_000, seed: 6)] {
      let tie = tie("Tie of \(bytes.count)", photo: bytes)
      try store.save(tie)
      try BowTies.wear(tie.id, at: Date(timeIntervalSince1970: 0), in: store)
      #expect(try store.current(tie)?.timesWorn == 1)
      #expect(try photo(of: tie) == bytes)
    }
  }

  @Test func aRestoredRecordHasItsBytes() throws {
    for count in [100, 40_000] {
      let bytes = Data.random(count, seed: 7)
      let tie = tie("Tie of \(count)", photo: bytes)
      try store.save(tie)
      try store.remove(tie)
      try store.collectGarbage()
      try store.undo()
      #expect(try photo(of: tie) == bytes)
    }
  }

  @Test(arguments: [Data(), Data("cut".utf8), Data(count: 40_000)])
  func aDamagedFileIsRewrittenWhenItsBytesAreSavedAgain(damaged: Data) throws {
    let bytes = Data.random(40_000, seed: 10)
    try store.save(tie("Red", photo: bytes))
    let path = try #require(store.context.external.files().first).path
    try damaged.write(to: URL(fileURLWithPath: path))
    let blue = tie("Blue", photo: bytes)
    try store.save(blue)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try photo(of: blue) == bytes)
  }

  @Test func anInMemoryStoreKeepsAllBytesInRows() throws {
    let store = try Store.inMemory(BowTies.schema)
    let bytes = Data.random(100_000, seed: 8)
    try store.save(tie("Red", photo: bytes))
    #expect(try store.bytes(of: store.all(BowTie.self)[0], "photoData") == bytes)
  }

  @Test func missingBytesAreReportedAndNothingElseFails() throws {
    let tie = tie("Red", photo: .random(40_000, seed: 9))
    try store.save(tie)
    let path = try #require(store.context.external.files().first).path
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: StoreError.lost(path: path, .gone)) { try photo(of: tie) }
    #expect(try store.all(BowTie.self).map(\.name) == ["Red"])
  }
}
