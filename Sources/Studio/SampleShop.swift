import Foundation
public import PackshotKit

/// A small shop to try the studio with, in a temporary folder: supplier photos, products with prices and a few sales, two recipes and their
/// pictures, and a golden suite. One photo is damaged, and one golden picture differs.
public struct SampleShop {
  /// The catalog.
  public let catalog: Catalog
  /// The folder, with `photos`, recipes, their output folders and `goldens`.
  public let folder: String

  /// Makes the shop. Takes a few seconds.
  ///
  /// - Parameter program: Path of the program, near which the sample photos are. Without them, the shop has the sample catalog's bow ties.
  public init(program: String) throws {
    folder = NSTemporaryDirectory() + "packshot-sample-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    catalog = try Catalog(at: folder + "/catalog.sqlite", createIfMissing: true)
    do {
      if let (samples, recipes) = Self.files(near: program) {
        try fill(with: samples, recipes)
      } else {
        try fillWithBowTies()
      }
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the folder.
  public func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns the folders of sample photos and recipes, installed with the program or in the sources that it was built from.
  static func files(near program: String) -> (samples: String, recipes: String)? {
    var place = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    var places = [place.appending(path: "../share/packshot")]
    while place.path != "/" {
      places.append(place.appending(path: "Assets"))
      place.deleteLastPathComponent()
    }
    return places.map { (samples: $0.path + "/samples", recipes: $0.path + "/recipes") }
      .first { FileManager.default.fileExists(atPath: $0.samples + "/mugs") }
  }

  // MARK: A shop of many things

  private static let products = [
    ("MUG-001", "Mountain mug", "18.50", "24"), ("MUG-002", "Stoneware mug", "16.00", "31"),
    ("BTL-210", "Olive oil, 0.5 l", "12.90", "40"), ("BTL-330", "Steel bottle", "24.00", "18"),
    ("PRF-050", "Eau de parfum, 50 ml", "68.00", "9"), ("VAS-120", "Ribbed vase", "45.00", "7"),
    ("LMP-045", "Table lamp", "89.00", "5"), ("STL-300", "Oak stool", "120.00", "4"),
    ("BOK-042", "Cookbook", "29.00", "22"),
    ("BAL-007", "Beach ball", "9.90", "60"), ("BOW-017", "Bow tie", "35.00", "12"),
    ("WAT-500", "Wrist watch", "149.00", "6"),
    ("HPH-330", "Headphones", "199.00", "8"), ("RNG-088", "Ring", "260.00", "2"),
    ("BAG-130", "Leather bag", "180.00", "5"),
  ]

  static let white = """
    # A marketplace's pictures: the product on pure white, at one size. A backdrop that can't be made white is left as it is.
    packshot: 1
    name: white
    steps:
      - whiten: { otherwise: leave }
      - fit: { width: 1600, height: 1600, content: 85%, background: white }
    outputs:
      - { file: "{relative}/{stem}.jpg", quality: 85 }
    catalog:
      sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'

    """

  private func fill(with samples: String, _ recipes: String) throws {
    let (photos, files) = (folder + "/photos", FileManager.default)
    try files.copyItem(atPath: samples, toPath: photos)
    let whole = try FileHandle(forReadingFrom: URL(filePath: photos + "/home/STL-300_front.jpg"))
    defer { try? whole.close() }
    try whole.read(upToCount: 3000)?.write(to: URL(filePath: photos + "/home/STL-301_front.jpg"))
    for name in ["storefront.yaml", "sale.csv"] {
      try files.copyItem(atPath: recipes + "/" + name, toPath: folder + "/" + name)
    }
    // The golden picture of the vase was approved before the recipe was changed.
    try writeWhite(share: 75)
    try makeGolden("vase", recipe: "white.yaml", photo: "photos/home/VAS-120_front.jpg")
    try writeWhite(share: 85)

    var ids: [String: UUID] = [:]
    for (sku, name, price, stock) in Self.products {
      ids[sku] = try catalog.add(
        Catalog.Product(sku: sku, name: name), [Assignment("price", price), Assignment("quantity", stock)]
      ).id
    }
    let ada = try catalog.add(
      Catalog.Customer(), [Assignment("name", "Ada Example"), Assignment("email", "ada@example.com")]
    ).id
    for (days, sku, quantity, customer) in [
      (3, "MUG-001", 4, ada), (1, "MUG-001", 2, nil), (1, "LMP-045", 1, ada), (0, "RNG-088", 1, nil),
    ] as [(Double, String, Int32, UUID?)] {
      try catalog.recordSale(
        customer: customer, product: ids[sku]!, quantity: quantity, at: Date().addingTimeInterval(-days * 86_400))
    }
    for (recipe, output) in [("white", "marketplace"), ("storefront", "shop")] {
      try run(recipe, over: photos, into: output)
    }
    try makeGolden("mug", recipe: "white.yaml", photo: "photos/mugs/MUG-001_front.jpg")
  }

  /// Writes the recipe for marketplaces.
  ///
  /// - Parameter share: The product's share of the picture.
  private func writeWhite(share: Int) throws {
    try Data(Self.white.replacing("85%", with: "\(share)%").utf8).write(to: URL(filePath: folder + "/white.yaml"))
  }

  // MARK: A shop of bow ties

  private func fillWithBowTies() throws {
    try catalog.loadSample()
    _ = try StoredPhotos(Fetch<Catalog.Photo>(), in: catalog).write(to: folder) { _ in }
    try FirstRecipe.write(to: folder + "/storefront.yaml")
    try run("storefront", over: folder + "/bow-ties", into: "shop")
    try makeGolden("bow-tie", recipe: "storefront.yaml", photo: "bow-ties/indigo.jpg")
  }

  private func run(_ recipe: String, over photos: String, into output: String) throws {
    var options = BatchOptions(inputs: [photos], outputFolder: folder + "/" + output)
    options.catalog = catalog.path
    _ = try Batch(recipeFile: folder + "/\(recipe).yaml", options: options) { _ in }.run()
  }

  private func makeGolden(_ name: String, recipe: String, photo: String) throws {
    _ = try NewGoldenCase(
      suite: folder + "/goldens", name: name, recipe: folder + "/" + recipe, input: folder + "/" + photo
    ).make()
  }
}
