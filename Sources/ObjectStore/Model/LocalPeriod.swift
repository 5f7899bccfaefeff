import Foundation

/// A period given by a text: a year, month, day, hour, minute or second in local time. It contains a time `m` if `start
/// <= m < end`.
struct LocalPeriod: Hashable {
  let start: Date
  /// The start of the next period; for the last representable period, the start of the year 10000.
  let end: Date

  /// Creates a period from text such as `2025`, `2025-06`, `2025-06-30`, `2025-06-30 14`, `2025-06-30 14:05` or
  /// `2025-06-30 14:05:59`; nil for any other text.
  init?(_ text: String, in zone: TimeZone = .current) {
    guard let unit = Unit(rawValue: text.utf8.count), let start = Date(local: text + unit.rest, in: zone) else {
      return nil
    }
    self.start = start
    end = unit.next(after: text, start, in: zone) ?? Date(milliseconds: 253_402_300_800_000)
  }

  /// Unit of time, by the length of its text in bytes.
  private enum Unit: Int {
    case year = 4
    case month = 7
    case day = 10
    case hour = 13
    case minute = 16
    case second = 19

    /// The rest of the text for the first second of the period.
    var rest: String { String("0001-01-01T00:00:00".dropFirst(rawValue)) }

    func next(after text: String, _ start: Date, in zone: TimeZone) -> Date? {
      let fields = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      switch self {
      case .year: return Date(local: Self.day(fields[0] + 1, 1), in: zone)
      case .month: return Date(local: Self.day(fields[0] + fields[1] / 12, fields[1] % 12 + 1), in: zone)
      case .day:
        guard let next = Date(rfc3339: text + "T00:00:00Z")?.addingTimeInterval(86_400), next.isRepresentable else {
          return nil
        }
        return Date(local: String(next.rfc3339.prefix(10)), in: zone)
      case .hour: return start.addingTimeInterval(3600)
      case .minute: return start.addingTimeInterval(60)
      case .second: return start.addingTimeInterval(1)
      }
    }

    /// Returns the first day of a month.
    private static func day(_ year: Int, _ month: Int) -> String {
      let digits = { (number: Int, count: Int) in
        String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
      }
      return "\(digits(year, 4))-\(digits(month, 2))-01"
    }
  }
}
