import Foundation
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

extension Catalog {
  @discardableResult
  func load(
    _ text: String, _ format: ExchangeFormat = .json, _ entity: String? = nil, keepGoing: Bool = false,
    isTrial: Bool = false, allowsDuplicates: Bool = false
  ) throws -> ImportSummary {
    let source = ImportSource(
      name: format == .csv ? "list.csv" : "list.json", bytes: Data(text.utf8), format: format, entity: entity)
    return try store.import([source], keepGoing: keepGoing, allowsDuplicates: allowsDuplicates, isTrial: isTrial)
  }
}

@Suite struct ImportTests {
  private let catalog: Catalog

  init() throws { catalog = try .inMemory() }

  private func names(_ relationship: String, of sku: String) throws -> String? {
    try catalog.text(of: catalog.product(matching: sku), relationship)
  }

  private func problems(_ text: String, _ format: ExchangeFormat = .json, _ entity: String? = nil) -> [String] {
    do {
      try catalog.load(text, format, entity)
      return []
    } catch ExchangeError.refused(let problems, _, _) {
      return problems.map(\.explanation)
    } catch {
      return ["\(error)"]
    }
  }

  /// Two EANs that a spreadsheet shows with six digits become one.
  @Test func aNumberThatASpreadsheetHasShortenedIdentifiesNoRecord() throws {
    let said =
      "list.csv:2: Product.sku is “4.00638E+12”; a spreadsheet has shortened this number; export the table again with that column as text"
    #expect(problems("sku,name\n4.00638E+12,Mug\n", .csv, "Product") == [said])
    #expect(problems("sku;name\n4,00638E+12;Mug\n", .csv, "Product") == [said.replacing("4.00638", with: "4,00638")])
    #expect(problems("sku,name,note\n4006380000001,Mug,4.00638E+12\n1E5,Vase,\n", .csv, "Product") == [])
  }

  @Test func aSuppliersListCreatesProductsAndTheNextListUpdatesThem() throws {
    let first = try catalog.load(
      """
      sku,name,price,quantity,makers
      M-1,Mug,12.50,5,"Ann, Bob"
      V-1,Vase,30,0,ann

      """, .csv, "Product")
    #expect(first.inserted == 2)
    #expect(try names("makers", of: "V-1") == "Ann")
    let mug = try catalog.product(matching: "M-1")
    #expect(mug.quantity == 5)
    #expect(mug.price == Decimal(string: "12.5"))
    _ = try catalog.edit("Note") { try $0.update(Catalog.Product.self, mug.id) { $0.note = "kept" } }
    let second = try catalog.load("sku;price;quantity\nM-1;13;7\nV-1;30;0\n", .csv, "Product")
    #expect((second.inserted, second.updated, second.unchanged) == (0, 1, 1))
    let after = try catalog.product(matching: "M-1")
    #expect((after.id, after.quantity, after.price, after.note) == (mug.id, 7, 13, "kept"))
    let reasons = try catalog.read { try $0.fetch(Fetch<Catalog.StockMovement>(by: [.init("at")])) }
    #expect(reasons.map(\.reason) == [.opening, .correction])
    #expect(reasons.map(\.delta) == [5, 2])
    #expect(try catalog.store.history().map(\.label) == ["Import list.csv", "Note", "Import list.csv"])
  }

  @Test func wrongRowsAreReportedByLineAndNothingIsImported() throws {
    let text = """
      sku,name,price,rating
      M-1,Mug,12.50,4
      M-2,Cup,"12,5 €",4
      M-3,Bowl,1,4,5
      M-4,mug,1,4
      M-5,Plate,1,6

      """
    #expect(
      problems(text, .csv, "Product") == [
        "list.csv:3: Product.price is “12,5 €”; write it as 12.5; or declare the file's decimal separator",
        "list.csv:4:1: this row has 5 fields, but there are 4 columns",
        "list.csv:5: Product.name is “mug”; another Product already has it: M-1 (Mug)",
        "list.csv:6: Product.rating is “6”; it must be from 0 to 5",
      ])
    #expect(try catalog.products().isEmpty)
    #expect(try catalog.store.history().isEmpty)
    let summary = try catalog.load(text, .csv, "Product", keepGoing: true)
    #expect((summary.inserted, summary.failed, summary.unread) == (1, 3, 1))
    #expect(summary.problems.map(\.line) == [3, 4, 5, 6])
    #expect(try catalog.products().map(\.sku) == ["M-1"])
  }

  @Test(arguments: [
    (
      ExchangeFormat.csv,
      "sku,name\nD-1,5\" disk\nD-2,Disk\nD-3,\"8\"\" disk\nD-4,\"Tape\"\nD-5,Reel\n",
      ["list.csv:2:6: ", "list.csv:4:5: "]
    ),
    (
      ExchangeFormat.json,
      #"""
      [
      {"entity":"Product","sku":"D-1","name":"5" disk"},
      {"entity":"Product","sku":"D-2","name":"Disk"},
      {"entity":"Product","sku":"D-3","name":"8\" disk},
      {"entity":"Product","sku":"D-4","name":"Tape"},
      {"entity":"Product","sku":"D-5","name":"Reel"}
      ]
      """#,
      ["list.json:2:44: ", "list.json:4:51: "]
    ),
  ])
  func rowsAfterAMalformedRowAreReadAndSkippedRowsCounted(
    format: ExchangeFormat, text: String, places: [String]
  ) throws {
    let error = #expect(throws: ExchangeError.self) { try catalog.load(text, format, "Product") }
    guard case .refused(let problems, 2, 2) = error else { return #expect(Bool(false), "\(error as Any)") }
    for (problem, place) in zip(problems, places) { #expect(problem.description.hasPrefix(place)) }
    #expect(try catalog.products().isEmpty)
    let summary = try catalog.load(text, format, "Product", keepGoing: true)
    #expect((summary.inserted, summary.failed, summary.unread, summary.read) == (3, 0, 2, 3))
    #expect(try catalog.products().map(\.sku).sorted() == ["D-2", "D-4", "D-5"])
  }

  @Test func unknownColumnsAreReportedOnceWithTheKnownOnes() throws {
    let importable =
      "id, sku, name, price, currency, quantity, rating, isFavorite, timesSold, lastSold, soldElsewhere, "
      + "lastSoldElsewhere, timesWorn, lastWorn, url, tint, archived, isMadeByRun, note, makers, collections"
    #expect(
      problems("sku,names,searchKey\n1,a,a\n2,b,b\n", .csv, "Product") == [
        "list.csv:1: Product has no “names”; it has \(importable)",
        "list.csv:1: Product has no “searchKey”; it has \(importable)",
      ])
    #expect(
      problems(#"{"entity":"Product","sku":"1","name":"a","photos":[]}"#) == [
        "list.json:1: record 1 (1): Product has no “photos”; it has \(importable)"
      ])
    #expect(problems(#"{"sku":"1"}"#).first?.hasPrefix("list.json:1: record 1: this object has no “entity”;") == true)
    #expect(
      problems(#"{"entity":"Mug"}"#).first?.hasPrefix("list.json:1: record 1: “Mug” is not a kind of record;") == true)
  }

  @Test func columnNamesIgnoreCaseAndSurroundingSpace() throws {
    try catalog.load("SKU, Name ,TimesSold\nM-1,Mug,3\n", .csv, "Product")
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.name, mug.timesSold) == ("Mug", 3))
    for (names, wrong) in [("SKU,sku,name", "SKU"), ("Sku,SKU,name", "SKU")] {
      #expect(problems("\(names)\n1,2,Cup\n", .csv, "Product").first?.contains("no “\(wrong)”") == true, "\(names)")
    }
  }

  @Test func anEmptyCellIsTheDefaultOfARequiredValueButReplacesNoOther() throws {
    let text = "sku,name,price,quantity,currency,lastSold\nM-1,Mug,,,,\n"
    #expect(try catalog.load(text, .csv, "Product").inserted == 1)
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.price, mug.quantity, mug.currency, mug.lastSold) == (0, 0, "EUR", nil))
    let again = try catalog.load(text, .csv, "Product")
    #expect((again.inserted, again.updated, again.unchanged) == (0, 0, 1))
    try catalog.load("sku,name,price,quantity\nM-1,Mug,9,2\n", .csv, "Product")
    #expect(
      problems("sku,name,price\nM-1,Mug,\n", .csv, "Product") == [
        "list.csv:2: Product.price is nothing; it must have a value"
      ])
    #expect(
      problems("sku,name,quantity\nM-1,Mug,\n", .csv, "Product") == [
        "list.csv:2: Product.quantity is nothing; it must have a value"
      ])
    #expect(
      problems("sku,name\n,Cup\n", .csv, "Product") == ["list.csv:2: Product.sku is nothing; it must have a value"])
  }

  @Test func aRowThatRepeatsAnEarlierOneChangesNothing() throws {
    let text = "sku,name,price,quantity,makers\nD-1,Dish,1,3,Ann\nD-2,Bowl,2,0,\nD-1,Dish,1,3,Ann\nD-2,Bowl,2,0,\n"
    let summary = try catalog.load(text, .csv, "Product")
    #expect((summary.inserted, summary.updated, summary.unchanged) == (2, 0, 2))
    let dish = try catalog.product(matching: "D-1")
    #expect((dish.price, dish.quantity) == (1, 3))
    let filled = try catalog.load(
      "sku,name,price,quantity,note\nD-1,Dish,9,5,blue\nD-1,,,,\nD-3,Jar,4,,\nD-3,,,,\n", .csv, "Product")
    #expect((filled.inserted, filled.updated, filled.unchanged) == (1, 1, 2))
    let again = try catalog.product(matching: "D-1")
    #expect((again.price, again.quantity, again.note) == (9, 5, "blue"))
    #expect(
      problems("sku,name,makers\nD-1,Dish,Ann\nD-1,Dish,Ben\n", .csv, "Product") == [
        "list.csv:3: Product “D-1” is already in line 2"
      ])
    #expect(
      problems("sku,name,quantity\nD-1,Dish,4\nD-1,Dish,5\n", .csv, "Product") == [
        "list.csv:3: Product “D-1” is already in line 2"
      ])
  }

  @Test func aSecondRowThatSaysOtherwiseIsRefusedAndTheFirstIsKept() throws {
    let text = "sku,name,price\nD-1,Dish,1\nD-2,Bowl,2\nD-1,Dish,3\n,DISH,4\n"
    #expect(
      problems(text, .csv, "Product") == [
        "list.csv:4: Product “D-1” is already in line 2", "list.csv:5: Product “DISH” is already in line 2",
      ])
    #expect(
      problems("sku,name\nD-1,Dish\nD-1,Plate\n", .csv, "Product") == [
        "list.csv:3: Product “D-1” is already in line 2"
      ])
    try catalog.load(text, .csv, "Product", keepGoing: true)
    #expect(try catalog.product(matching: "D-1").price == 1)
    let sources = [("one.csv", "Cup"), ("two.csv", "Plate")].map { name, dish in
      ImportSource(name: name, bytes: Data("sku,name\nE-1,\(dish)\n".utf8), format: .csv, entity: "Product")
    }
    let error = #expect(throws: ExchangeError.self) { try catalog.store.import(sources) }
    #expect(error?.message == "two.csv:2: Product “E-1” is already in one.csv:2")
  }

  /// A supplier's list has a column `id` of its own.
  @Test func numbersOfAnotherProgramAreNoIDsIfUnknownColumnsAreIgnored() throws {
    let source = ImportSource(
      name: "list.csv", bytes: Data("id,sku,name\n17,N-1,Jar\n".utf8), format: .csv, entity: "Product")
    let rules = ImportRules(key: ["sku"], ignoresUnknown: true)
    let summary = try catalog.store.import([source], rules)
    #expect((summary.inserted, summary.ignored) == (1, ["id"]))
    #expect(throws: ExchangeError.self) { try catalog.store.import([source], ImportRules(key: ["sku"])) }
  }

  @Test func refusalsListTheAllowedValuesAndNameRecords() {
    let text = #"{"entity":"StockMovement","delta":1,"reason":"gift","at":"2025-03-01","product":"M-1"}"#
    #expect(problems(text).first?.contains("it must be one of opening, sale, return, correction") == true)
    let movement = StoreError.notFound(entity: "StockMovement", query: "1")
    #expect(movement.message == "there is no stock movement “1” in the catalog")
  }

  @Test func referencesMayBeNamesAndPrecedeTheirTargets() throws {
    let summary = try catalog.load(
      """
      {"entity":"Sale","product":"M-1","customer":"Ben","quantity":2,"unitPrice":"5","productName":"Mug",\
      "soldAt":"2025-03-01"}
      {"entity":"Customer","name":"Ben"}
      {"entity":"Product","sku":"M-1","name":"Mug","price":5,"quantity":3,"makers":["Ann, Sons"]}
      """)
    #expect(summary.inserted == 3)
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.quantity, mug.timesSold) == (1, 2))
    #expect(try names("makers", of: "M-1") == "\"Ann, Sons\"", "in quotes, as it is one name")
  }

  @Test func brokenReferencesAndReferencesToRefusedRowsAreRefused() throws {
    let (product, sale) = (UUID().text, UUID().text)
    let text = """
      {"entity":"Photo","path":"a.jpg","kind":"original","sha256":"\(digest("a"))","width":1,"height":1,\
      "format":"png","bytes":1,"modifiedNanoseconds":1,"inode":1,"recordedNanoseconds":1,"product":"\(product)"}
      {"entity":"Product","id":"\(product)","sku":"","name":"Mug"}
      {"entity":"Maker","name":"Ann"}
      {"entity":"StockMovement","delta":1,"reason":"sale","at":"2025-03-01","product":"M-9","sale":"\(sale)"}
      """
    let expected = [
      "list.json:1: record 1 (a.jpg): Photo.product is \(product), which is neither in the catalog nor in the import",
      "list.json:2: record 2 (Mug): Product.sku is “”; it must have 1 to 4096 characters",
      "list.json:4: record 4: there is no product “M-9” in the catalog",
    ]
    #expect(problems(text) == expected)
    let summary = try catalog.load(text, keepGoing: true)
    #expect(summary.problems.map(\.description) == expected)
    #expect(summary.inserted == 1)
    #expect(try catalog.photos().isEmpty)
  }

  @Test func salesWithoutIdsAreImportedTwiceOnlyOnRequest() throws {
    for name in ["Mug", "Cup"] { try catalog.addProduct(Catalog.Product(sku: name, name: name), stock: 100) }
    try catalog.save(Catalog.Customer(name: "Ben"))
    let list = """
      product,customer,quantity,unitPrice,soldAt
      Mug,Ben,2,5,2025-03-01T10:00:00Z
      Mug,,2,5,2025-03-01T10:00:00Z
      Mug,,2,5,2025-03-01T10:00:00Z

      """
    let undated = "product,unitPrice\nCup,5\n"
    #expect(try catalog.load(list, .csv, "Sale").inserted == 3, "rows of one list may be alike")
    try catalog.load(undated, .csv, "Sale")
    #expect(throws: ExchangeError.self) { try catalog.load(undated, .csv, "Sale") }
    for isTrial in [true, false] {
      let error = #expect(throws: ExchangeError.self) { try catalog.load(list, .csv, "Sale", isTrial: isTrial) }
      guard case .refused(let problems, 3, _) = error else { throw try #require(error) }
      #expect(problems.map(\.isRepeat) == [true, true, true])
      #expect(problems[0].description.hasPrefix("list.csv:2: the catalog already has this row: sale of 2 × “Mug” ("))
    }
    let more = list + "Mug,Ben,2,6,2025-03-01T10:00:00Z\nMug,Ben,3,5,2025-03-01T10:00:00Z\n"
    let rest = try catalog.load(more, .csv, "Sale", keepGoing: true)
    #expect((rest.inserted, rest.failed) == (2, 3))
    #expect(try catalog.load(list, .csv, "Sale", allowsDuplicates: true).inserted == 3)
    #expect(try catalog.product(matching: "Mug").timesSold == 6 + 5 + 6)
  }

  @Test func customersWithoutIdsAreMatchedDespiteEmptyCells() throws {
    let list = "name,email\nBen,\nBea,bea@example.org\n"
    #expect(try catalog.load(list, .csv, "Customer").inserted == 2)
    let ben = try catalog.record(Catalog.Customer.self, matching: "Ben")
    try catalog.set(Catalog.Customer.self, ben.id, [Assignment("email", "ben@example.org")])
    let again = try catalog.load(list + "Bea,other@example.org\n", .csv, "Customer", keepGoing: true)
    #expect((again.inserted, again.failed) == (1, 2))
  }

  @Test func aDecimalCommaIsReadWithAnyFieldSeparator() throws {
    try catalog.load("sku;name;price;rating\nM-1;Mug, blue;12,50;4,5\n", .csv, "Product")
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.name, mug.price, mug.rating) == ("Mug, blue", Decimal(string: "12.5"), 4.5))
    try catalog.load("sku,name,price\nC-1,Cup,\"9,90\"\n", .csv, "Product")
    #expect(try catalog.product(matching: "C-1").price == Decimal(string: "9.9"))
  }

  @Test func anAmbiguousPriceIsRefusedWithBothReadings() {
    for separator in [";", ",", "\t"] {
      let text =
        ["sku", "name", "price"].joined(separator: separator) + "\n"
        + ["A1", "Tisch", "1.500"].joined(separator: separator)
      #expect(
        problems(text + "\n", .csv, "Product")
          == [
            "list.csv:2: Product.price is “1.500”; it can be 1.5 or 1500; write the one you mean; or declare the file's decimal separator"
          ])
    }
    #expect(
      problems("sku;name;price\nC-1;Cup;1.234,50\n", .csv, "Product")
        == ["list.csv:2: Product.price is “1.234,50”; write it as 1234.50; or declare the file's decimal separator"])
  }

  private func load(_ text: String, decimal: DecimalSeparator) throws -> ImportSummary {
    var source = ImportSource(
      name: "list.csv", bytes: Data(text.utf8), format: text.hasPrefix("[") ? .json : .csv,
      entity: text.hasPrefix("[") ? nil : "Product")
    source.decimal = decimal
    return try catalog.store.import([source])
  }

  private func loadError(_ text: String, decimal: DecimalSeparator) -> String? {
    guard
      case .refused(let problems, _, _)? = #expect(
        throws: ExchangeError.self, performing: { try load(text, decimal: decimal) })
    else { return nil }
    return problems.first?.description
  }

  @Test func numbersAreReadWithTheDeclaredDecimalSeparator() throws {
    _ = try load(
      "sku;name;price;quantity\nA;Tisch;1.500;1.200\nB;Bank;1.299,00 €;\nC;Sofa;2\u{A0}999,90;7\nD;Bett;EUR 99,95;\n",
      decimal: .comma)
    let prices = try ["A", "B", "C", "D"].map { try catalog.product(matching: $0).price }
    #expect(prices == [1500, 1299, Decimal(299_990) / 100, Decimal(9995) / 100])
    #expect(try catalog.product(matching: "A").quantity == 1200)
    _ = try load("sku,name,price\nA,Tisch,1.500\nB,Bank,\"1,299.00\"\n", decimal: .point)
    #expect(try catalog.product(matching: "A").price == Decimal(3) / 2 && catalog.product(matching: "B").price == 1299)
    // JSON numbers are unambiguous. JSON strings are read like cells of a table.
    let json =
      #"[{"entity": "Product", "sku": "A", "price": 1.125, "currency": "KWD"}, {"entity": "Product", "sku": "B", "price": "1.500"}]"#
    _ = try load(json, decimal: .comma)
    #expect(
      try catalog.product(matching: "A").price == Decimal(1125) / 1000 && catalog.product(matching: "B").price == 1500)
  }

  @Test func aPriceInAnotherCurrencyThanItsRecordIsRefused() throws {
    _ = try load("sku,name,price,currency\nA,Table,\"1,299.00\",USD\n", decimal: .point)
    #expect(
      loadError("sku,price\nA,€ 12.50\n", decimal: .point)
        == "list.csv:2: Product.price is “€ 12.50”; the record's currency is USD; give the price in it, or change the currency"
    )
    #expect(
      loadError("sku,name,price,currency\nB,Cup,$12.50,EUR\n", decimal: .point)?.contains("currency is EUR") == true)
    _ = try load("sku,price\nA,$12.50\n", decimal: .point)
    #expect(try catalog.product(matching: "A").price == Decimal(25) / 2)
  }

  /// Including errors that are found only when the record is saved.
  @Test func errorsQuoteTheNumberAsWrittenInTheFile() {
    #expect(
      problems("sku;name;price\nC-1;Cup;-12,50\n", .csv, "Product")
        == ["list.csv:2: Product.price is “-12,50”; it must be at least 0"])
    #expect(
      problems("sku;name;price\nC-1;Cup;12,505\n", .csv, "Product").first?.contains(
        "“12,505”; it can be 12505 or 12.5050") == true)
    #expect(
      loadError("sku;name;price\nC-1;Cup;12,505\n", decimal: .comma)
        == "list.csv:2: Product.price is “12,505”; EUR has 2 decimal places")
    #expect(
      problems("sku;name;rating\nC-1;Cup;5,10\n", .csv, "Product")
        == ["list.csv:2: Product.rating is “5,10”; it must be from 0 to 5"])
  }

  @Test func aSaleDefaultsToItsProductsNameAndPrice() throws {
    try catalog.load("sku,name,price,currency,quantity\nM-1,Mug,12.50,CHF,9\n", .csv, "Product")
    try catalog.load("product,quantity,soldAt\nM-1,2,2025-03-01\n", .csv, "Sale")
    let sale = try #require(try catalog.store.all(Catalog.Sale.self).first)
    #expect((sale.productName, sale.unitPrice, sale.currency) == ("Mug", Decimal(string: "12.5"), "CHF"))
    try catalog.load("product,unitPrice,productName,soldAt\nM-1,0,Cup,2025-03-02\n", .csv, "Sale")
    let gift = try #require(try catalog.store.all(Catalog.Sale.self).max { $0.soldAt < $1.soldAt })
    #expect((gift.productName, gift.unitPrice) == ("Cup", 0))
    #expect(try catalog.product(matching: "M-1").quantity == 6)
  }

  @Test func aSaleOfAnUnpricedProductNeedsAUnitPrice() throws {
    try catalog.load("sku,name,price,quantity\nM-1,Mug,0,9\nC-1,Cup,3,9\n", .csv, "Product")
    #expect(
      problems("product,quantity,currency\nM-1,2,\nC-1,1,USD\n", .csv, "Sale") == [
        "list.csv:2: the sale has no unit price, and “Mug” has no price; give the sale a unit price",
        "list.csv:3: the sale has no unit price, and “Cup” is priced in EUR only; give the sale a unit price",
      ])
  }

  @Test func unitsSoldWithoutASaleRowCountAsSoldElsewhere() throws {
    try catalog.load(
      """
      {"entity":"Product","sku":"M-1","name":"Mug","price":5,"quantity":9,"timesSold":6,"lastSold":"2024-12-24"}
      {"entity":"Sale","product":"M-1","quantity":2,"soldAt":"2025-03-01"}
      """)
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.timesSold, mug.soldElsewhere) == (6, 4))
    #expect(mug.lastSold == Date(timeIntervalSince1970: 1_740_787_200))
    #expect(mug.lastSoldElsewhere == Date(timeIntervalSince1970: 1_734_998_400))
    // An older list contains fewer sales than the catalog has now.
    try catalog.sell(mug.id, 3)
    #expect(try catalog.load("sku,timesSold\nM-1,2\n", .csv, "Product").updated == 1)
    #expect(try catalog.product(matching: "M-1").timesSold == 5)
  }

  @Test func aGraphWithALedgerDeductsNoStockAndItsSumsAreChecked() throws {
    let (product, sale) = (UUID().text, UUID().text)
    func graph(quantity: Int) -> String {
      """
      [{"entity":"StockMovement","delta":-2,"reason":"sale","at":"2025-03-02","product":"\(product)","sale":"\(sale)"},
       {"entity":"StockMovement","delta":5,"reason":"opening","at":"2025-03-01","product":"\(product)"},
       {"entity":"Sale","id":"\(sale)","product":"\(product)","quantity":2,"unitPrice":"5","productName":"Mug"},
       {"entity":"Product","id":"\(product)","sku":"M-1","name":"Mug","timesSold":2,"quantity":\(quantity)}]
      """
    }
    #expect(
      problems(graph(quantity: 4)) == [
        "list.json:4: record 4 (M-1): Product.quantity is 4 here, but its parts add up to 3"
      ])
    #expect(try catalog.load(graph(quantity: 3)).inserted == 4)
    let mug = try catalog.product(matching: "M-1")
    #expect((mug.quantity, mug.timesSold) == (3, 2))
  }

  @Test func recordsMatchedByNameKeepTheirIdsAndReferencesFollow() throws {
    try catalog.save(Catalog.Maker(name: "Ann"))
    let ann = try catalog.record(Catalog.Maker.self, matching: "Ann").id
    let other = UUID().text
    let summary = try catalog.load(
      """
      {"entity":"Product","sku":"M-1","name":"Mug","makers":["\(other)"]}
      {"entity":"Maker","id":"\(other)","name":"ANN"}
      """)
    #expect((summary.inserted, summary.updated) == (1, 1))
    let mug = try catalog.product(matching: "M-1")
    #expect(try catalog.read { try $0.ids("makers", of: mug) } == [ann])
    #expect(try catalog.record(Catalog.Maker.self, matching: "Ann").name == "ANN")
  }

  @Test func aProductKeepsAtLeastOneMaker() throws {
    try catalog.addProduct(Catalog.Product(sku: "M-1", name: "Mug"), makers: ["Ann"])
    let text = #"{"entity":"Product","sku":"M-1","makers":[]}"# + "\n" + #"{"entity":"Maker","name":"Bob"}"#
    #expect(
      problems(text) == [
        "list.json:1: record 1 (M-1): Product “Mug” would be left without makers; it needs at least one, so add another first"
      ])
    let summary = try catalog.load(text, keepGoing: true)
    #expect((summary.inserted, summary.failed) == (1, 1))
    #expect(try names("makers", of: "M-1") == "Ann")
  }

  @Test func aTrialReportsEachRowsOutcomeAndChangesNothing() throws {
    let summary = try catalog.load("sku,name\n1,a\n2,b\n", .csv, "Product", isTrial: true)
    #expect(summary.inserted == 2)
    #expect(try catalog.products().isEmpty)
  }

  @Test func onlyTheFirstWrongRowsAreListedWithTheTotalCount() throws {
    let text = "sku,name\n" + String(repeating: "1,\n", count: 1500)
    let error = #expect(throws: ExchangeError.self) { try catalog.load(text, .csv, "Product") }
    guard case .refused(let problems, let count, _) = error else { return }
    #expect(count == 1500)
    #expect(problems.map(\.line) == Array(2...1001))
  }

  @Test func aDuplicateValueDoesNotInvalidateLaterRows() throws {
    let summary = try catalog.load("name\nAnn\nBob\n", .csv, "Maker")
    #expect(summary.inserted == 2)
    let text = """
      id,name
      \(UUID.timeOrdered().text),Ann
      \(UUID.timeOrdered().text),Cyd
      \(try #require(try catalog.read { try $0.fetch(Fetch<Catalog.Maker>()).first }).id.text),Bob
      \(UUID.timeOrdered().text),Dee

      """
    let second = try catalog.load(text, .csv, "Maker", keepGoing: true)
    #expect(second.problems.map(\.line) == [4])
    #expect(second.inserted == 2)
  }

  @Test func anotherNormalFormIsAChange() throws {
    try catalog.load("name,phone\nJose\u{301},1\n", .csv, "Customer")
    let id = try #require(try catalog.read { try $0.fetch(Fetch<Catalog.Customer>()).first }).id.text
    #expect(try catalog.load("id,name\n\(id),Jos\u{e9}\n", .csv, "Customer").updated == 1)
    let names = try catalog.read { try $0.fetch(Fetch<Catalog.Customer>()).map { Array($0.name.unicodeScalars) } }
    #expect(names == [Array("Jos\u{e9}".unicodeScalars)])
  }
}
