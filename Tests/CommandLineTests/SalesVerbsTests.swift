import Foundation
import PackshotKit
import Testing

/// Sales, stock and their history.
@Suite struct SalesVerbsTests {
  @Test func aSaleDeductsStockAndRemovingItReturnsStock() throws {
    let packshot = try Packshot.catalog()
    #expect(
      try packshot.succeed("sales", "record", "Ben", "MUG-1", "3") == "Sold 3 × “Sea mug” for 37.50 EUR; 7 left\n")
    let sale = try packshot.run("sales", "list", "--customer", "Ben", "--json").events[0]
    let id = try #require(sale["id"] as? String)
    #expect(sale["quantity"] as? Int == 3 && sale["unitPrice"] as? String == "12.50")
    try packshot.succeed("sales", "edit", id, "quantity=5")
    #expect(try packshot.value("quantity") == "5" && packshot.value("timesSold") == "5")
    try packshot.succeed("sales", "remove", id, "--yes")
    #expect(try packshot.value("quantity") == "10" && packshot.value("timesSold") == "0")
    #expect(try packshot.succeed("sales", "list").isEmpty)
  }

  @Test func moreThanTheStockIsNotSold() throws {
    let packshot = try Packshot.catalog()
    let sale = try packshot.run("sales", "record", "Ben", "MUG-1", "11")
    #expect(sale.status == 65 && sale.errors.contains("“Sea mug” has 10 in stock, but 11 were requested"))
    #expect(try packshot.run("products", "sell", "BOWL-2").status == 65)
    #expect(try packshot.run("sales", "record", "Ben", "MUG-1", "0").status == 65)
    #expect(try packshot.run("sales", "record", "Zoe", "MUG-1").status == 66)
    #expect(try packshot.value("quantity") == "10")
  }

  @Test func anUnpricedProductIsSoldWithAWarning() throws {
    let packshot = try Packshot()
    try packshot.succeed("products", "add", "FREE", "--stock", "2")
    let sale = try packshot.run("products", "sell", "FREE")
    #expect(sale.status == 0 && sale.errors.contains("“FREE” has no price, so it was sold for nothing"))
    let gift = try packshot.run("products", "sell", "FREE", "--price", "3")
    #expect(gift.status == 0 && gift.errors.isEmpty, "\(gift.errors)")
  }

  @Test func anArchivedProductIsNotSold() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "archive", "MUG-1")
    for arguments in [["products", "sell", "MUG-1"], ["sales", "record", "Ben", "MUG-1"]] {
      let sale = try packshot.run(arguments)
      #expect(sale.status == 65 && sale.errors.contains("“Sea mug” is archived; `packshot products restore MUG-1`"))
    }
    try packshot.succeed("products", "restore", "MUG-1")
    try packshot.succeed("products", "sell", "MUG-1")
  }

  @Test func wearingIsCountedAndKeepsStock() throws {
    let packshot = try Packshot.catalog()
    #expect(
      try packshot.succeed("products", "wear", "MUG-1", "--times", "2", "--at", "2025-03-01 09:30")
        == "“Sea mug” was worn 2 times, last on 2025-03-01 09:30\n")
    #expect(try packshot.value("quantity") == "10" && packshot.value("timesSold") == "0")
    let worn = try packshot.run("products", "wear", "MUG-1", "--at", "2025-04-01T08:00:00Z", "--json").events[0]
    #expect(worn["timesWorn"] as? Int == 3 && worn["lastWorn"] as? String == "2025-04-01T08:00:00Z")
    #expect(try packshot.succeed("products", "list", "--where", "timesWorn>=3").contains("MUG-1"))
    let refused = try packshot.run("products", "wear", "MUG-1", "--times", "-1")
    #expect(refused.status == 65 && refused.errors.contains("Product.timesWorn is -1; it must be at least 1"))
    #expect(try packshot.run("products", "wear", "MUG-1", "--at", "soon").status != 0)
    let empty = try packshot.run("products", "wear", "MUG-1", "--at", "")
    #expect(empty.status == 64 && empty.errors.contains("--at is empty; it must be a moment"), "\(empty.errors)")
    #expect(try packshot.run("products", "wear", "MUG-1", "--at", "null").status == 64)
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.value("timesWorn") == "2")
  }

  @Test func aSaleHasItsOwnPriceAndDate() throws {
    let packshot = try Packshot.catalog()
    for arguments in [["products", "sell", "MUG-1"], ["sales", "record", "Ben", "MUG-1"]] {
      let terms = ["--price", "9.90", "--at", "2025-03-01T09:30:00Z", "--json"]
      let sale = try packshot.run(arguments + terms).events[0]
      #expect(sale["unitPrice"] as? String == "9.90" && sale["soldAt"] as? String == "2025-03-01T09:30:00Z")
      for (option, value, says) in [
        ("--price", "-1", "Sale.unitPrice is -1; it must be at least 0"), ("--price", "x", "a number such as 12.50"),
        ("--at", "soon", "a time such as"),
      ] {
        let refused = try packshot.run(arguments + [option, value])
        #expect(refused.status == 65 && refused.errors.contains(says), "\(refused.errors)")
      }
    }
    #expect(try packshot.value("quantity") == "8" && packshot.value("price") == "12.50")
  }

  @Test func aCounterSaleIncrementsTimesSoldAndSetsTheDate() throws {
    let packshot = try Packshot.catalog()
    let sale = try packshot.run("products", "sell", "MUG-1", "2", "--json").events[0]
    #expect(sale["quantity"] as? Int == 2 && sale["customer"] is NSNull)
    #expect(try packshot.value("timesSold") == "2")
    #expect(try packshot.value("lastSold") == sale["soldAt"] as? String)
  }

  @Test func daysAndTimesAreLocal() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    let id = try #require(packshot.run("sales", "list", "--json").events[0]["id"] as? String)
    let here = ["TZ": "America/New_York"]
    #expect(try packshot.run("sales", "edit", id, "soldAt=2025-01-02 10:00", environment: here).status == 0)
    #expect(try packshot.run("sales", "list", environment: here).output.hasPrefix("2025-01-02 10:00"))
    #expect(
      try packshot.run("sales", "show", id, "--attribute", "soldAt", environment: here).output
        == "2025-01-02T15:00:00Z\n")
    for (condition, count) in [
      ("soldAt=2025-01-02 10:00", 1), ("soldAt>=2025-01-02T10:00:00Z", 1), ("soldAt>=2025-01-03", 0),
      ("soldAt~2025", 1), ("soldAt~2025-01", 1), ("soldAt~2025-01-02", 1), ("soldAt~2024", 0), ("soldAt=2025-01-02", 1),
      ("soldAt<=2025-01-02", 1), ("soldAt>2025-01-02", 0), ("soldAt!=2025-01", 0),
      ("product=MUG-1", 1), ("product=sea mug AND customer=Ben", 1), ("product=MUG-2", 0), ("customer=", 0),
      ("NOT customer= AND quantity=1", 1),
    ] {
      let list = try packshot.run("sales", "list", "--json", "--where", condition, environment: here)
      #expect(list.events.count == count, "\(condition)")
    }
    try packshot.succeed("sales", "edit", id, "soldAt=2025-01-02T03:00:00Z")
    #expect(
      try packshot.run("sales", "list", "--json", "--where", "soldAt<2025-01-02", environment: here).events.count == 1)
  }

  @Test func stockIsCorrectedByADifferenceOrSetToACount() throws {
    let packshot = try Packshot.catalog()
    #expect(try packshot.succeed("products", "stock", "MUG-1", "+5") == "“Sea mug” has 15 in stock\n")
    #expect(try packshot.succeed("products", "stock", "MUG-1", "-3") == "“Sea mug” has 12 in stock\n")
    #expect(try packshot.succeed("products", "stock", "MUG-1", "4") == "“Sea mug” has 4 in stock\n")
    let under = try packshot.run("products", "stock", "MUG-1", "-5")
    #expect(under.status == 65)
    #expect(under.errors.contains("“Sea mug” has 4 in stock, and stock cannot go below zero"))
    let over = try packshot.run("products", "stock", "MUG-1", "+2147483647")
    #expect(over.status == 65 && over.errors.contains("stock cannot be more than 2147483647"), "\(over.errors)")
    #expect(try packshot.run("products", "stock", "MUG-1", "some").status == 64)
    #expect(try packshot.run("products", "stock", "MUG-1", "1", "2").status == 64)
    #expect(try packshot.value("quantity") == "4")
    let ledger = try packshot.succeed("products", "show", "MUG-1")
    for line in ["+10 opening", "+5 correction", "-3 correction", "-8 correction"] { #expect(ledger.contains(line)) }
  }

  @Test func aSoldProductIsArchivedInsteadOfRemoved() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    let remove = try packshot.run("products", "remove", "MUG-1", "--yes")
    #expect(remove.status == 65 && remove.errors.contains("because it has sales"), "\(remove.errors)")
    #expect(remove.errors.contains("packshot products archive"))
    let asked = try packshot.runInteractively("products", "remove", "MUG-1", typing: "y\n")
    #expect(asked.status == 65 && !asked.output.contains("[y/N]"), "nobody is asked about what is refused anyway")
    #expect(try packshot.succeed("products", "archive", "MUG-1") == "Archived product “Sea mug”\n")
    #expect(try packshot.succeed("products", "list", "--archived").hasSuffix("archived\n"))
    #expect(try packshot.succeed("products", "restore", "MUG-1") == "Restored product “Sea mug”\n")
    #expect(try packshot.value("archived") == "false")
  }

  @Test func removingAsksAndListsDependentRecords() throws {
    let packshot = try Packshot.catalog()
    for _ in 1...2 { try packshot.succeed("sales", "record", "Ben", "MUG-1") }
    let nobody = try packshot.run("customers", "remove", "Ben")
    #expect(
      nobody.status == 64
        && nobody.errors.contains("remove customer “Ben” and 2 sales, because this is not a terminal; --yes"),
      "\(nobody.errors)")
    for answer in ["n\n", "\n", "\u{4}", "maybe\n"] {
      let no = try packshot.runInteractively("customers", "remove", "Ben", typing: answer)
      #expect(no.status == 1, "\(no.output)")
      #expect(no.output.contains("Remove customer “Ben” and 2 sales? [y/N] "), "\(no.output)")
    }
    #expect(try packshot.succeed("sales", "list").split(separator: "\n").count == 2)
    let yes = try packshot.runInteractively("customers", "remove", "Ben", typing: "y\n")
    #expect(yes.status == 0 && yes.output.hasSuffix("Removed customer “Ben” and 2 sales\r\n"), "\(yes.output)")
    #expect(try packshot.succeed("sales", "list").isEmpty)
    #expect(try packshot.value("quantity") == "8", "the ledger stays")
    #expect(try packshot.value("timesSold") == "2")
    try packshot.succeed("catalog", "undo")
    let keeping = try packshot.succeed("customers", "remove", "Ben", "--keep-sales", "--yes")
    #expect(keeping == "Removed customer “Ben”, keeping their sales\n")
    #expect(try packshot.succeed("sales", "list", "--where", "customer=").split(separator: "\n").count == 2)
  }

  @Test func forgettingACustomerIsPermanent() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    let nobody = try packshot.run("customers", "remove", "Ben", "--forget", "--with-sales")
    #expect(
      nobody.status == 64
        && nobody.errors.contains("forget customer “Ben” and 1 sale for good; 2 edits can no longer be undone"),
      "\(nobody.errors)")
    let kept = packshot.folder + "/catalog.sqlite.before-v2"
    try Data().write(to: URL(fileURLWithPath: kept))
    let told = try packshot.succeed("customers", "remove", "Ben", "--forget", "--with-sales", "--yes")
    #expect(try packshot.succeed("sales", "list").isEmpty)
    #expect(told.hasPrefix("Forgot customer “Ben” and 1 sale; 2 edits can no longer be undone\n"), "\(told)")
    #expect(told.contains("  \(kept)\n") && told.contains("backups and exports"), "\(told)")
    #expect(try packshot.run("customers", "remove", "Ben", "--forget", "--yes").status == 66)
    #expect(try !packshot.succeed("catalog", "history").contains("Ben"))
    #expect(try packshot.value("timesSold") == "1" && packshot.value("quantity") == "9")
    try packshot.succeed("customers", "add", "Eve")
    let removed = try packshot.run("customers", "remove", "Eve", "--yes", "--json").events[0]
    #expect(removed["subject"] as? String == "customer “Eve”")
  }

  @Test func forgottenRecordsAreListedInJSON() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1")
    let nobody = try packshot.run("customers", "remove", "Ben", "--forget")
    #expect(
      nobody.errors.contains("forget customer “Ben” for good, keeping their sale without a name; "), "\(nobody.errors)")
    #expect(try packshot.run("customers", "remove", "Ben", "--with-sales", "--yes").status == 64)
    #expect(try packshot.run("customers", "remove", "Ben", "--forget", "--with-sales", "--keep-sales").status == 64)
    let told = try packshot.run("customers", "remove", "Ben", "--forget", "--yes", "--json").events[0]
    #expect(told["records"] as? [String: Int] == ["Customer": 1])
    #expect(told["edits"] as? Int == 2 && told["renamed"] as? Int == 0)
    #expect((told["unreached"] as? [String])?.isEmpty == true)
    #expect(try packshot.succeed("sales", "list", "--where", "customer=").split(separator: "\n").count == 1)
  }

  @Test func editsAreUndoneInLaterProcesses() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "edit", "Ben", "name=Bea")
    try packshot.succeed("customers", "remove", "Bea", "--yes")
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Remove customer ‘Bea’”\n")
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Edit customer ‘Ben’: name”\n")
    #expect(try packshot.succeed("customers", "list").hasPrefix("Ben "))
    let history = try packshot.run("catalog", "history", "--json").events
    #expect(history.map { $0["id"] as? Int } == [5, 4, 3, 2, 1])
    #expect(history.map { $0["isUndone"] as? Bool } == [true, true, false, false, false])
    #expect(try packshot.succeed("catalog", "history", "--limit", "1").hasSuffix("Remove customer “Bea” (undone)\n"))
    #expect(try packshot.succeed("catalog", "redo") == "Redid “Edit customer ‘Ben’: name”\n")
    #expect(try packshot.run("catalog", "redo", "--json").events[0]["label"] as? String == "Remove customer “Bea”")
    let nothing = try packshot.run("catalog", "redo")
    #expect(nothing.status == 65 && nothing.errors.contains("there is nothing to redo"))
  }

  @Test func aSaleInTheFutureIsRecordedWithAWarning() throws {
    let packshot = try Packshot.catalog()
    let warning = "the sale is dated 2999-01-01 00:00, which is in the future"
    let sale = try packshot.run("sales", "record", "Ben", "MUG-1", "--at", "2999-01-01")
    #expect(sale.status == 0 && sale.errors.contains(warning), "\(sale.errors)")
    let now = try packshot.run("products", "sell", "MUG-1")
    #expect(now.status == 0 && now.errors.isEmpty)
    let id = try #require(
      try packshot.run("sales", "list", "--where", "customer=", "--json").events[0]["id"] as? String)
    #expect(try packshot.run("sales", "edit", id, "soldAt=2999-01-01").errors.contains(warning))
  }

  @Test func ambiguousSalesAreListedByWhatWasSold() throws {
    let packshot = try Packshot.catalog()
    for count in ["1", "2"] { try packshot.succeed("sales", "record", "Ben", "MUG-1", count) }
    let ids = try packshot.run("sales", "list", "--json").events.compactMap { $0["id"] as? String }
    let common = String(zip(ids[0], ids[1]).prefix { $0 == $1 }.map(\.0))
    let several = try packshot.run("sales", "show", common)
    #expect(several.errors.contains("\(ids[0]) (sale of 2 × “Sea mug”)"), "\(several.errors)")
    let none = try packshot.run("products", "sell", "BOWL-2")
    #expect(none.errors.contains("“Åland bowl” has 0 in stock, but 1 was requested"), "\(none.errors)")
  }

  @Test func undoingALaterChangedEditIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "edit", "Ben", "name=Bea")
    try packshot.succeed("customers", "edit", "Bea", "name=Bo")
    let undo = try packshot.run("catalog", "undo", "4")
    #expect(undo.status == 65 && undo.errors.contains("Bo"), "\(undo.errors)")
    #expect(try packshot.run("catalog", "undo", "99").status == 66)
    try packshot.succeed("catalog", "undo", "5")
    let again = try packshot.run("catalog", "undo", "5")
    #expect(
      again.status == 65 && again.errors.contains("has already been undone; redo it with `packshot catalog redo`"),
      "\(again.errors)"
    )
    try packshot.succeed("catalog", "redo")
    #expect(try packshot.succeed("customers", "list").hasPrefix("Bo "))
  }
}
