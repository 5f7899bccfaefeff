import Foundation
import PackshotKit

extension Decimal {
  /// A price as the machine's locale writes it.
  func displayText(in currency: String) -> String { formatted(.currency(code: currency)) }
}

extension Date {
  /// The time as the machine's locale and time zone write it.
  var displayText: String { formatted(date: .abbreviated, time: .shortened) }
}
