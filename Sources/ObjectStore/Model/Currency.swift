import Foundation
import Text

extension Decimal {
  /// The number as a price in a currency is written, with the decimal places of its smallest unit: `12.50` in EUR, `300` in
  /// JPY. More where it has them; two where the currency is not known.
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
  /// Whether somebody could pay a price.
  func allows(_ price: Decimal) -> Bool {
    guard let number = price.tenThousandths else { return false }
    return number.isMultiple(of: [10_000, 1_000, 100, 10, 1][decimalPlaces])
  }
}
