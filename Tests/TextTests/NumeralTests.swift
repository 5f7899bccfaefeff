import Foundation
import TestSupport
import Testing

@testable import Text

/// Numbers as people and spreadsheets write them. Expected values are written by hand, or are the numbers that ICU formatted.
@Suite struct NumeralTests {
  private static func read(_ text: String, _ decimal: DecimalSeparator? = nil) -> Result<Decimal, NumberError> {
    do throws(NumberError) { return .success(try Numeral(text, decimal: decimal).value) } catch {
      return .failure(error)
    }
  }

  private static func number(_ text: String) -> Decimal { Decimal(string: text)! }

  @Test(arguments: [
    ("12.50", "12.50"), ("12,50", "12.50"), ("999,00", "999"), ("1500", "1500"), ("-3,5", "-3.5"),
    ("\u{2212}3.5", "-3.5"),
    ("+7", "7"), (".5", "0.5"), (",5", "0.5"), ("5.", "5"), (" 12,50 ", "12.50"), ("\u{A0}12,50", "12.50"),
    // A group of three digits never follows four digits or a zero, and never comes first.
    ("1234.500", "1234.5"), ("1234,500", "1234.5"), ("0.500", "0.5"), ("0,125", "0.125"), (",500", "0.5"),
    ("1.2500", "1.25"),
    ("922337203685477.5807", "922337203685477.5807"), ("0.1", "0.1"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
  ])
  func anUnambiguousNumberIsReadWithoutADeclaration(text: String, number: String) {
    #expect(Self.read(text) == .success(Self.number(number)))
  }

  @Test(arguments: [
    ("1.500", "1.5", "1500"), ("1,500", "1500", "1.5"), ("-12.125", "-12.1250", "-12125"), ("999.000", "999", "999000"),
    ("1.500 €", "1.5", "1500"), ("$1,500", "1500", "1.5"), ("100,125", "100125", "100.1250"),
  ])
  func anAmbiguousNumberIsRefusedWithBothReadings(text: String, point: String, comma: String) {
    #expect(Self.read(text) == .failure(.ambiguousNumber(point: point, comma: comma)))
    #expect(Self.read(point) == .success(Self.number(point)) && Self.read(comma) == .success(Self.number(comma)))
    #expect(Self.read(text, .point) == .success(Self.number(point)))
    #expect(Self.read(text, .comma) == .success(Self.number(comma)))
  }

  @Test(arguments: [
    ("1.299,00", DecimalSeparator.comma, "1299.00"), ("1 299,00", .comma, "1299.00"),
    ("1\u{A0}299,00", .comma, "1299.00"),
    ("1\u{202F}299,00", .comma, "1299.00"), ("1\u{2009}299,00", .comma, "1299.00"), ("1,299.00", .point, "1299.00"),
    ("1'299.00", .point, "1299.00"), ("1\u{2019}299.00", .point, "1299.00"), ("1,29,900.00", .point, "129900.00"),
    ("12,34,56,789.5", .point, "123456789.5"), ("1.234.567", .comma, "1234567"), ("1,234,567", .point, "1234567"),
    ("12,50 €", .comma, "12.50"), ("1299,00\u{A0}€", .comma, "1299.00"), ("€ 12,50", .comma, "12.50"),
    ("EUR 1.299,00", .comma, "1299.00"), ("1.299,00EUR", .comma, "1299.00"), ("CHF 1\u{2019}299.50", .point, "1299.50"),
    ("$1,299.00", .point, "1299.00"), ("US$ 1,299.00", .point, "1299.00"), ("-$12.50", .point, "-12.50"),
    ("$-12.50", .point, "-12.50"), ("\u{2212}1.299,00 €", .comma, "-1299.00"), ("1 299,00 kr", .comma, "1299.00"),
    ("12,50 zł", .comma, "12.50"), ("Fr. 12.50", .point, "12.50"), ("R$ 1.299,00", .comma, "1299.00"),
  ])
  func groupsAndCurrenciesAreReadOnlyWithADeclaredSeparator(
    text: String, decimal: DecimalSeparator, reading: String
  ) throws {
    #expect(Self.read(text, decimal) == .success(Self.number(reading)))
    let error = #expect(throws: NumberError.self) { try Numeral(text) }
    guard case .undeclaredDecimal(let told, let declared)? = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
    #expect(Self.number(told) == Self.number(reading) && (declared == nil || declared == decimal))
  }

  @Test(arguments: [
    "", " ", ".", ",", "-", "+.", "--1", "-+1", "1-", "12.50-", "(12.50)", "(1,299.00)", "12 %", "12,5%", "1e3",
    "1.23E+12",
    "1,23E+12", "0x10", "nan", "inf", "1.2.3", "1.29.00", "12.99,00", "1,2,3", "1,,299.00", "1,299,00", "1.29,900.00",
    "1 29 900",
    "1'299,00'0", "0.500.000", "0,500,000", "1 299.000,00", "1.299 000", "12,50 € €", "€ 12,50 €", "EUR 12,50 EUR",
    "12,50 Euro", "12 PCS", "12,50 leider", "ab 12,50", "12,-", "12.\u{2013}", "1/2", "½", "1\u{301}", "²", "1_000",
    "12:30",
    "2025-03-01", "1\n299", "12$50",
    // Digits of other scripts are refused rather than guessed.
    "١٢٫٥٠", "１２.５０", "१२.५०", "一二",
    "123456789012345678901234567890123456789",
  ])
  func otherTextsAreRefused(text: String) {
    for decimal in [nil, DecimalSeparator.point, .comma] {
      #expect(throws: NumberError.notANumber) { try Numeral(text, decimal: decimal) }
    }
  }

  @Test(arguments: [
    ("12.50", DecimalSeparator.comma), ("1299.00", .comma), ("12,50", .point), ("1,299,00", .point),
    ("1.299.00", .comma),
    ("1.500,00", .point), ("1,500.00", .comma), ("1,29,900", .comma), ("1 29 900,00", .comma),
  ])
  func aNumberThatContradictsTheDeclaredSeparatorIsRefused(text: String, decimal: DecimalSeparator) {
    #expect(throws: NumberError.notANumber) { try Numeral(text, decimal: decimal) }
  }

  @Test(arguments: [
    ("12,5", 2, "12,50"), ("12,5 €", 2, "12,50 €"), ("1.299 €", 2, "1.299,00 €"), ("1.299,00", 2, "1.299,00"),
    ("12,500", 2, "12,50"), ("12,505", 2, "12,505"), ("1500,00", 0, "1500"), ("€ -3", 2, "€ -3,00"),
    ("1 299,5", 3, "1 299,500"),
  ])
  func decimalsArePaddedInTheNumbersFormat(text: String, places: Int, filled: String) throws {
    let number = try Numeral(text, decimal: .comma)
    #expect(number.text(places: places, separator: .comma) == filled)
  }

  @Test(arguments: [
    ("9", 2, "9.00"), ("12,505", 2, "12.51"), ("12,504", 2, "12.50"), ("-12,505", 2, "-12.51"),
    ("1.299,995", 2, "1300.00"),
    ("0,5", 0, "1"), ("0,49", 0, "0"), ("999,999", 1, "1000.0"), ("12,5", 3, "12.500"),
  ])
  func roundingTakesHalvesAwayFromZero(text: String, places: Int, digits: String) throws {
    #expect(try Numeral(text, decimal: .comma).rounded(places: places).digits(places: places) == digits)
  }

  @Test func roundingKeepsTheGroups() throws {
    let rounded = { try Numeral($0, decimal: .comma).rounded(places: 2).text(places: 2, separator: .comma) }
    #expect(try rounded("1.299,004 €") == "1.299,00 €")
    #expect(try rounded("1.299,996 €") == "1300,00 €")
  }

  // MARK: Properties

  /// Every locale that ICU knows.
  private static let locales = Locale.availableIdentifiers.sorted().map(Locale.init(identifier:))

  /// The separator that a person would declare who knows the formatter's output.
  private static func declared(_ formatter: NumberFormatter) -> DecimalSeparator? {
    switch formatter.decimalSeparator {
    case ".": .point
    case ",": .comma
    default: nil
    }
  }

  @Test func numbersThatICUFormatsInAnyLocaleAreReadExactlyOrRefused() throws {
    var generator = SeededGenerator(seed: 35)
    var (readCount, formattedCount, plainCount) = (0, 0, 0)
    for locale in Self.locales {
      for style in [
        NumberFormatter.Style.decimal, .currency, .currencyISOCode, .currencyAccounting, .percent, .scientific,
      ] {
        let formatter = NumberFormatter()
        (formatter.locale, formatter.numberStyle) = (locale, style)
        let declared = Self.declared(formatter)
        for digits in [0, 2, 3] {
          formatter.minimumFractionDigits = digits
          formatter.maximumFractionDigits = digits
          let units =
            Int64.random(in: -99_999_999...999_999_999, using: &generator)
            >> Int64.random(in: 0...24, using: &generator)
          let amount = Decimal(sign: .plus, exponent: -digits, significand: Decimal(units))
          guard let text = formatter.string(from: amount as NSDecimalNumber) else { continue }
          for decimal in Set([nil, declared]) {
            guard case .success(let number) = Self.read(text, decimal) else { continue }
            // 12 % must be read neither as 12 nor as 0.12.
            #expect(number == amount && style != .percent, "\(locale.identifier) \(text) is \(amount), not \(number)")
            if decimal == nil { plainCount += 1 }
            if decimal != nil, style == .decimal { readCount += 1 }
          }
          if style == .decimal, declared != nil, text.unicodeScalars.contains(where: { "0"..."9" ~= $0 }) {
            formattedCount += 1
          }
        }
      }
    }
    #expect(Self.locales.count > 500 && plainCount > 500)
    // Nearly everything written with the digits 0 to 9 is read, whatever its groups.
    #expect(readCount * 100 >= formattedCount * 99, "\(readCount) of \(formattedCount)")
  }

  /// A text read with a declared separator contains exactly the number's digits, and nothing but groups between them.
  @Test func randomTextsAreReadAsTheirDigitsOrRefused() throws {
    var generator = SeededGenerator(seed: 36)
    let alphabet = Array("0123456789012345678900..,,''\u{2019} \u{A0}-€")
    let groups = #/[-\u{2212}]?(\d*|[1-9]\d{0,2}([.,' \u{2019}\u{A0}]\d{3})+|[1-9]\d?(,\d{2})+,\d{3})([.,]\d*)?/#
    var readCount = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...11, using: &generator)
      let text = String((0..<count).map { _ in alphabet.randomElement(using: &generator)! })
      for decimal in DecimalSeparator.allCases {
        guard case .success(let number) = Self.read(text, decimal) else { continue }
        readCount += 1
        let body = text.filter { $0 != "€" }.trimmingCharacters(in: .whitespaces)
        let digits = body.replacing(decimal == .point ? "," : ".", with: "").replacing(",", with: ".")
          .filter { "0123456789.".contains($0) }
        let expected = Decimal(string: digits.hasPrefix(".") ? "0" + digits : digits)
        #expect(number.magnitude == expected, "\(text) with decimal \(decimal) is \(number)")
        #expect((number < 0) == (body.contains("-") && number != 0), "\(text)")
        let unsigned = body.drop { "- \u{A0}".contains($0) }
        #expect(try groups.wholeMatch(in: unsigned) != nil, "\(text) is grouped as no number is")
      }
      // Without a declaration, a number is read only if both readings agree or one of them is invalid.
      if case .success(let number) = Self.read(text) {
        let readings = DecimalSeparator.allCases.compactMap { try? Self.read(text, $0).get() }
        #expect(Set(readings) == [number], "\(text)")
      }
    }
    #expect(readCount > 1000)
  }
}
