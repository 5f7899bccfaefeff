import Foundation
import Testing

/// `catalog export` and `import`.
@Suite struct ExchangeVerbsTests {
  @Test(arguments: [["shop.json"], ["tables", "--format", "csv"]])
  func theWholeGraphGoesOutAndComesBack(place: [String]) throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "3")
    let export = try packshot.run(["catalog", "export"] + place)
    #expect(export.status == 0, "\(export.errors)")
    #expect(try packshot.run(["catalog", "export"] + place).status == 74, "what is there stays")
    let back = try packshot.run("catalog", "import", place[0], "--catalog", "other.sqlite", "--json")
    #expect(back.status == 0 && back.events[0]["failed"] as? Int == 0, "\(back.errors)")
    #expect(
      try packshot.succeed("catalog", "export", "--catalog", "other.sqlite") == packshot.succeed("catalog", "export"))
  }

  @Test func aBadRowIsReportedWithItsLine() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,rating\nMUG-1,3\nBOWL-2,9\n", to: "Product.csv")
    let refused = try packshot.run("catalog", "import", "Product.csv")
    #expect(refused.status == 65 && refused.errors.contains("Product.csv:3: "), "\(refused.errors)")
    #expect(try packshot.value("rating") == "0.0")
    let trial = try packshot.run("catalog", "import", "Product.csv", "--keep-going", "--dry-run")
    #expect(trial.status == 1 && trial.output == "0 inserted, 1 updated, 0 unchanged, 1 failed\n", "\(trial.output)")
    #expect(try packshot.value("rating") == "0.0")
    #expect(try packshot.run("catalog", "import", "Product.csv", "--keep-going").status == 1)
    #expect(try packshot.value("rating") == "3.0" && packshot.value("rating", of: "BOWL-2") == "4.5")
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.value("rating") == "0.0")
  }
}
