import Foundation
import Testing

/// Export and import of a catalog.
@Suite struct ExchangeVerbsTests {
  @Test func sampleDataIsExportedAndImported() throws {
    let packshot = try Packshot()
    #expect(try packshot.succeed("catalog", "sample").hasPrefix("Loaded 64 records"))
    #expect(try packshot.run("catalog", "sample").status == 65)
    for (path, format) in [("out.json", "json"), ("out", "csv")] {
      #expect(try packshot.succeed("catalog", "export", path) == "Wrote 64 records to \(path)\n")
      #expect(try packshot.run("catalog", "export", path).status == 74)
      try packshot.succeed("catalog", "export", path, "--overwrite")
      let imported = try packshot.succeed("catalog", "import", path, "--catalog", "\(format).sqlite")
      #expect(imported == "Imported: 64 new, 0 changed, 0 unchanged\n")
      let (one, two) = (
        try packshot.succeed("catalog", "export", "-"),
        try packshot.succeed("catalog", "export", "-", "--catalog", "\(format).sqlite")
      )
      #expect(one == two)
    }
  }

  @Test func aSuppliersListIsTriedRefusedAndImported() throws {
    let packshot = try Packshot()
    try packshot.succeed("catalog", "sample")
    try packshot.write(
      "sku,name,price,quantity\nMUG-01,Morning Mug,15,30\nNEW-1,New Mug,x,1\nNEW-2,Dish,3,1\n", to: "list.csv")
    #expect(try packshot.run("catalog", "import", "list.csv").status == 64)
    let refused = try packshot.run("catalog", "import", "list.csv", "--entity", "Product")
    #expect(refused.status == 65 && refused.errors.hasPrefix("list.csv:3: Product.price is “x”;"))
    let trial = try packshot.run("catalog", "import", "list.csv", "--entity", "Product", "--keep-going", "--dry-run")
    #expect(
      trial.output == """
        list.csv:2: product “Morning Mug”: price 14.50 → 15.00, quantity 34 → 30
        list.csv:4: new product “Dish”
        Would import: 1 new, 1 changed, 0 unchanged, 1 wrong

        """)
    let kept = try packshot.run("catalog", "import", "list.csv", "--entity", "Product", "--keep-going", "--json")
    #expect(
      kept.status == 65 && kept.output.hasPrefix(#"{"inserted":1,"updated":1,"unchanged":0,"skipped":0,"failed":1,"#))
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Import list.csv”\n")
  }

  @Test func salesImportedTwiceAreRefused() throws {
    let packshot = try Packshot.catalog()
    let rows = (1...5).map { "MUG-1,Ben,1,2025-03-0\($0)\n" }.joined()
    try packshot.write("product,customer,quantity,soldAt\n" + rows, to: "sales.csv")
    try packshot.succeed("catalog", "import", "sales.csv")
    for arguments in [["--dry-run"], []] {
      let again = try packshot.run(["catalog", "import", "sales.csv"] + arguments)
      #expect(again.status == 65 && again.errors.contains("sales.csv:4: the catalog already has this row"))
      #expect(again.errors.contains("and 2 more rows that the catalog has already\n"), "\(again.errors)")
      #expect(again.errors.contains("--allow-duplicates adds them again"), "\(again.errors)")
    }
    #expect(try packshot.value("timesSold") == "5")
    try packshot.succeed("catalog", "import", "sales.csv", "--allow-duplicates")
    #expect(try packshot.value("timesSold") == "10")
  }

  @Test func anUnknownColumnIsReportedWithTheNearestName() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,prise\nA-1,Mug,1\n", to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv")
    #expect(refused.errors.contains("Product has no “prise”; it has id, sku, name, price,"), "\(refused.errors)")
    #expect(refused.errors.contains("(did you mean `price`?)"), "\(refused.errors)")
    for header in ["sku|name", "sku,name;price"] {
      try packshot.write(header + "\nA-1\n", to: "products.csv")
      let refused = try packshot.run("catalog", "import", "products.csv")
      #expect(refused.errors.contains("; separate columns by commas, semicolons or tabs"), "\(refused.errors)")
    }
  }

  @Test func wrongRowsAreAnArrayInJSON() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name,price\nA-1,Mug,x\nA-2,Cup,1\nA-2,Cup,2\n", to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv", "--json")
    #expect(refused.status == 65 && refused.errors.contains("nothing was imported"))
    let summary = try #require(refused.events.first)
    #expect(summary["inserted"] as? Int == 0 && summary["failed"] as? Int == 2)
    let problems = try #require(summary["problems"] as? [[String: Any]])
    #expect(problems.map { $0["line"] as? Int } == [2, 4])
    #expect(problems[1]["file"] as? String == "products.csv")
    #expect(problems[1]["message"] as? String == "Product “A-2” is already in line 3")
  }

  /// A list that was written before a sale would put the sold units back into stock.
  @Test func stockSetByAFileIsReported() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("catalog", "export", "products.csv", "--entity", "products")
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "2")
    let trial = try packshot.run("catalog", "import", "products.csv", "--dry-run")
    #expect(
      trial.errors.contains("would be corrected from the file: Sea mug: quantity 8 → 10"), "\(trial.errors)")
    #expect(try packshot.value("quantity") == "8")
    let run = try packshot.run("catalog", "import", "products.csv", "--json")
    #expect(run.errors.contains("leave the column quantity out of it"), "\(run.errors)")
    let corrections = try #require(run.events.first?["corrections"] as? [[String: Any]])
    #expect(corrections.map { $0["before"] as? Int } == [8] && corrections.map { $0["after"] as? Int } == [10])
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.value("quantity") == "8")
    #expect(try packshot.run("catalog", "import", "products.csv").errors.contains("8 → 10"))
    #expect(try packshot.run("catalog", "import", "products.csv").errors == "", "nothing is left to correct")
  }

  @Test func malformedRowsAreCountedAndTheOthersImported() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name\nD-1,5\" disk\nD-2,Disk\nD-3,\n", to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv")
    #expect(refused.status == 65 && refused.errors.contains("\nproducts.csv:2:6: "), "\(refused.errors)")
    let kept = try packshot.run("catalog", "import", "products.csv", "--keep-going", "--json")
    let summary = try #require(kept.events.first)
    #expect(kept.status == 65)
    #expect(["inserted", "failed", "unread"].map { summary[$0] as? Int } == [1, 1, 1])
    let problems = try #require(summary["problems"] as? [[String: Any]])
    #expect(problems.map { $0["column"] as? Int } == [6, nil])
    #expect(
      try packshot.run("catalog", "import", "products.csv", "--keep-going", "--dry-run").output
        == "Would import: 0 new, 0 changed, 1 unchanged, 1 wrong, 1 not read\n")
  }

  @Test func oneEntityIsExportedToOneFile() throws {
    let packshot = try Packshot.catalog()
    #expect(
      try packshot.succeed("catalog", "export", "list.csv", "--entity", "product") == "Wrote 2 records to list.csv\n")
    #expect(try String(decoding: packshot.read("list.csv"), as: UTF8.self).hasPrefix("id,sku,name,"))
    #expect(
      try packshot.succeed("catalog", "import", "list.csv", "--entity", "product")
        == "Imported: 0 new, 0 changed, 2 unchanged\n")
    for kinds in [[], ["--entity", "product", "--entity", "maker"]] {
      let several = try packshot.run(["catalog", "export", "all.csv"] + kinds)
      #expect(several.status == 64 && several.errors.contains("name it with --entity"), "\(several.errors)")
    }
    for name in ["list.xlsx", "x.txt"] {
      let other = try packshot.run("catalog", "export", name)
      #expect(other.status == 64 && other.errors.contains("cannot tell from the name \(name)"), "\(other.errors)")
    }
    #expect(try packshot.names(in: ".").filter { $0.hasPrefix("all") || $0.hasPrefix("x") || $0 == "list.xlsx" } == [])
  }

  @Test func anExportNeverReplacesTheCatalogInUse() throws {
    let packshot = try Packshot.catalog()
    for name in ["catalog.sqlite", "./catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"] {
      let refused = try packshot.run("catalog", "export", name, "--format", "json", "--overwrite")
      #expect(
        refused.status == 74 && refused.errors.contains("it belongs to the catalog being exported"), "\(refused.errors)"
      )
    }
    #expect(try packshot.value("name") == "Sea mug")
  }

  @Test func aQuantityWithAPlusSignIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,quantity\nMUG-1,+5\n", to: "products.csv")
    for arguments in [["products", "edit", "MUG-1", "quantity=+5"], ["catalog", "import", "products.csv"]] {
      let refused = try packshot.run(arguments)
      #expect(refused.status == 65 && refused.errors.contains("`packshot products stock SKU +5`"), "\(refused.errors)")
    }
    #expect(try packshot.value("quantity") == "10")
  }

  @Test func aGraphWithContradictingSalesAndStockMovementsIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "sell", "MUG-1", "7", "--at", "2026-06-01")
    try packshot.succeed("catalog", "export", "out")
    let sales = String(decoding: try packshot.read("out/Sale.csv"), as: UTF8.self)
    let another = "quantity,product\n2,MUG-1\n"
    try packshot.write(sales.replacing(",7,", with: ",6,"), to: "out/Sale.csv")
    let corrected = try packshot.run("catalog", "import", "out")
    for place in ["out/Sale.csv:2: ", "out/StockMovement.csv:3: "] {
      let problem = place + "the sale’s stock movements add up to -7 instead of -6"
      #expect(corrected.status == 65 && corrected.errors.contains(problem), "\(corrected.errors)")
    }
    try packshot.write(another, to: "Sale.csv")
    try packshot.succeed("catalog", "export", "StockMovement.csv", "--entity", "stockMovement")
    let added = try packshot.run("catalog", "import", "Sale.csv", "StockMovement.csv")
    #expect(added.status == 65 && added.errors.contains("Sale.csv:2: the sale’s stock movements add up to 0"))
    #expect(try packshot.value("quantity") == "3" && packshot.value("timesSold") == "7")
    try packshot.write(sales.replacing(",7,", with: ",6,"), to: "Sale.csv")
    try packshot.succeed("catalog", "import", "Sale.csv")
    #expect(try packshot.value("quantity") == "4" && packshot.value("timesSold") == "6")
  }

  @Test func aMissingListExitsWith66() throws {
    for arguments in [["nothere.csv"], ["nothere", "--entity", "mugs"]] {
      let missing = try Packshot().run(["catalog", "import"] + arguments)
      #expect(
        missing.status == 66 && missing.errors.contains("no such file or folder: \(arguments[0])"), "\(missing.errors)")
    }
  }

  @Test func aDryRunOfAnImportCreatesNoCatalog() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name\nNEW-1,New Mug\n", to: "products.csv")
    let trial = try packshot.succeed("catalog", "import", "products.csv", "--dry-run")
    #expect(trial == "products.csv:2: new product “New Mug”\nWould import: 1 new, 0 changed, 0 unchanged\n")
    #expect(try packshot.run("products", "list").status == 66)
    #expect(try packshot.run("catalog", "import", "products.csv", "--entity", "mugs").status == 64)
    try packshot.succeed("catalog", "import", "products.csv", "--entity", "PRODUCTS")
    #expect(try packshot.succeed("catalog", "export", "-", "--entity", "product").contains("New Mug"))
  }

  /// A shop opens its lists in a spreadsheet program, and customers choose their own names.
  @Test func aSpreadsheetExportContainsNoFormulas() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "add", "=HYPERLINK(\"http://x.example\")", "--phone", "+49 30 1234")
    try packshot.succeed("catalog", "export", "customers.csv", "--entity", "customers", "--spreadsheet")
    let text = String(decoding: try packshot.read("customers.csv"), as: UTF8.self)
    #expect(try packshot.read("customers.csv").starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(text.contains(",\"'=HYPERLINK(\"\"http://x.example\"\")\",,'+49 30 1234\n"), "\(text)")
    #expect(try packshot.succeed("catalog", "import", "customers.csv") == "Imported: 0 new, 0 changed, 2 unchanged\n")
    let list = try packshot.succeed(
      "catalog", "export", "-", "--entity", "products", "--spreadsheet", "--decimal", "comma")
    #expect(list.contains(";MUG-1;Sea mug;\"12,50\";EUR;10;"), "\(list)")
    for wrong in [
      ["x.json", "--spreadsheet"], ["x.csv", "--decimal", "comma"], ["-", "--spreadsheet"],
    ] {
      #expect(try packshot.run(["catalog", "export"] + wrong).status == 64)
    }
  }

  @Test func recordsThatAnImportLeavesOutAreReported() throws {
    let packshot = try Packshot.shop()
    try packshot.succeed("run", "recipe.yaml", "photos", "--output", "out")
    let other = ["--catalog", "out/catalog.sqlite"]
    for arguments in [
      ["customers", "add", "Zoe"],
      ["products", "add", "NEW-9", "--name", "New", "--price", "5", "--stock", "2", "--maker", "Ann"],
      ["products", "edit", "MUG-1", "price=9"],
    ] {
      let result = try packshot.run(arguments + other)
      #expect(result.status == 0, "\(result.errors)")
    }
    let result = try packshot.run("catalog", "import", "out/catalog.sqlite", "--catalog", "all.sqlite")
    #expect(result.status == 0 && result.output.hasPrefix("Imported "), "\(result.errors)")
    for told in [
      "1 customer, because people entered them, and only what runs recorded is imported: customer “Zoe”",
      "1 maker, because people entered them", "1 stock movement, because people",
      "1 product, because no photo of a run shows them: NEW-9",
      "1 product, of which only the SKU is imported, and not the name, price and other values that people entered: MUG-1",
      "`packshot catalog export all.json --catalog ",
    ] {
      #expect(result.errors.contains(told), "\(told): \(result.errors)")
    }
    let json = try packshot.run("catalog", "import", "out/catalog.sqlite", "--catalog", "all.sqlite", "--json").events[
      0]
    let left = try #require(json["left"] as? [[String: String]])
    #expect(
      left.map { "\($0["entity"] ?? "") \($0["why"] ?? "")" }.sorted() == [
        "Customer entered", "Maker entered", "Product notShown", "Product values", "StockMovement entered",
      ])
    #expect(left.allSatisfy { $0["id"]?.count == 36 && $0["catalog"]?.hasSuffix("out/catalog.sqlite") == true })
  }
}
