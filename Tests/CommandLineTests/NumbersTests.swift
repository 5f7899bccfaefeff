import Foundation
import Testing

/// Numbers as people type them and as their tables contain them.
@Suite struct NumbersTests {
  @Test func anAmbiguousPriceIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku;name;price\nA1;Tisch;1.500\n", to: "german.csv")
    let refused = try packshot.run("catalog", "import", "german.csv", "--entity", "products")
    #expect(
      refused.status == 65
        && refused.errors.hasPrefix(
          "german.csv:2: Product.price is “1.500”; it can be 1.5 or 1500; write the one you mean; "),
      "\(refused.errors)")
    #expect(
      refused.errors.contains("or give the decimal separator with --decimal comma or --decimal point"),
      "\(refused.errors)")
    for (decimal, price) in [("comma", "1500.00"), ("point", "1.50")] {
      try packshot.succeed("catalog", "import", "german.csv", "--entity", "products", "--decimal", decimal)
      #expect(try packshot.value("price", of: "A1") == price)
    }
    #expect(
      try packshot.run("catalog", "import", "german.csv", "--entity", "products", "--decimal", "dot").status == 64)
  }

  @Test func groupedNumbersAndCurrenciesAreReadOnceDeclared() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku;name;price\nA1;Tisch;1.299,00 €\nA2;Bank;1 299,50\nA3;Bett;12,50\n", to: "german.csv")
    let refused = try packshot.run("catalog", "import", "german.csv", "--entity", "products", "--keep-going")
    #expect(
      refused.status == 65
        && refused.errors.contains("german.csv:2: Product.price is “1.299,00 €”; write it as 1299.00"))
    #expect(
      refused.errors.contains("german.csv:3: ") && !refused.errors.contains("german.csv:4: "), "\(refused.errors)")
    try packshot.succeed("catalog", "import", "german.csv", "--entity", "products", "--decimal", "comma")
    for (sku, price) in [("A1", "1299.00"), ("A2", "1299.50"), ("A3", "12.50")] {
      #expect(try packshot.value("price", of: sku) == price)
    }
  }

  @Test(arguments: [
    (["products", "edit", "MUG-1", "price=1.500"], "it can be 1.5 or 1500"),
    (["products", "edit", "MUG-1", "price=1.299,00"], "write it as 1299.00"),
    (["products", "edit", "MUG-1", "price=12,50 €"], "write it as 12.50"),
    (["products", "add", "NEW-1", "--price", "1,500"], "it can be 1500 or 1.5"),
    (["sales", "record", "Ben", "MUG-1", "--price", "1.500"], "it can be 1.5 or 1500"),
    (["products", "list", "--where", "price>=1.500"], "it can be 1.5 or 1500"),
    (["products", "list", "--where", "price>=1.299,00"], "write it as 1299.00"),
    (["products", "edit", "MUG-1", "price=free"], "from 0 to 922337203685477.5807"),
  ])
  func anAmbiguousNumberOnTheCommandLineIsRefused(arguments: [String], words: String) throws {
    let packshot = try Packshot.catalog()
    let run = try packshot.run(arguments)
    #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
  }

  @Test func aDecimalCommaIsReadOnTheCommandLine() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "price=12,50")
    #expect(try packshot.value("price") == "12.50")
    for (condition, isFound) in [("price=12,50", true), ("price>12,4", true), ("price>12,6", false)] {
      #expect(
        try packshot.succeed("products", "list", "--where", condition).contains("MUG-1") == isFound, "\(condition)")
    }
  }

  /// A price with three decimals has another reading, which must not be used.
  @Test func anExportIsReadBackUnchanged() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "currency=KWD", "price=1.2550", "rating=4.1250")
    for file in ["out.json", "out"] {
      try packshot.succeed("catalog", "export", file)
      try packshot.succeed("catalog", "import", file, "--catalog", "\(file).sqlite")
      let shown = try packshot.succeed("products", "show", "MUG-1", "--json", "--catalog", "\(file).sqlite")
      #expect(shown.contains(#""price":"1.2550""#) && shown.contains(#""rating":4.125"#), "\(shown)")
    }
  }
}
