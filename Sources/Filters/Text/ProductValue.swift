import Text

/// What is known of one attribute of a product, as a recipe's questions, names and texts need it.
package struct ProductValue: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text of its source: a field of a table, or what the catalog has.
  package var text: String
  /// The declared decimal separator of its source; nil if none is declared.
  package var decimal: DecimalSeparator?
  /// Of a price: the decimal places of its currency. Nil for all else.
  package var places: Int?
  /// The decimal separator in texts, for a number whose own text has none.
  package var drawnDecimal = DecimalSeparator.point

  package init(
    _ text: String, decimal: DecimalSeparator? = nil, places: Int? = nil, drawnDecimal: DecimalSeparator = .point
  ) {
    (self.text, self.decimal, self.places, self.drawnDecimal) = (text, decimal, places, drawnDecimal)
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// The number that its text names.
  package func number() throws(NumberError) -> Numeral { try Numeral(text, decimal: decimal) }

  /// The text for a file name: of a number the digits with a decimal point, of a price with the decimal places of its currency.
  ///
  /// - Parameter decimals: The decimal places that the name asks for.
  /// - Throws: If the name needs a number, and the text is none that can be read.
  package func nameText(decimals: Int?) throws(NumberError) -> String {
    let number: Numeral
    do throws(NumberError) { number = try self.number() } catch {
      // A price on request has no number.
      if decimals == nil, places == nil || error == .notANumber { return text }
      throw error
    }
    if let decimals { return number.rounded(places: decimals).digits(places: decimals) }
    if let places { return number.digits(places: places) }
    // Whole numbers can be years, and digits with zeros before them.
    return number.fraction.isEmpty ? text : number.digits
  }

  /// The text for a picture: of a price with the decimal places of its currency.
  ///
  /// - Parameters:
  ///   - decimals: The decimal places that the text asks for.
  ///   - locale: Whose signs the number gets; nil for those of its own text.
  ///   - currency: Whether to keep the currency beside the number.
  /// - Throws: If `decimals` needs a number, and the text is none that can be read.
  func drawnText(
    decimals: Int?, locale: NumberLocale?, currency isKept: Bool
  ) throws(NumberError) -> String {
    var number: Numeral
    do throws(NumberError) { number = try self.number() } catch {
      if decimals != nil { throw error }
      if case .undeclaredDecimal(_, let decimal) = error {
        // It has one reading, so what belongs to it can be told, and its own signs stay.
        number = try Numeral(text, decimal: decimal ?? drawnDecimal)
        return number.text(
          places: places ?? number.fraction.count, separator: decimal ?? drawnDecimal, currency: isKept)
      }
      return text
    }
    if let decimals { number = number.rounded(places: decimals) }
    let places = decimals ?? places
    guard let locale, places != nil || !number.fraction.isEmpty else {
      return places == nil && isKept
        ? text : number.text(places: places ?? number.fraction.count, separator: drawnDecimal, currency: isKept)
    }
    let digits = locale.formatted(number.digits(places: places ?? number.fraction.count))
    guard isKept, let currency = number.currency else { return digits }
    return number.hasLeadingCurrency ? currency.text + "\u{a0}" + digits : digits + "\u{a0}" + currency.text
  }

  /// The currency beside its number; nil if it has none.
  package var currency: WrittenCurrency? {
    do throws(NumberError) { return try number().currency } catch {
      if case .undeclaredDecimal(_, let decimal) = error {
        return try? Numeral(text, decimal: decimal ?? drawnDecimal).currency
      }
      return nil
    }
  }
}
