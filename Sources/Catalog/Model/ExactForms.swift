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
  var rfc3339: String {
    // The second is formatted alone, because formatting a fraction from a Double may lose its last digit.
    let (seconds, rest) = milliseconds.flooredDivision(by: 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    return rest == 0 ? whole : "\(whole.dropLast()).\(rest.digits(3))Z"
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
