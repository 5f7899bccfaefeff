import ArgumentParser
import PackshotKit

/// Arguments shared by all lists: conditions, order and range.
struct ListArguments: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only records that match, such as 'rating>=4' or 'makers.name=Blue Kiln'.", valueName: "condition")
  )
  var conditions: [String] = []
  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Sort by this attribute or key path, such as customer.name; -name sorts in descending order.",
      valueName: "name"))
  var order: [String] = []
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of records to print.", valueName: "number"))
  var limit: Int?
  @Option(parsing: .unconditional, help: ArgumentHelp("Number of records to skip.", valueName: "number"))
  var offset = 0

  func validate() throws {
    guard limit ?? 0 >= 0, offset >= 0 else {
      throw ValidationError("--limit and --offset take whole numbers, 0 or more")
    }
  }

  /// Returns the fetch for the arguments, with additional conditions. Throws the errors of
  /// `Condition.init(typed:on:in:)`.
  func fetch<R: CatalogRecord>(of type: R.Type, narrowedBy others: [Condition] = []) throws -> Fetch<R> {
    var all = others
    for text in conditions { all.append(try Condition(typed: text, on: R.entity, in: Catalog.model)) }
    return Fetch(
      where: all.isEmpty ? nil : .and(all), by: order.isEmpty ? R.order : order.map(Self.order), limit: limit,
      offset: offset)
  }

  private static func order<R: Record>(_ text: String) -> Fetch<R>.Order {
    text.hasPrefix("-") ? .init(String(text.dropFirst()), descending: true) : .init(text)
  }
}
