import Foundation
import Testing

/// What goes out of a catalog and comes into it.
@Suite struct ExchangeVerbsTests {
  @Test func sampleDataGoesOutAndComesBack() throws {
    let packshot = try Packshot()
    #expect(try packshot.succeed("catalog", "sample").hasPrefix("Loaded 47 records"))
    #expect(try packshot.run("catalog", "sample").status == 65)
    for (path, format) in [("out.json", "json"), ("out", "csv")] {
      #expect(try packshot.succeed("catalog", "export", path) == "Wrote 47 records to \(path)\n")
      #expect(try packshot.run("catalog", "export", path).status == 64)
      try packshot.succeed("catalog", "export", path, "--overwrite")
      let imported = try packshot.succeed("catalog", "import", path, "--catalog", "\(format).sqlite")
      #expect(imported == "Imported: 47 new, 0 changed, 0 as they were\n")
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
    #expect(trial.output == "Would import: 1 new, 1 changed, 0 as they were, 1 wrong\n")
    let kept = try packshot.run("catalog", "import", "list.csv", "--entity", "Product", "--keep-going", "--json")
    #expect(kept.status == 65 && kept.output == #"{"inserted":1,"updated":1,"unchanged":0,"failed":1}"# + "\n")
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Import list.csv”\n")
  }

  @Test func aListForACatalogThatIsNotThereIsTriedAndMakesNone() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name\nNEW-1,New Mug\n", to: "products.csv")
    let trial = try packshot.succeed("catalog", "import", "products.csv", "--dry-run")
    #expect(trial == "Would import: 1 new, 0 changed, 0 as they were\n")
    #expect(try packshot.run("products", "list").status == 66)
    #expect(try packshot.run("catalog", "import", "products.csv", "--entity", "mugs").status == 64)
    try packshot.succeed("catalog", "import", "products.csv", "--entity", "PRODUCTS")
    #expect(try packshot.succeed("catalog", "export", "-", "--entity", "product").contains("New Mug"))
  }
}
