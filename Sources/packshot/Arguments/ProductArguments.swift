import ArgumentParser
import PackshotKit

/// Selects photos by their products.
struct ProductArguments: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Process only photos whose product matches, such as 'price>0'. Repeatable; all conditions must match.",
      valueName: "condition"),
    transform: ProductCondition.read)
  var conditions: [ProductCondition] = []
  @Flag(help: "Render only outputs that use changed product data.")
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
        'season=spring'     a text or a number: = !=
        "name='Blue mug'"   a value in quotes
        note=               no value
      Photos of other products are skipped. --changed-products renders outputs
      that use a changed price or text, and checks no other photos.
    """
}

extension ProductCondition {
  /// Parses a condition from the command line.
  static func read(_ text: String) throws -> ProductCondition {
    do { return try ProductCondition(text) } catch { throw ValidationError(error.messageWithRemedy) }
  }
}
