import Foundation

/// The exact forms in which moments and prices are stored and written.
extension Date {
  /// Midnight at the start of the year 1 and of the year 10000, in milliseconds since 1970: RFC 3339 has years of four
  /// digits.
  private static let representable = -62_135_596_800_000.0..<253_402_300_800_000.0

  /// Whether the moment can be stored and written.
  var isRepresentable: Bool { Self.representable.contains((timeIntervalSince1970 * 1000).rounded()) }

  /// Whole milliseconds since 1970-01-01T00:00:00Z, of a moment that is ``isRepresentable``.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The moment in UTC as RFC 3339 writes it: `2025-03-01T09:30:00Z`, with three digits of a second where it has them.
  ///
  /// Foundation's formatters go over to the Julian calendar before 1582, which RFC 3339 does not, and take a fraction of a
  /// second from a Double, which may lose its last digit.
  var rfc3339: String {
    let (days, time) = milliseconds.flooredDivision(by: 86_400_000)
    let (year, month, day) = Self.civil(days: days)
    let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let date = "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
    let clock = "\(hour.digits(2)):\(minute.digits(2)):\(second.digits(2))"
    return "\(date)T\(clock)\(fraction == 0 ? "" : "." + fraction.digits(3))Z"
  }

  /// The Gregorian date of a number of days since 1970-01-01. Years are counted from March, so that a leap day comes last
  /// (Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `civil_from_days`).
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension Decimal {
  /// The number in ten-thousandths, or nil where it has more than four decimal places or is out of range.
  var tenThousandths: Int64? { Int64((self * 10_000).description) }

  init(tenThousandths: Int64) { self = Decimal(sign: .plus, exponent: -4, significand: Decimal(tenThousandths)) }

  /// The number with at least two decimal places, as prices are written: `12.50`, `0.125`. Where it has more than four
  /// places, all of them.
  var priceText: String {
    guard let number = tenThousandths else { return description }
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 10_000)
    var places = Int64(rest).digits(4)
    while places.count > 2, places.last == "0" { places.removeLast() }
    return "\(number < 0 ? "-" : "")\(whole).\(places)"
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// At least `count` decimal digits of a number that is not negative.
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}
