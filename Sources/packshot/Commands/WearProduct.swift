import ArgumentParser
import Foundation
import PackshotKit

struct WearProduct: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wear",
    abstract: "Record that a product was worn. Stock is unchanged.",
    discussion: """
      EXAMPLE
        packshot products wear TIE-01 --at '2025-03-08 18:30'

      Increases timesWorn and sets lastWorn. Stock, timesSold and lastSold are unchanged. Archived products can be \
      worn too.
      """)

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(Catalog.Product.words.naming, valueName: "product")) var query: String
  // Numbers below 1 are parsed, because the catalog refuses them with a better error message.
  @Option(parsing: .unconditional, help: ArgumentHelp("Number of times it was worn.", valueName: "number"))
  var times: Int32 = 1
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("Time of the last wearing, such as '2025-03-01 09:30' (default: now).", valueName: "moment"))
  var moment: String?
  @Flag(help: "Print the product as one JSON object.") var json = false

  func run() throws {
    let catalog = try catalog.open()
    let id = try catalog.record(Catalog.Product.self, matching: query).id
    let product = try catalog.wear(id, times, at: wornAt())
    if let lastWorn = product.lastWorn, lastWorn > Date() {
      Console.warning(
        "it was worn last on \(lastWorn.displayText), which is in the future; `packshot catalog undo` reverts it")
    }
    if json { return print(try catalog.json([product])[0]) }
    let count = product.timesWorn == 1 ? "once" : "\(product.timesWorn) times"
    print(
      Console.printable("“\(product.name)” was worn \(count), last on \(product.lastWorn?.displayText ?? "no day")"))
  }

  private func wornAt() throws -> Date {
    let attribute = Catalog.Product.entity.attribute("lastWorn")
    guard let moment else { return Date() }
    guard case .date(let date)? = try attribute?.value(typed: moment, of: Catalog.Product.entity.name) else {
      throw ArgumentError.refusedArgument(
        argument: "--at", found: moment.isEmpty ? "empty" : moment, allowed: "a moment such as '2025-03-01 09:30'")
    }
    return date
  }
}
