import Foundation
import Text

extension Decimal {
  /// Returns the number as a price in a currency, with the decimal places of the currency's smallest unit: `12.50` in
  /// EUR, `300` in JPY. With more places if the number has more, and with two if the currency is unknown.
  package func priceText(in code: String) -> String {
    let parts = priceText.split(separator: ".")
    let places = Currency(code)?.decimalPlaces ?? 2
    var decimals = parts.count > 1 ? parts[1][...] : ""
    while decimals.count > places, decimals.last == "0" { decimals.removeLast() }
    while decimals.count < places { decimals += "0" }
    return parts[0] + (decimals.isEmpty ? "" : "." + decimals)
  }
}

extension Currency {
  /// Whether the price is a multiple of the currency's smallest unit.
  func allows(_ price: Decimal) -> Bool {
    guard let number = price.tenThousandths else { return false }
    return number.isMultiple(of: [10_000, 1_000, 100, 10, 1][decimalPlaces])
  }
}
