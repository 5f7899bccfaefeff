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
        packshot manifest --template shop.mustache > shop.html

      Prints one JSON object per product. Without a product, prints all products that are sold and have pictures.

      Files rendered by the same steps, except for the final scaling, are one picture. Each picture has a srcset per \
      format, with one file per width, and a <picture> element, whose <img> is a JPEG if there is one, and a PNG \
      otherwise. Until it is loaded, the element shows a placeholder of a few hundred bytes. The colour is the \
      product's tint or, without a tint, the main colour of the product in its first picture.

      --template fills a page of your own, in Mustache. The page sees the list `products`, with the JSON's keys. With \
      --output, there is one page per product.
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
    help: ArgumentHelp(
      "Alternative text, such as '{name}, {view} view' (default: the product's name and the view).",
      valueName: "text"))
  var alt: String?
  @Option(
    help: ArgumentHelp("Fill this Mustache template instead of printing JSON.", valueName: "file"),
    completion: .file(extensions: ["mustache"]))
  var template: String?
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

  func validate() throws { try LocalPath.check(template, output) }

  func run() throws {
    do {
      try Environment.check()
      let template = try template.map { try PageTemplate(contentsOf: $0) }
      let catalog = try setTints ? catalog.open() : catalog.openToRead()
      let ids = try products.map { try catalog.record(Catalog.Product.self, matching: $0).id }
      let manifests = try sandbox.withWorkers(limits.limits) { workers in
        var maker = ManifestMaker(catalog, limits: limits.limits, workers: workers)
        (maker.base, maker.root, maker.recipe, maker.sizes, maker.alt) = (base, root, recipe, sizes, alt)
        return try maker.manifests(of: ids.isEmpty ? nil : ids, warn: Console.warning)
      }
      if setTints {
        let count = try catalog.setTints(by: manifests)
        Console.note("the tint of \(count) products was set")
      }
      if let output {
        for manifest in manifests {
          if let template { try manifest.write(template, into: output) } else { try manifest.write(into: output) }
        }
        Console.note(
          "wrote \(manifests.count) \(template == nil ? "manifests" : "pages") into \(Console.printable(output))")
      } else if let template {
        print(template.page(of: manifests), terminator: "")
      } else {
        for manifest in manifests { print(JSONValue(encoding: manifest)) }
      }
    } catch {
      ExitStatus.fail(error, json: output == nil && template == nil)
    }
  }
}
