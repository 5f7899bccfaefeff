import ArgumentParser
import PackshotKit

struct ProductsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "The products in the catalog.",
    discussion: """
      EXAMPLE
        packshot products list --catalog shop/catalog.sqlite
      """,
    subcommands: [List.self, Show.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists products by name.",
      discussion: """
        EXAMPLE
          packshot products list --catalog shop/catalog.sqlite
        """)

    @OptionGroup var catalog: CatalogOption
    @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit: Int?
    @Flag(help: "Print one JSON object a product.") var json = false

    func run() throws {
      do {
        let catalog = try catalog.open()
        let products = try catalog.products(limit: limit)
        if json {
          for object in try catalog.json(products) { print(object) }
          return
        }
        let width = products.map(\.sku.count).max() ?? 0
        for product in products {
          let name = product.name == product.sku ? "" : product.name
          let sku = Console.printable(product.sku)
          print(name.isEmpty ? sku : sku.padding(to: width) + " " + Console.printable(name))
        }
      } catch {
        ExitStatus.fail(error, json: json)
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a product and its pictures.",
      discussion: """
        EXAMPLE
          packshot products show MUG-001 --catalog shop/catalog.sqlite
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: "A SKU, a name or an id.") var product: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
      do {
        let catalog = try catalog.open()
        let details = try catalog.details(ofProduct: catalog.product(matching: product).id)
        if json { return print(try catalog.json(details)) }
        let product = details.product
        print("sku      ", Console.printable(product.sku))
        print("name     ", Console.printable(product.name))
        print("id       ", product.id.uuidString.lowercased())
        for photo in details.photos {
          let view = photo.view.map { " \($0)" } ?? ""
          print(
            (photo.kind.rawValue + view).padding(to: 20), "\(photo.width) × \(photo.height)".padding(to: 13),
            Console.printable(photo.path))
        }
      } catch {
        ExitStatus.fail(error, json: json)
      }
    }
  }
}
