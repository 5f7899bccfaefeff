import Foundation
import Testing

/// URLs in place of paths.
@Suite struct AddressTests {
  @Test(arguments: [
    "run recipe.yaml s3://shop/photos --output out", "run recipe.yaml photos --output s3://shop/out",
    "run recipe.yaml photos gs://shop/more --output out", "run https://example.com/recipe.yaml photos --output out",
    "run recipe.yaml --files-from https://example.com/list --output out",
    "run recipe.yaml photos --output out --catalog s3://shop/catalog.sqlite",
    "run recipe.yaml photos --output S3://out --dry-run",
    "thumb https://example.com/mug.jpg --width 10 --output out",
    "thumb photos --width 10 --output ftp://example.com/out",
    "render recipe.yaml https://example.com/mug.jpg mug.png",
    "render recipe.yaml photos/MUG-1_front.jpg s3://shop/mug.png",
    "sheet s3://shop --output sheet.png", "sheet photos --output s3://shop/sheet.png", "check s3://shop --for ebay",
    "compare photos/MUG-1_front.jpg https://example.com/mug.jpg",
    "compare photos/MUG-1_front.jpg photos/MUG-1_side.jpg --diff s3://shop/diff.png",
    "golden check s3://shop/goldens", "golden check goldens --output s3://shop/results",
    "golden check goldens --report https://example.com/report.html",
    "golden new goldens mug --recipe recipe.yaml --input https://example.com/mug.jpg", "init s3://shop/recipe.yaml",
    "recipe show https://example.com/recipe.yaml", "recipe show recipe.yaml --photo https://example.com/mug.jpg",
    "catalog export s3://shop/all.json --catalog out/catalog.sqlite",
    "catalog import https://example.com/products.csv --catalog new.sqlite",
    "catalog backup s3://shop/copy.sqlite --catalog out/catalog.sqlite",
    "photos add https://example.com/mug.jpg --catalog new.sqlite",
    "photos export s3://shop/photos.csv --catalog out/catalog.sqlite",
    "products list --catalog s3://shop/catalog.sqlite",
    "manifest --output s3://shop/manifests --catalog out/catalog.sqlite", "run recipe.yaml file:///photos --output out",
  ])
  func aURLIsRefused(line: String) throws {
    let packshot = try Packshot.shop()
    let before = try packshot.names(in: ".")
    let run = try packshot.run(line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.errors.contains(" is an address, and packshot "), "\(run.errors)")
    #expect(run.errors.contains(line.contains("file:") ? "leave out file://" : "download or mount the files"))
    // Nothing was created, in particular no folder named `s3:`.
    #expect(try packshot.names(in: ".").filter { !$0.hasPrefix(".std") } == before)
  }

  /// A URL in a list fails like a missing file in the list.
  @Test func aURLInAListIsAFailureOfItsLine() throws {
    let packshot = try Packshot.shop()
    try packshot.write("photos\nhttps://example.com/mug.jpg\n", to: "list")
    let run = try packshot.run("run", "recipe.yaml", "--files-from", "list", "--output", "out")
    #expect(run.status == 1 && run.errors.contains("list:2: it is an address, not a path"), "\(run.errors)")
    #expect(try packshot.names(in: "out").contains("MUG-1_front.png"))
  }
}
