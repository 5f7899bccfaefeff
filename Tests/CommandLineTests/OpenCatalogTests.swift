import PackshotKit
import Testing

/// A catalog that this process has open, whose file is opened for something else, while other processes use it.
@Suite struct OpenCatalogTests {
  enum Use: CaseIterable { case store, reader, walk, named, check }

  @Test(arguments: Use.allCases) func openingTheFileAgainKeepsTheLocks(use: Use) throws {
    let packshot = try Packshot()
    try packshot.writePhoto("photos/MUG-1.png")
    let path = packshot.folder + "/photos/catalog.sqlite"
    let catalog = try Catalog(at: path, createIfMissing: true)
    _ = try catalog.addProduct(Catalog.Product(sku: "BOWL-1", name: "Bowl"), stock: 1)
    switch use {
    case .store: _ = try Catalog(at: path, createIfMissing: false)
    case .reader: _ = try Catalog(reading: path)
    case .check: #expect(Catalog.isCatalog(path))
    case .walk, .named:
      let names = use == .walk ? [""] : ["/MUG-1.png", "/catalog.sqlite", "/catalog.sqlite-shm"]
      var options = BatchOptions(
        inputs: names.map { packshot.folder + "/photos" + $0 }, outputFolder: packshot.folder + "/out")
      options.isDryRun = true
      let summary = try Batch(ThumbnailRecipe(widths: [10]).recipe(), options: options) { _ in }.run()
      #expect(summary.wouldRender == 1 && summary.failed == names.count - 1)
    }
    // The program would remove the write-ahead log if it took itself for the last user.
    try packshot.succeed("products", "add", "Mug", "--catalog", path)
    #expect(try catalog.products().map(\.name) == ["Bowl", "Mug"])
    _ = try catalog.addProduct(Catalog.Product(sku: "TIE-1", name: "Tie"), stock: 1)
    let listed = try packshot.run("products", "list", "--json", "--catalog", path)
    #expect(listed.output.contains("TIE-1"), "\(listed)")
  }
}
