import Foundation

/// The exact forms in which times, prices and IDs are stored and written.
extension Date {
  /// Midnight at the start of the years 1 and 10000, in milliseconds since 1970. In RFC 3339, years have four digits.
  private static let representable = -62_135_596_800_000.0..<253_402_300_800_000.0

  /// Whether the time can be stored and written.
  var isRepresentable: Bool { Self.representable.contains((timeIntervalSince1970 * 1000).rounded()) }

  /// Milliseconds since 1970-01-01T00:00:00Z. The time must be ``isRepresentable``.
  package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The time in UTC in the format of RFC 3339, `2025-03-01T09:30:00Z`, with three decimals of the second if they are
  /// not zero.
  ///
  /// Foundation's formatters use the Julian calendar before 1582, unlike RFC 3339, and compute fractions of a second
  /// from a `Double`, which can change the last digit.
  package var rfc3339: String {
    let (days, time) = milliseconds.flooredDivision(by: 86_400_000)
    let (year, month, day) = Self.civil(days: days)
    let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let date = "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
    let clock = "\(hour.digits(2)):\(minute.digits(2)):\(second.digits(2))"
    return "\(date)T\(clock)\(fraction == 0 ? "" : "." + fraction.digits(3))Z"
  }

  /// Creates a time from text in the format of RFC 3339 (section 5.6), with any offset; nil if the text has another
  /// format or the time is not ``isRepresentable``. Fractions of a second are cut off after three digits. A leap second
  /// counts as the second after it, as in POSIX.
  package init?(rfc3339 text: String) {
    var rest = text.utf8[...]
    guard let year = rest.takeNumber(digits: 4), rest.take("-"), let month = rest.takeNumber(digits: 2), rest.take("-"),
      let day = rest.takeNumber(digits: 2), rest.take("Tt "), let hour = rest.takeNumber(digits: 2), rest.take(":"),
      let minute = rest.takeNumber(digits: 2), rest.take(":"), let second = rest.takeNumber(digits: 2),
      let fraction = rest.takeMilliseconds(), let offset = rest.takeOffset(), rest.isEmpty
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let time = (hour * 60 + minute - offset) * 60 + second
    // A day that the month doesn't have is converted back to another date. A leap second can only be the last of a
    // day in UTC.
    guard Self.civil(days: days) == (year, month, day), hour < 24, minute < 60,
      second < 60 || second == 60 && time % 86_400 == 0
    else { return nil }
    self.init(milliseconds: (days * 86_400 + time) * 1000 + fraction)
    guard isRepresentable else { return nil }
  }

  /// Returns the number of days from 1970-01-01 to a Gregorian date. This is the inverse of ``civil(days:)``, from the
  /// same source.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the Gregorian date of a number of days since 1970-01-01. Years are counted from March, so that a leap day
  /// is the last of its year (Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `civil_from_days`).
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
  /// The number in ten-thousandths, or nil if it has more than four decimal places or is out of range.
  var tenThousandths: Int64? { Int64((self * 10_000).description) }

  /// The bounds of stored decimals, as people write them.
  static let leastPrice = Decimal(tenThousandths: .min).description
  static let greatestPrice = Decimal(tenThousandths: .max).description

  init(tenThousandths: Int64) { self = Decimal(sign: .plus, exponent: -4, significand: Decimal(tenThousandths)) }

  /// Creates a number from decimal digits with a point and up to four decimal places: `12.50`, `-3`, `.5`. Nil for any
  /// other text, for a number with an exponent, and for one out of range.
  init?(priceText text: String) {
    let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    let places = text[point...].dropFirst()
    // In `.-5`, the sign after the point would become the sign of the whole number.
    guard places.utf8.count <= 4, places.utf8.allSatisfy(\.isDigit), text.utf8.contains(where: \.isDigit),
      let number = Int64("\(text[..<point])\(places)" + String(repeating: "0", count: 4 - places.utf8.count))
    else { return nil }
    self.init(tenThousandths: number)
  }

  /// The number with at least two decimal places, as prices are written: `12.50`, `0.125`. A number with more than four
  /// decimal places has all of them.
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

  /// Returns the decimal digits of a number that is not negative, with at least `count` digits.
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}

extension Substring.UTF8View {
  /// Removes the first byte if it is one of `bytes`. Returns whether it was.
  fileprivate mutating func take(_ bytes: StaticString) -> Bool {
    guard let first, bytes.withUTF8Buffer({ $0.contains(first) }) else { return false }
    removeFirst()
    return true
  }

  /// Removes a number of exactly `count` decimal digits from the beginning and returns it.
  fileprivate mutating func takeNumber(digits count: Int) -> Int64? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    removeFirst(count)
    return Int64(Substring(digits))
  }

  /// Removes a fraction of a second from the beginning and returns it in milliseconds; zero if there is none.
  fileprivate mutating func takeMilliseconds() -> Int64? {
    guard take(".") else { return 0 }
    let digits = prefix(while: \.isDigit)
    guard !digits.isEmpty else { return nil }
    removeFirst(digits.count)
    return Int64((String(Substring(digits)) + "00").prefix(3))
  }

  /// Removes an offset from UTC from the beginning and returns it in minutes.
  fileprivate mutating func takeOffset() -> Int64? {
    if take("Zz") { return 0 }
    let isWest = first == UInt8(ascii: "-")
    guard take("+-"), let hours = takeNumber(digits: 2), hours < 24, take(":"), let minutes = takeNumber(digits: 2),
      minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
