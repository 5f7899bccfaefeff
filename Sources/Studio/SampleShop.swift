import Foundation
public import PackshotKit

/// A small shop to try the studio with, in a temporary folder: the sample catalog, its photos, a recipe, a run and a golden suite.
public struct SampleShop {
  /// The catalog.
  public let catalog: Catalog
  /// The folder, with `photos`, the output folder `shop`, `storefront.yaml` and `goldens`.
  public let folder: String

  /// Makes the shop. Takes a second.
  public init() throws {
    folder = NSTemporaryDirectory() + "packshot-sample-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    catalog = try Catalog(at: folder + "/catalog.sqlite", createIfMissing: true)
    try catalog.loadSample()
    _ = try StoredPhotos(Fetch<Catalog.Photo>(), in: catalog).write(to: folder) { _ in }
    let recipe = folder + "/storefront.yaml"
    try FirstRecipe.write(to: recipe)
    var options = BatchOptions(inputs: [folder + "/bow-ties"], outputFolder: folder + "/shop")
    options.catalog = catalog.path
    _ = try Batch(recipeFile: recipe, options: options) { _ in }.run()
    _ = try NewGoldenCase(
      suite: folder + "/goldens", name: "bow-tie", recipe: recipe, input: folder + "/bow-ties/indigo.jpg"
    ).make()
  }

  /// Removes the folder.
  public func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
