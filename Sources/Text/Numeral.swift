import Foundation

/// A decimal number as its digits, parsed from a text as people and spreadsheets write it. Nothing is rounded.
///
/// Without a declared ``DecimalSeparator``, only plain numbers are accepted: a sign, digits, and one point or comma. A
/// single separator before exactly three digits, as in `1.500`, could also separate thousands, and is refused. Groups
/// of digits and currencies are refused too. With a declared separator, the digits before it can be in groups (of
/// three, or as in `1,29,900`), and a currency code or sign can stand on one side.
package struct Numeral: Hashable, Sendable {
  /// Whether a text looks like a long number that a spreadsheet has shortened, such as 4.00638E+12.
  package static func isShortened(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]([.,][0-9]+)?[Ee]\+[0-9]+/) != nil
  }

  /// Whether the number is negative, or a zero with a minus sign.
  package let isNegative: Bool
  /// The digits before the decimal separator, without group separators; at least one.
  package let whole: String
  /// The digits after the decimal separator.
  package let fraction: String
  /// The currency written beside the number; nil if there is none.
  package let currency: WrittenCurrency?

  /// The text before the first digit, the text after the last digit, and the digits before the decimals with their
  /// group separators.
  private let before: String
  private let after: String
  private let written: String
  /// The decimal separator in the text; nil if it has none.
  private let separator: DecimalSeparator?

  /// Maximum number of digits: as many as a `Decimal` holds.
  private static let mostDigits = 38

  /// Parses a number.
  ///
  /// - Parameter decimal: The declared separator; nil if none is declared.
  package init(_ text: String, decimal: DecimalSeparator? = nil) throws(NumberError) {
    if let decimal {
      guard let numeral = Numeral(text, with: decimal) else { throw .notANumber }
      self = numeral
      return
    }
    let (point, comma) = (Numeral(text, with: .point), Numeral(text, with: .comma))
    guard let numeral = point ?? comma else { throw .notANumber }
    if let point, let comma, !point.isSameNumber(as: comma) {
      throw .ambiguousNumber(point: point.plain, comma: comma.plain)
    }
    guard numeral.isPlain else {
      throw .undeclaredDecimal(
        reading: numeral.plain, decimal: point == nil ? .comma : comma == nil ? .point : nil)
    }
    self = numeral
  }

  /// Parses a number with the given separator; nil if the text isn't one.
  private init?(_ text: String, with decimal: DecimalSeparator) {
    // In right-to-left languages, marks of text direction occur beside signs and currencies.
    let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value < 0xAD || !$0.isInvisible }))
    var rest = visible[...]
    var sign: Character?
    func takeSpaces() { while let first = rest.first, first.isSpace { rest.removeFirst() } }
    func takeSign() {
      guard sign == nil, let first = rest.first, "+-\u{2212}".contains(first) else { return }
      sign = rest.removeFirst()
      takeSpaces()
    }
    takeSpaces()
    takeSign()
    var currency: WrittenCurrency?
    if rest.first?.isDigit == false, let found = Currency.written(atStartOf: rest) {
      currency = found
      rest.removeFirst(found.text.count)
      takeSpaces()
      takeSign()
    }
    before = String(visible[..<rest.startIndex])
    while let last = rest.last, last.isSpace { rest.removeLast() }
    if currency == nil, rest.last?.isDigit == false, let found = Currency.written(atEndOf: rest) {
      currency = found
      rest.removeLast(found.text.count)
      while let last = rest.last, last.isSpace { rest.removeLast() }
    }
    after = String(visible[rest.endIndex...])

    let parts = rest.split(separator: decimal.sign, omittingEmptySubsequences: false)
    guard parts.count <= 2, let groups = Self.groups(parts[0], with: decimal) else { return nil }
    let (whole, fraction) = (groups.joined(), parts.count == 2 ? String(parts[1]) : "")
    guard !(whole + fraction).isEmpty, fraction.allSatisfy(\.isDigit), (whole + fraction).count <= Self.mostDigits
    else { return nil }
    isNegative = sign != nil && sign != "+"
    self.whole = whole.isEmpty ? "0" : whole
    self.fraction = fraction
    self.currency = currency
    written = whole.isEmpty ? "0" : String(parts[0])
    separator = parts.count == 2 ? decimal : nil
  }

  /// Returns the digits before the decimals, group by group; nil if the grouping is invalid.
  private static func groups(_ text: Substring, with decimal: DecimalSeparator) -> [Substring]? {
    guard let sign = text.first(where: { !$0.isDigit }) else { return [text] }
    let groups = text.split(separator: sign, omittingEmptySubsequences: false)
    guard decimal.groupSigns.contains(sign), groups.allSatisfy({ $0.allSatisfy(\.isDigit) }),
      let first = groups.first, let last = groups.last, 1...3 ~= first.count, first.first != "0", last.count == 3
    else { return nil }
    let others = groups.dropFirst().dropLast()
    // As in 1,29,900: in India, digits above the thousands are grouped by two.
    let isIndian = sign == "," && first.count < 3 && others.allSatisfy { $0.count == 2 }
    return isIndian || others.allSatisfy { $0.count == 3 } ? groups : nil
  }

  /// Whether the number is written with only a sign, digits and a decimal separator.
  private var isPlain: Bool { currency == nil && (written == whole || written == "0") }

  private func isSameNumber(as other: Numeral) -> Bool { value == other.value }
}

extension Numeral {
  /// The exact number.
  package var value: Decimal {
    Decimal(string: (isNegative ? "-" : "") + whole + "." + (fraction.isEmpty ? "0" : fraction)) ?? .nan
  }

  /// The digits with a decimal point, unchanged: `1299.00`.
  package var digits: String { (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction) }

  /// The number with a decimal point, in an unambiguous form: `1500`, `1.5`, and `1.1250`, because `1.125` has two
  /// readings.
  package var plain: String { digits.withOneReading }

  /// Returns the digits after the decimal separator, padded with zeros to `places`. More digits are kept only if they
  /// aren't zero.
  private func fraction(places: Int) -> String {
    var digits = fraction
    while digits.count > places, digits.last == "0" { digits.removeLast() }
    return digits + String(repeating: "0", count: max(0, places - digits.count))
  }

  /// Returns the number with a decimal point and at least `places` decimals: `9.00`.
  package func digits(places: Int) -> String {
    let fraction = fraction(places: places)
    return (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Returns the number in its original notation, with the same groups and currency, and at least `places` decimals:
  /// `1.299,00 €`.
  ///
  /// - Parameters:
  ///   - separator: The decimal separator, if the text doesn't have one.
  ///   - currency: Whether to keep the currency.
  package func text(places: Int, separator: DecimalSeparator, currency isKept: Bool = true) -> String {
    let fraction = fraction(places: places)
    let sign = String((self.separator ?? separator).sign)
    let number = written + (fraction.isEmpty ? "" : sign + fraction)
    return isKept || currency == nil ? before + number + after : (isNegative ? "-" : "") + number
  }

  /// Whether the currency is written before the digits.
  package var hasLeadingCurrency: Bool { currency.map { before.contains($0.text) } ?? false }

  /// Returns the number rounded to `places` decimals, halves away from zero, in its original notation.
  package func rounded(places: Int) -> Numeral {
    guard fraction.count > places else { return self }
    var (exact, rounded) = (value, Decimal())
    NSDecimalRound(&rounded, &exact, places, .plain)
    let parts = rounded.magnitude.description.split(separator: ".")
    return Numeral(of: self, whole: String(parts[0]), fraction: parts.count > 1 ? String(parts[1]) : "")
  }

  private init(of other: Numeral, whole: String, fraction: String) {
    (isNegative, self.whole, self.fraction) = (other.isNegative, whole, fraction)
    (currency, before, after, separator) = (other.currency, other.before, other.after, other.separator)
    // Groups are kept if rounding changed only the decimals.
    written = Decimal(string: whole) == Decimal(string: other.whole) ? other.written : whole
  }
}

extension String {
  /// The text of a number with a decimal point, in an unambiguous form: `1.125` could also be a thousand and more,
  /// `1.1250` can't.
  package var withOneReading: String {
    guard let point = firstIndex(of: "."), self[point...].count == 4,
      case let whole = self[..<point].drop(while: { $0 == "-" }), 1...3 ~= whole.count, whole.first != "0"
    else { return self }
    var decimals = self[point...].dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    if decimals.isEmpty { return String(self[..<point]) }
    return decimals.count < 3 ? String(self[...point] + decimals) : self + "0"
  }
}

extension Character {
  fileprivate var isDigit: Bool { asciiValue.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

  /// Whether the character is a space within a line.
  fileprivate var isSpace: Bool { isWhitespace && !isNewline }
}
