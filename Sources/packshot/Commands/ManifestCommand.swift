import ArgumentParser
import Foundation
import PackshotKit
import Text

struct ManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Prints what a shop's page needs of products: pictures by size and format, srcset and HTML.",
    discussion: """
      One JSON object per product, with its pictures as the catalog has them. Files made by the same steps, except for \
      the final scaling, are one picture. Each picture has a srcset for each format, with one file per width, and a \
      <picture> element, with JPEG in its <img> if there is a JPEG, and PNG otherwise. The colour is the product's tint, \
      or what most of the product has in its first picture. Without a product, all that are sold and have pictures are \
      printed.

      EXAMPLE
        packshot manifest --catalog shop/catalog.sqlite --base https://cdn.example.com/shop/
        packshot manifest MUG-001 --recipe storefront --sizes "(min-width: 60em) 33vw, 100vw"
      """)

  @Argument(help: ArgumentHelp("Products; \(Catalog.Product.words.naming)", valueName: "product"))
  var products: [String] = []
  @OptionGroup var catalog: CatalogOption
  @Option(
    help: ArgumentHelp(
      "The root's address, such as https://cdn.example.com/shop/ or /media/ (default: addresses are relative to the page).",
      valueName: "address")
  )
  var base = ""
  @Option(
    help: ArgumentHelp(
      "The folder that is uploaded (default: each run's output folder, or else the catalog's).", valueName: "folder"),
    completion: .directory)
  var root: String?
  @Option(help: ArgumentHelp("Only pictures by the recipe of this name.", valueName: "name")) var recipe: String?
  @Option(help: ArgumentHelp("How wide the page shows pictures, for HTML's sizes.", valueName: "text"))
  var sizes = "100vw"
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a file for each product into this folder instead, named by its SKU.", valueName: "folder"),
    completion: .directory)
  var output: String?
  @Flag(help: "Give each product without a tint the colour of its picture. `packshot catalog undo` takes it back.")
  var setTints = false
  @OptionGroup var limits: LimitArguments
  @OptionGroup var sandbox: SandboxArguments

  func validate() throws { try LocalPath.check(output) }

  func run() throws {
    do {
      try Environment.check()
      let catalog = try setTints ? catalog.open() : catalog.openToRead()
      let ids = try products.map { try catalog.record(Catalog.Product.self, matching: $0).id }
      let manifests = try sandbox.withWorkers(limits.limits) { workers in
        var maker = ManifestMaker(catalog, limits: limits.limits, workers: workers)
        (maker.base, maker.root, maker.recipe, maker.sizes) = (base, root, recipe, sizes)
        return try maker.manifests(of: ids.isEmpty ? nil : ids, warn: Console.warning)
      }
      if setTints {
        let count = try catalog.setTints(by: manifests)
        Console.note("\(count) products have a tint now that had none")
      }
      for manifest in manifests {
        if let output {
          try manifest.write(into: output)
        } else {
          print(JSONValue(encoding: manifest))
        }
      }
      if let output { Console.note("wrote \(manifests.count) manifests into \(Console.printable(output))") }
    } catch {
      ExitStatus.fail(error, json: output == nil)
    }
  }
}
