import Foundation
import ObjectStore
import TestSupport
import Testing

/// Opening a store with an invalid model.
@Suite struct UnusableModelTests {
  private struct Priced: Record {
    var id = UUID()
    var price = 0.0
    static let properties: [Property<Priced>] = [Property("id", \.id), Property("unit price", \.price)]
    static let entity = Entity("Priced", properties)
  }

  private struct Lost: Record {
    var id = UUID()
    static let properties: [Property<Lost>] = [Property("id", \.id)]
    static let entity = Entity("Lost", properties, toMany: [.toMany("books", "Book", inverse: "shelf")])
  }

  private struct Nameless: Record {
    var id = UUID()
    var title = ""
    static let properties: [Property<Nameless>] = [Property("title", \.title)]
    static let entity = Entity("Nameless", properties)
  }

  private struct Belated: Record {
    var id = UUID()
    var title = ""
    static let properties: [Property<Belated>] = [Property("title", \.title), Property("id", \.id)]
    static let entity = Entity("Belated", properties)
  }

  private struct Numbered: Record {
    var id = UUID()
    var number: Int32 = 0
    static let properties: [Property<Numbered>] = [Property("id", \.id), Property("number", \.number)]
    static let entity = Entity("Numbered", properties, uniqueKeys: [.caseBlind("number")])
  }

  private struct Summed: Record {
    var id = UUID()
    var total: Int64 = 0
    static let properties: [Property<Summed>] = [
      Property("id", \.id), Property("total", \.total, .sum(of: "count", over: "parts")),
    ]
    static let entity = Entity("Summed", properties)
  }

  private static let faults: [(types: [any Record.Type], fault: ModelError)] = [
    ([Priced.self], .unusableName(entity: "Priced", name: "unit price")),
    ([Lost.self], .unknownDestination(entity: "Lost", relationship: "books", found: "Book")),
    ([Nameless.self], .misplacedID(entity: "Nameless")),
    ([Belated.self], .misplacedID(entity: "Belated")),
    ([Numbered.self], .unknownUniqueAttribute(entity: "Numbered", name: "number")),
    ([Summed.self], .impossibleAggregate(entity: "Summed", relationship: "parts", attribute: "count")),
  ]

  @Test(arguments: faults.indices)
  func anInvalidModelThrowsAndCreatesNoFile(index: Int) throws {
    let (types, fault) = Self.faults[index]
    let schema = StoreSchema(Model(types), mark: "Shlv")
    #expect(throws: fault) { try schema.model.check() }
    let folder = try TemporaryFolder()
    let path = folder.path("shelves.sqlite")
    #expect(throws: StoreError.unusableModel(fault)) { try Store(at: path, schema, createIfMissing: true) }
    #expect(throws: StoreError.unusableModel(fault)) { try Store.inMemory(schema) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(arguments: ["", "Shl", "Shelf", "Sh f", "Ré", "\0abc"])
  func aMarkThatIsNotFourLettersIsRefused(mark: String) {
    #expect(throws: StoreError.unusableModel(.unusableMark(mark: mark))) {
      try Store.inMemory(StoreSchema(BowTies.schema.model, mark: mark))
    }
  }

  @Test func anOlderVersionsModelIsCheckedOnCreation() {
    let schema = StoreSchema(
      BowTies.schema.model, mark: "BwTs", migrations: [.creating(Model([Lost.self])), .sql("SELECT 1")])
    let fault = ModelError.unknownDestination(entity: "Lost", relationship: "books", found: "Book")
    #expect(throws: StoreError.unusableModel(fault)) { try Store.inMemory(schema) }
  }

  @Test func theErrorDescribesTheFaultInTextAndDetails() {
    let error = #expect(throws: StoreError.self) {
      try Store.inMemory(StoreSchema(Model([Nameless.self]), mark: "Shlv"))
    }
    #expect(error?.message == "the first property of Nameless is not its id, a UUID")
    #expect(error?.reason == "misplaced-id")
    #expect(error?.details["entity"] == "Nameless")
    #expect(error?.code == .fault)
    #expect(
      ModelError.unknownOrder(entity: "Book", name: "size").localizedDescription
        == "Book has no text attribute size to sort by")
  }
}
