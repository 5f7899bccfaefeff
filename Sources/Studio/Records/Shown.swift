import Foundation
import PackshotKit

extension Decimal {
  /// A price as the machine's locale writes it.
  func shown(in currency: String) -> String { formatted(.currency(code: currency)) }
}

extension Date {
  /// The time as the machine's locale and time zone write it.
  var shown: String { formatted(date: .abbreviated, time: .shortened) }
}
