import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ExchangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func catalog(_ name: String) throws -> Catalog {
    try Catalog(at: folder.path("\(name)/catalog.sqlite"), createIfMissing: true)
  }

  private func emptyCatalog(_ name: String) throws -> Catalog {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    return try catalog(name)
  }

  /// The name and bytes of a file, or of each file in a folder.
  private func content(_ path: String) throws -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    if names.isEmpty { return ["": try Data(contentsOf: URL(fileURLWithPath: path))] }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)"))) })
  }

  @Test(arguments: ExchangeFormat.allCases, [1, 2, 3, 4] as [UInt64])
  func aCatalogExportedAndImportedExportsTheSameBytes(
    format: ExchangeFormat, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try emptyCatalog("original")
    try original.fill(using: &generator)
    let count = try original.store.export(to: folder.path("one"), as: format)

    let copy = try emptyCatalog("copy")
    let sources = try ImportSource.sources(at: folder.path("one"), as: format, of: Catalog.model)
    // The files' order doesn't matter. A test below reverses the rows.
    let summary = try copy.store.import(sources.shuffled(using: &generator))
    #expect(summary.inserted == count, "seed \(seed)")
    try copy.store.export(to: folder.path("two"), as: format)
    #expect(try content(folder.path("two")) == content(folder.path("one")), "seed \(seed)")
    #expect(try copy.products().map(\.quantity) == original.products().map(\.quantity))
    #expect(try copy.products().map(\.searchKey) == original.products().map(\.searchKey))

    let again = try copy.store.import(sources)
    #expect(again.unchanged == count && again.inserted + again.updated + again.failed == 0)
    #expect(try copy.store.history().count == 1)
    try copy.store.undo()
    #expect(try copy.products().isEmpty && copy.photos().isEmpty)
  }

  @Test func rowsOfAGraphAreImportedInAnyOrder() throws {
    var generator = SeededGenerator(seed: 5)
    let original = try emptyCatalog("original")
    try original.fill(using: &generator)
    try original.store.export(to: folder.path("one.json"), as: .json)
    let text = try String(contentsOfFile: folder.path("one.json"), encoding: .utf8)
    let lines = text.split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    for order in [lines.reversed(), lines.shuffled(using: &generator)] {
      let copy = try Catalog.inMemory()
      #expect(try copy.load(order.joined(separator: "\n")).inserted == lines.count)
      var exported = ""
      try copy.store.export(as: .json) { exported += $0 }
      #expect(exported == text)
    }
  }

  @Test func aProductIsALineOfJSONWithAttributesStockAndLinks() throws {
    let catalog = try Catalog.inMemory()
    var mug = Catalog.Product(sku: "M-1", name: "Mug")
    mug.id = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
    mug.price = 12
    try catalog.addProduct(mug, stock: 3, makers: ["Ann"])
    let ann = try catalog.record(Catalog.Maker.self, matching: "Ann").id.text
    var json = ""
    var csv = ""
    #expect(try catalog.store.export(as: .json, entities: ["Product"]) { json += $0 } == 1)
    #expect(try catalog.store.export(as: .csv, entities: ["Product"]) { csv += $0 } == 1)
    #expect(
      json == """
        [
        {"entity":"Product","id":"01234567-89ab-cdef-0123-456789abcdef","sku":"M-1","name":"Mug","price":"12.00",\
        "currency":"EUR","quantity":3,"rating":0.0,"isFavorite":false,"timesSold":0,"lastSold":null,\
        "soldElsewhere":0,"lastSoldElsewhere":null,"timesWorn":0,"lastWorn":null,"url":null,"tint":null,\
        "archived":false,"isMadeByRun":false,"note":null,"makers":["\(ann)"],"makers.name":["Ann"],"collections":[],"collections.name":[]}
        ]

        """)
    #expect(
      csv == """
        id,sku,name,price,currency,quantity,rating,isFavorite,timesSold,lastSold,soldElsewhere,\
        lastSoldElsewhere,timesWorn,lastWorn,url,tint,archived,isMadeByRun,note,makers,makers.name,\
        collections,collections.name
        01234567-89ab-cdef-0123-456789abcdef,M-1,Mug,12.00,EUR,3,0.0,false,0,,0,,0,,,,false,false,,\(ann),Ann,,

        """)
  }

  @Test(arguments: ExchangeFormat.allCases)
  func anExistingExportIsOverwrittenOnlyOnRequest(format: ExchangeFormat) throws {
    let catalog = try Catalog.inMemory()
    let path = folder.path("export")
    try catalog.store.export(to: path, as: format)
    #expect(throws: ExchangeError.exists(path: path)) { try catalog.store.export(to: path, as: format) }
    let before = try content(path)
    try catalog.save(Catalog.Product(sku: "M-1", name: "Mug"))
    try catalog.store.export(to: path, as: format, overwrite: true)
    #expect(try content(path).keys == before.keys)
    #expect(try content(path) != before)
  }

  @Test func exportingAnUnknownEntityThrows() throws {
    let error = ExchangeError.unknownEntity(name: "Mug", known: Catalog.model.entities.map(\.name))
    #expect(throws: error) { try Catalog.inMemory().store.export(as: .json, entities: ["Mug"]) { _ in } }
  }

  @Test func theEntityComesFromTheFileNameOrMustBeGiven() throws {
    for name in ["product.csv", "prices.csv", "all.ndjson", "prices.txt"] {
      try Data("sku\n".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    func sources(_ name: String, _ entity: String? = nil) throws(ExchangeError) -> [ImportSource] {
      try ImportSource.sources(at: folder.path(name), entity: entity, of: Catalog.model)
    }
    #expect(try sources("product.csv").map(\.entity) == ["Product"])
    #expect(try sources("prices.csv", "Product").map(\.entity) == ["Product"])
    #expect(try sources("all.ndjson").map(\.entity) == [nil])
    let known = Catalog.model.entities.map(\.name)
    #expect(throws: ExchangeError.entityNotGiven(path: folder.path("prices.csv"), known: known)) {
      try sources("prices.csv")
    }
    #expect(throws: ExchangeError.unknownFormat(path: folder.path("prices.txt"))) { try sources("prices.txt") }
    #expect(throws: ExchangeError.unknownEntity(name: "Mug", known: known)) { try sources("prices.csv", "Mug") }
  }
}
