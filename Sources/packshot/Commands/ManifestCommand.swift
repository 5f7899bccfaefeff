import ArgumentParser
import Foundation
import PackshotKit
import Text

struct ManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Print the pictures, srcset and HTML of products.",
    discussion: """
      EXAMPLE
        packshot manifest --base https://cdn.example.com/shop/
        packshot manifest MUG-001 --recipe storefront --sizes "50vw"

      Prints one JSON object per product. Without a product, prints all products that are sold and have pictures.

      Files rendered by the same steps, except for the final scaling, are one picture. Each picture has a srcset per \
      format, with one file per width, and a <picture> element, whose <img> is a JPEG if there is one, and a PNG \
      otherwise. The colour is the product's tint or, without a tint, the main colour of the product in its first \
      picture.
      """)

  @Argument(help: ArgumentHelp("\(Catalog.Product.words.naming)", valueName: "product"))
  var products: [String] = []
  @OptionGroup var catalog: CatalogOption
  @Option(
    help: ArgumentHelp(
      "Address of the uploaded folder, such as https://cdn.example.com/shop/ or /media/ (default: relative to the page).",
      valueName: "address")
  )
  var base = ""
  @Option(
    help: ArgumentHelp(
      "The uploaded folder (default: each run's output folder, or the catalog's).", valueName: "folder"),
    completion: .directory)
  var root: String?
  @Option(help: ArgumentHelp("Only pictures rendered with this recipe.", valueName: "name")) var recipe: String?
  @Option(help: ArgumentHelp("The HTML attribute sizes: how wide the page shows a picture.", valueName: "text"))
  var sizes = "100vw"
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write one file per product into this folder, named after the SKU.", valueName: "folder"),
    completion: .directory)
  var output: String?
  @Flag(help: "Set the tint of products without one to their colour. `packshot catalog undo` reverts it.")
  var setTints = false
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments

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
        Console.note("the tint of \(count) products was set")
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
