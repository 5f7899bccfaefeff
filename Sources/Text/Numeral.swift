import Foundation

/// A decimal number as its digits, read from a text as people and spreadsheets write it. Nothing is rounded.
///
/// Without a declared ``DecimalSeparator``, only plain numbers are read: a sign, digits, and one point or comma. A single sign before
/// exactly three digits, as in `1.500`, can also separate thousands, and is refused, as is everything that needs a declaration.
/// With one, the digits before it can be in groups (of three, or as in `1,29,900`), and a currency's code or sign can stand on one side.
package struct Numeral: Hashable, Sendable {
  /// Whether it is less than zero, or a zero with a minus.
  package let isNegative: Bool
  /// The digits before the decimal separator, without groups; at least one.
  package let whole: String
  /// The digits after the decimal separator.
  package let fraction: String
  /// The currency that stands beside it.
  package let currency: WrittenCurrency?

  /// The text before the first digit and after the last, and the digits before the decimals with the groups they are written in.
  private let before: String
  private let after: String
  private let written: String
  /// The decimal separator in the text; nil if it has none.
  private let separator: DecimalSeparator?

  /// The most digits that a number is read with: as many as a `Decimal` keeps.
  private static let mostDigits = 38

  /// Reads a number.
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

  /// Reads a number with one separator; nil if the text is none.
  private init?(_ text: String, with decimal: DecimalSeparator) {
    // Marks for the direction of text stand beside signs and currencies in right-to-left languages.
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

  /// The digits before the decimals, group by group; nil if they aren't grouped as numbers are.
  private static func groups(_ text: Substring, with decimal: DecimalSeparator) -> [Substring]? {
    guard let sign = text.first(where: { !$0.isDigit }) else { return [text] }
    let groups = text.split(separator: sign, omittingEmptySubsequences: false)
    guard decimal.groupSigns.contains(sign), groups.allSatisfy({ $0.allSatisfy(\.isDigit) }),
      let first = groups.first, let last = groups.last, 1...3 ~= first.count, first.first != "0", last.count == 3
    else { return nil }
    let others = groups.dropFirst().dropLast()
    // As in 1,29,900: India groups the thousands by two.
    let isIndian = sign == "," && first.count < 3 && others.allSatisfy { $0.count == 2 }
    return isIndian || others.allSatisfy { $0.count == 3 } ? groups : nil
  }

  /// Whether it is written with nothing but a sign, digits and a decimal separator.
  private var isPlain: Bool { currency == nil && (written == whole || written == "0") }

  private func isSameNumber(as other: Numeral) -> Bool { value == other.value }
}

extension Numeral {
  /// The number, exactly.
  package var value: Decimal {
    Decimal(string: (isNegative ? "-" : "") + whole + "." + (fraction.isEmpty ? "0" : fraction)) ?? .nan
  }

  /// The digits with a decimal point, as they are: `1299.00`.
  package var digits: String { (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction) }

  /// The number with a decimal point, in a form that has one reading: `1500`, `1.5`, and `1.1250`, because `1.125` has two.
  package var plain: String { digits.withOneReading }

  /// The digits after the decimal separator as a number with some decimal places has them: filled up with zeros, and with more than that
  /// only if they aren't zero.
  private func fraction(places: Int) -> String {
    var digits = fraction
    while digits.count > places, digits.last == "0" { digits.removeLast() }
    return digits + String(repeating: "0", count: max(0, places - digits.count))
  }

  /// With a decimal point and at least some decimal places: `9.00`.
  package func digits(places: Int) -> String {
    let fraction = fraction(places: places)
    return (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The number in its own text, with the same groups and currency, and at least some decimal places: `1.299,00 €`.
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

  /// Whether its currency stands before the digits.
  package var hasLeadingCurrency: Bool { currency.map { before.contains($0.text) } ?? false }

  /// The number rounded to some decimal places, a half away from zero, in its own text.
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
    // The groups stay if rounding only concerned the decimals.
    written = Decimal(string: whole) == Decimal(string: other.whole) ? other.written : whole
  }
}

extension String {
  /// The text of a number with a decimal point, in a form that has one reading: `1.125` could be a thousand and more, `1.1250` can't.
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

  /// Whether it is a space within a line.
  fileprivate var isSpace: Bool { isWhitespace && !isNewline }
}
