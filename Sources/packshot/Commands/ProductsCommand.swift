import ArgumentParser
import PackshotKit
import Text

struct ProductsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "List, add, edit, sell and remove products.",
    discussion: """
      EXAMPLE
        packshot products add MUG-001 --name "Sea mug" --price 12.50 --stock 20
        packshot products list --where 'rating>=4' --catalog shop/catalog.sqlite
      """,
    subcommands: [
      ListRecords<Catalog.Product>.self, ShowRecord<Catalog.Product>.self, SearchRecords<Catalog.Product>.self,
      AddProduct.self, EditRecord<Catalog.Product>.self, ChangeStock.self, Sell.self, WearProduct.self,
      Archive.self, Restore.self, RemoveRecord<Catalog.Product>.self,
    ])

  struct ChangeStock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stock",
      abstract: "Change a product's stock.",
      discussion: """
        EXAMPLE
          packshot products stock MUG-001 +12

        +5 adds to the stock, -2 subtracts from it, and a number without a sign sets it. `packshot products show` \
        lists all changes.
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: ArgumentHelp(Catalog.Product.words.naming, valueName: "product")) var query: String
    // Otherwise a negative number would be taken for an option.
    @Argument(
      parsing: .allUnrecognized,
      help: ArgumentHelp("Add (+5), subtract (-2) or set (12) the stock.", valueName: "change"))
    var changes: [StockChange]
    @Flag(help: "Print the product as one JSON object.") var json = false

    func validate() throws {
      guard changes.count == 1 else { throw ValidationError("give exactly one change, such as +5, -2 or 12") }
    }

    func run() throws {
      let catalog = try catalog.open()
      let id = try catalog.record(Catalog.Product.self, matching: query).id
      let product =
        switch changes[0] {
        case .by(let count): try catalog.adjustStock(of: id, by: count)
        case .to(let count): try catalog.setStock(of: id, to: count)
        }
      if json { return print(try catalog.json([product])[0]) }
      print(Console.printable("“\(product.name)” has \(product.quantity) in stock"))
    }
  }

  struct Sell: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sell",
      abstract: "Sell a product without naming a customer.",
      discussion: """
        EXAMPLE
          packshot products sell MUG-001 2

        Reduces the stock. `packshot sales record` sells to a customer.
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: ArgumentHelp(Catalog.Product.words.naming, valueName: "product")) var query: String
    @Argument(help: ArgumentHelp("Number of items.", valueName: "number")) var count: Int32 = 1
    @OptionGroup var terms: SaleTerms
    @Flag(help: "Print the sale as one JSON object.") var json = false

    func run() throws {
      let catalog = try catalog.open()
      let id = try catalog.record(Catalog.Product.self, matching: query).id
      let sale = try catalog.sell(id, count, price: terms.unitPrice(), at: terms.soldAt())
      try sale.report(in: catalog, json: json)
    }
  }

  struct Archive: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "archive",
      abstract: "Mark a product as no longer sold.",
      discussion: """
        EXAMPLE
          packshot products archive MUG-001
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: ArgumentHelp(Catalog.Product.words.naming, valueName: "product")) var query: String
    @Flag(help: "Print the product as one JSON object.") var json = false

    func run() throws { try setArchived(true, query, catalog, json: json) }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Mark an archived product as sold again.",
      discussion: """
        EXAMPLE
          packshot products restore MUG-001
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: ArgumentHelp(Catalog.Product.words.naming, valueName: "product")) var query: String
    @Flag(help: "Print the product as one JSON object.") var json = false

    func run() throws { try setArchived(false, query, catalog, json: json) }
  }

  private static func setArchived(_ isArchived: Bool, _ query: String, _ catalog: CatalogOption, json: Bool) throws {
    let catalog = try catalog.open()
    let product = try catalog.archive(catalog.record(Catalog.Product.self, matching: query).id, isArchived)
    try report(product, as: isArchived ? "Archived" : "Restored", in: catalog, json: json)
  }
}

/// A change of stock as typed.
enum StockChange: ExpressibleByArgument {
  case by(Int32)
  case to(Int32)

  init?(argument: String) {
    guard let count = Int32(argument) else { return nil }
    self = argument.hasPrefix("+") || argument.hasPrefix("-") ? .by(count) : .to(count)
  }
}

extension Catalog.Product: CatalogRecord {
  typealias Choice = ProductChoice
  typealias Preview = PicturePreview

  static let words = RecordWords(
    command: "products", one: "product", naming: "A SKU, a name or an id.", example: "MUG-001",
    assignment: "rating=4.5 isFavorite=true makers=\"Ann, Bob\"", condition: "rating>=4",
    preview: "its photo (the front view, if several)")

  static let columns: [Column<Catalog.Product>] = [
    Column("SKU") { $0.sku },
    Column("NAME") { $0.name },
    Column("PRICE", isNumber: true) { $0.price == 0 ? "" : $0.price.displayText(in: $0.currency) },
    Column("STOCK", isNumber: true) { "\($0.quantity)" },
    Column("RATING", isNumber: true) { $0.rating == 0 ? "" : "\($0.rating)" },
    Column("") { product in
      [product.isFavorite ? "favourite" : nil, product.archived ? "archived" : nil].compactMap(\.self)
        .joined(separator: ", ")
    },
  ]

  static func picture(of product: Catalog.Product, in catalog: Catalog) throws -> Catalog.Photo? {
    try catalog.details(ofProduct: product.id).mainPhoto
  }

  static func json(of product: Catalog.Product, in catalog: Catalog) throws -> JSONValue {
    try catalog.json(catalog.details(ofProduct: product.id))
  }
}

/// Options that narrow a list of products.
struct ProductChoice: RecordChoice {
  @Option(help: ArgumentHelp("Only products by this maker.", valueName: "name")) var maker: String?
  @Option(help: ArgumentHelp("Only products in this collection.", valueName: "name")) var collection: String?
  @Option(help: ArgumentHelp("Only products of this colour, such as red or #ff0000.", valueName: "color")) var color:
    String?
  @Flag(inversion: .prefixedNo, help: "Only archived products, or only products that aren't.") var archived: Bool?

  func conditions(in catalog: Catalog) throws -> [Condition] {
    var all: [Condition] = []
    if let maker {
      all.append(.any("makers", .equal("id", try catalog.record(Catalog.Maker.self, matching: maker).id)))
    }
    if let collection {
      let id = try catalog.record(Catalog.Collection.self, matching: collection).id
      all.append(.any("collections", .equal("id", id)))
    }
    if let color { all.append(try catalog.read { try $0.tints(called: color) }) }
    if let archived { all.append(.equal("archived", archived)) }
    return all
  }
}

extension Reader {
  /// Returns a condition for products of a colour, given by its number or its everyday name.
  fileprivate func tints(called color: String) throws -> Condition {
    if let tint = Tint(attributeValue: .string(color.lowercased())) { return .equal("tint", tint) }
    guard let name = Tint.name(typed: color) else {
      throw ArgumentError.refusedArgument(
        argument: "--color", found: color, allowed: "\(Tint.names.joined(separator: ", ")) or a number such as #1e90ff")
    }
    return .oneOf("tint", try tints(named: name).map(\.attributeValue))
  }
}
