import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

/// Promise: bow ties are rated, worn and chosen by colour. Tested on a collection of bow ties and on the shop's products.
@Suite struct BowTiesTests {
  private typealias BowTie = BowTies.BowTie

  private let store: Store

  init() throws {
    store = try .inMemory(BowTies.schema)
    try BowTies.loadSamples(into: store)
  }

  private func tie(_ searchKey: String) throws -> BowTie {
    try #require(try store.read { try $0.first(Fetch<BowTie>(where: .equal("searchKey", searchKey))) })
  }

  @Test func aBowTieIsChosenBySearchKeyAndColor() throws {
    #expect(try tie("R").name == "Red Bow Tie")
    #expect(try tie("B").tintColor == Tint(red: 0x20, green: 0x40, blue: 0xd0))
    let green = Tint(red: 0x20, green: 0x90, blue: 0x30)
    let found = try store.read { try $0.fetch(Fetch<BowTie>(where: .equal("tintColor", green))) }
    #expect(found.map(\.name) == ["Green Bow Tie"])
    #expect(found.compactMap(\.tintColor?.name) == ["green"])
  }

  @Test func theSegmentedControlHasABowTieForEachLetterOfROYGBIV() throws {
    let colors = ["red", "orange", "yellow", "green", "blue", "indigo", "violet"]
    #expect(try "ROYGBIV".compactMap { try tie(String($0)).tintColor?.name } == colors)
    #expect(try "ROYGBIV".map { try tie(String($0)).name } == colors.map { $0.capitalized + " Bow Tie" })
  }

  /// Each first colour has a name in CSS, except for #8f00ff, the violet of the spectrum.
  @Test(arguments: [
    ("#4b0082", "indigo"), ("#8a2be2", "violet"), ("#9400d3", "violet"), ("#8f00ff", "violet"), ("#663399", "purple"),
    ("#9370db", "purple"), ("#9932cc", "purple"), ("#000080", "blue"), ("#191970", "blue"), ("#6a5acd", "blue"),
  ])
  func indigoAndVioletAreDistinguishedFromBlueAndPurple(color: String, name: String) {
    #expect(Tint(attributeValue: .string(color))?.name == name)
  }

  @Test func aNamedColorKeepsItsName() {
    for name in Tint.names {
      #expect(Tint(attributeValue: Tint.meaning(of: .string(name)))?.name == name)
    }
  }

  @Test func wearingIncrementsTheCountAndSetsTheDate() throws {
    let moment = Date(timeIntervalSince1970: 1_740_821_400)
    let red = try tie("R")
    try BowTies.wear(red.id, at: moment - 86_400, in: store)
    try BowTies.wear(red.id, at: moment, in: store)
    #expect(try tie("R").timesWorn == 2)
    #expect(try tie("R").lastWorn == moment)
    #expect(try tie("B").timesWorn == 0)
    #expect(try tie("B").lastWorn == nil)
  }

  @Test func wearingAProductIncrementsItsCountAndSellsNothing() throws {
    let catalog = try Catalog.inMemory()
    let tie = try catalog.addProduct(Catalog.Product(sku: "TIE-01", name: "Red Bow Tie"), stock: 2)
    let moment = Date(timeIntervalSince1970: 1_740_821_400)
    try catalog.archive(tie.id)
    try catalog.wear(tie.id, at: moment)
    try catalog.wear(tie.id, 3, at: moment - 60)
    let worn = try catalog.product(matching: "TIE-01")
    #expect((worn.timesWorn, worn.lastWorn) == (4, moment))
    #expect((worn.quantity, worn.timesSold, worn.soldElsewhere) == (2, 0, 0))
    #expect(worn.lastSold == nil)
    #expect(try catalog.store.history().map(\.label).prefix(1) == ["Wear “Red Bow Tie”"])
    try catalog.store.undo()
    #expect(try catalog.product(matching: "TIE-01").timesWorn == 1)
  }

  @Test(arguments: [0, -1, Int32.max])
  func anInvalidTimesWornIsRefused(times: Int32) throws {
    let catalog = try Catalog.inMemory()
    let tie = try catalog.addProduct(Catalog.Product(sku: "TIE-01", name: "Red Bow Tie"))
    try catalog.wear(tie.id)
    #expect(throws: StoreError.self) { try catalog.wear(tie.id, times) }
    #expect(try catalog.product(matching: "TIE-01").timesWorn == 1)
  }

  @Test(arguments: [0, 0.5, 4.7, 5])
  func aFractionalRatingFrom0To5IsAccepted(rating: Double) throws {
    let red = try tie("R")
    _ = try store.edit("Rate") { try $0.update(BowTie.self, red.id) { $0.rating = rating } }
    #expect(try tie("R").rating == rating)
  }

  @Test(arguments: [-0.1, 5.1, 6, .infinity])
  func aRatingOutOfRangeIsRefused(rating: Double) throws {
    let red = try tie("R")
    #expect(throws: StoreError.self) {
      try store.edit("Rate") { try $0.update(BowTie.self, red.id) { $0.rating = rating } }
    }
    #expect(try tie("R").rating == 0)
  }

  @Test func sampleDataLoadsOnlyIntoAnEmptyStore() throws {
    #expect(try store.all(BowTie.self).map(\.name) == BowTies.samples.map(\.name).sorted())
    try BowTies.loadSamples(into: store)
    #expect(try store.all(BowTie.self).count == 7)
  }

  @Test func sellingAProductIncrementsItsCountAndSetsTheDate() throws {
    let catalog = try Catalog.inMemory()
    let mug = try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), stock: 5)
    let moment = Date(timeIntervalSince1970: 1_740_821_400)
    try catalog.sell(mug.id, at: moment)
    try catalog.sell(mug.id, 2, at: moment - 60)
    let sold = try catalog.product(matching: "M-1")
    #expect(sold.timesSold == 3)
    #expect(sold.lastSold == moment)
    #expect(sold.quantity == 2)
  }
}
