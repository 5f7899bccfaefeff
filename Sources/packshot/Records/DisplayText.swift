import Foundation
import PackshotKit

extension AttributeValue {
  /// Returns the value as shown in a list or a page: times in the local time zone, texts unchanged. JSON has the exact
  /// forms.
  func displayText(as type: AttributeType) -> String {
    switch self {
    case .date(let moment): moment.displayText
    case .boolean(let flag): flag ? "yes" : "no"
    case .binary, .data: description
    default: text(as: type) ?? ""
    }
  }
}

extension Date {
  /// The time in the local time zone, to the minute: `2025-03-01 09:30`.
  var displayText: String {
    let calendar = Calendar(identifier: .gregorian)
    let parts = calendar.dateComponents(in: .current, from: self)
    return String(
      format: "%04d-%02d-%02d %02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0,
      parts.minute ?? 0)
  }
}

extension Decimal {
  /// Returns a price with its currency: `12.50 EUR`.
  func displayText(in currency: String) -> String {
    priceText(in: currency) + " " + currency
  }
}
