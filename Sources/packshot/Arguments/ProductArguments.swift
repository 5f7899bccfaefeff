import ArgumentParser
import PackshotKit

/// Selects photos by their products.
struct ProductArguments: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Take only photos whose product is as this says, such as 'price>0'; repeatable, and all have to hold.",
      valueName: "condition"),
    transform: ProductCondition.read)
  var conditions: [ProductCondition] = []
  @Flag(help: "Render only photos whose product has changed since, in what the recipe asks about it.")
  var changedProducts = false

  func set(_ options: inout BatchOptions) {
    (options.conditions, options.changedProducts) = (conditions, changedProducts)
  }

  /// A section for the help of commands.
  static let help = """
    PRODUCTS
      --where compares one attribute of the photo's product, from the recipe's
      data or from the catalog, with a value:
        price>0             a number: < <= > >=
        'season=spring'     = and != compare texts and numbers
        "name='Blue mug'"   a value may stand in quotes
        note=               the product has none
      Photos of other products are left as they are. --changed-products renders
      again what a changed price or text is part of, and looks at nothing else.
    """
}

extension ProductCondition {
  /// Parses a condition from the command line.
  static func read(_ text: String) throws -> ProductCondition {
    do { return try ProductCondition(text) } catch { throw ValidationError(error.told) }
  }
}
