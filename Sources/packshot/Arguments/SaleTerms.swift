import ArgumentParser
import Foundation
import PackshotKit

/// At which price and when something was sold, where that is not the product's and now.
struct SaleTerms: ParsableArguments {
  // What is below zero is refused by the catalog, which can say why.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The unit price, as 12.50 (default: the product's).", valueName: "number"))
  private var price: String?
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("When it was sold, such as '2025-03-01 09:30' (default: now).", valueName: "moment"))
  private var moment: String?

  /// The price, as a sale has it.
  func unitPrice() throws -> Decimal? {
    guard let price, case .decimal(let number)? = try value(price, of: "unitPrice") else { return nil }
    return number
  }

  /// The moment, as a sale has it.
  func soldAt() throws -> Date {
    guard let moment, case .date(let date)? = try value(moment, of: "soldAt") else { return Date() }
    return date
  }

  private func value(_ text: String, of name: String) throws -> AttributeValue? {
    try Catalog.Sale.entity.attribute(name)?.value(typed: text, of: Catalog.Sale.entity.name)
  }
}
