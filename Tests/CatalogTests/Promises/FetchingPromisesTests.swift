import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: fetching with predicate, sort order, limit and batches.
@Suite struct FetchingPromisesTests {
  private typealias BowTie = BowTies.BowTie

  private let store: Store

  /// Five ties: name, rating, times worn.
  init() throws {
    store = try .inMemory(BowTies.schema)
    for (name, rating, timesWorn) in [
      ("Café", 4.5, 3), ("apple", 2, 0), ("Banana", 5, 9), ("Date 10", 2, 1), ("Date 9", 3, 1),
    ] as [(String, Double, Int32)] {
      var tie = BowTie(name, searchKey: "T")
      tie.rating = rating
      tie.timesWorn = timesWorn
      try store.save(tie)
    }
  }

  private func names(_ fetch: Fetch<BowTie>) throws -> [String] { try store.read { try $0.fetch(fetch).map(\.name) } }

  @Test(arguments: [
    (Condition.where("rating", .atLeast, 4.5), ["Banana", "Café"]),
    (.where("rating", .less, 3.0), ["apple", "Date 10"]),
    (.equal("timesWorn", Int32(1)), ["Date 9", "Date 10"]),
    (.text("name", .contains, "CAFE"), ["Café"]),
    (.text("name", .begins, "date"), ["Date 9", "Date 10"]),
    (.text("name", .ends, "NA"), ["Banana"]),
    (.oneOf("rating", [.real(5), .real(3)]), ["Banana", "Date 9"]),
    (.and([.where("rating", .more, 2.0), .where("timesWorn", .less, Int32(9))]), ["Café", "Date 9"]),
    (.or([.equal("name", "apple"), .equal("name", "Banana")]), ["apple", "Banana"]),
    (.not(.text("name", .contains, "a")), []),
    (.equal("lastWorn", Date?.none), ["apple", "Banana", "Café", "Date 9", "Date 10"]),
  ])
  func aPredicateSelectsRecords(condition: Condition, expected: [String]) throws {
    #expect(try names(Fetch(where: condition)) == expected)
    #expect(try store.read { try $0.count(Fetch<BowTie>(where: condition)) } == expected.count)
  }

  @Test func recordsAreSortedBySeveralAttributesInEitherDirection() throws {
    #expect(
      try names(Fetch(by: [.init("rating", descending: true), .init("name", descending: true)]))
        == ["Banana", "Café", "Date 9", "Date 10", "apple"])
    #expect(try names(Fetch(by: [.init("timesWorn")])).first == "apple")
  }

  @Test func limitAndOffsetSelectOnePage() throws {
    #expect(try names(Fetch(limit: 2)) == ["apple", "Banana"])
    #expect(try names(Fetch(limit: 2, offset: 2)) == ["Café", "Date 9"])
    #expect(try names(Fetch(limit: 2, offset: 4)) == ["Date 10"])
    #expect(try names(Fetch(offset: 9)) == [])
  }

  @Test func batchesHaveTheRequestedSizeAndCoverAllRecords() throws {
    var batches: [[String]] = []
    try store.read { try $0.forEachBatch(of: 2, Fetch<BowTie>()) { batches.append($0.map(\.name)) } }
    #expect(batches == [["apple", "Banana"], ["Café", "Date 9"], ["Date 10"]])
  }

  @Test func anUnknownNameAndAMistypedValueAreRefused() throws {
    #expect(throws: StoreError.self) { try names(Fetch(where: .equal("colour", "red"))) }
    #expect(throws: StoreError.self) { try names(Fetch(where: .equal("rating", "red"))) }
    #expect(throws: StoreError.self) { try names(Fetch(by: [.init("photoData")])) }
  }
}
