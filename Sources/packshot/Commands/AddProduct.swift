import ArgumentParser
import PackshotKit

/// The `products add` command.
struct AddProduct: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a product to the catalog.",
    discussion: """
      EXAMPLE
        packshot products add MUG-001 --name "Sea mug" --price 12.50 --stock 20
        packshot products add "Sea mug" --sku MUG-001 --photo mug.jpg tint=#1e90ff
        packshot products add --title "Sea mug, Ann, Bob" --sku MUG-001

      The name is also the SKU, unless --sku or --name is given. Makers, collections and the catalog are created if \
      they do not exist. Existing ones are found by name, ignoring case. Photos are recorded, but not moved.
      """)

  @OptionGroup var catalog: CatalogOption
  @Argument(
    help: ArgumentHelp("The name, and any attributes.", valueName: "name ... name=value"))
  var words: [String] = []
  @Option(help: ArgumentHelp("The SKU.", valueName: "text")) var sku: String?
  @Option(help: ArgumentHelp("The name.", valueName: "text")) var name: String?
  @Option(help: ArgumentHelp("The name and the makers, separated by commas.", valueName: "text"))
  var title: String?
  // Negative numbers are parsed, because the catalog refuses them with a better error message.
  @Option(parsing: .unconditional, help: ArgumentHelp("The unit price, such as 12.50.", valueName: "number"))
  var price: String?
  @Option(
    name: [.customLong("stock"), .customLong("quantity")], parsing: .unconditional,
    help: ArgumentHelp("Number of items in stock.", valueName: "number"))
  var stock: String?
  @Option(help: ArgumentHelp("A maker. Repeatable, or separated by commas.", valueName: "name"))
  var maker: [String] = []
  @Option(
    help: ArgumentHelp(
      "A collection. Repeatable, or separated by commas.", valueName: "name"))
  var collection: [String] = []
  @Option(help: ArgumentHelp("A photo of the product.", valueName: "file"), completion: .photos) var photo: [String] =
    []
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print the product as one JSON object.") var json = false

  func run() throws {
    // Photos are read before anything is written, so that an invalid photo adds no product.
    let photos = try sandbox.withWorkers(limits.limits) { workers in
      try photo.map { try OriginalPhoto(contentsOf: $0, limits: limits.limits, workers: workers) }
    }
    let (product, assignments) = try product()
    try Catalog.Product.entity.check(assignments)
    let catalog = try catalog.openToAdd()
    let added = try catalog.add(product, assignments) { edit, product in
      for photo in photos { try photo.save(as: product, in: edit, paths: catalog.paths) }
    }
    try report(added, as: "Added", in: catalog, json: json)
  }

  /// Returns the new product, with the attributes to assign by name.
  private func product() throws -> (Catalog.Product, [Assignment]) {
    var assignments = words.compactMap { Assignment(argument: $0) }
    let names = words.filter { Assignment(argument: $0) == nil }
    guard names.count <= 1 else {
      throw ArgumentError.superfluousArgument(argument: "“\(names[1])”", why: "a second name")
    }
    let titled = title?.listedNames ?? []
    guard title == nil || !titled.isEmpty && name == nil else {
      throw ArgumentError.superfluousArgument(
        argument: "--title", why: name == nil ? "empty" : "a second name, besides --name")
    }
    let called = name ?? titled.first ?? names.first ?? sku
    guard let called, let number = sku ?? names.first ?? called as String? else {
      throw ArgumentError.refusedArgument(argument: "the name", found: "missing", allowed: "the product's name")
    }
    if let first = names.first, first != called, first != number {
      throw ArgumentError.superfluousArgument(argument: "“\(first)”", why: "a third name, besides those in the options")
    }
    let makers = titled.dropFirst().map(\.listedName) + maker
    if !makers.isEmpty { assignments.append(Assignment("makers", makers.joined(separator: ","))) }
    if !collection.isEmpty { assignments.append(Assignment("collections", collection.joined(separator: ","))) }
    if let price { assignments.append(Assignment("price", price)) }
    if let stock { assignments.append(Assignment("quantity", stock)) }
    return (Catalog.Product(sku: number, name: called), assignments)
  }
}
