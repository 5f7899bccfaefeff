import ArgumentParser
import Foundation
import PackshotKit

/// The price and the time of a sale, if they differ from the product's price and now.
struct SaleTerms: ParsableArguments {
  // Negative numbers are parsed, because the catalog refuses them with a better error message.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The unit price (default: the product's price).", valueName: "number"))
  private var price: String?
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("Time of the sale, such as '2025-03-01 09:30' (default: now).", valueName: "moment"))
  private var moment: String?

  /// Returns the price in the form that a sale stores.
  func unitPrice() throws -> Decimal? {
    guard let price, case .decimal(let number)? = try value(price, of: "unitPrice") else { return nil }
    return number
  }

  /// Returns the time in the form that a sale stores.
  func soldAt() throws -> Date {
    guard let moment, case .date(let date)? = try value(moment, of: "soldAt") else { return Date() }
    return date
  }

  private func value(_ text: String, of name: String) throws -> AttributeValue? {
    try Catalog.Sale.entity.attribute(name)?.value(typed: text, of: Catalog.Sale.entity.name)
  }
}
