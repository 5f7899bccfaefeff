import Text

/// The value of a product's attribute, as conditions, file names and texts of a recipe need it.
package struct ProductValue: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text in its source: a table's field, or the catalog's value.
  package var text: String
  /// The declared decimal separator of its source. Nil if none is declared.
  package var decimal: DecimalSeparator?
  /// For a price, the decimal places of its currency. Nil for other values.
  package var places: Int?
  /// The decimal separator to draw if the number's own text has none.
  package var drawnDecimal = DecimalSeparator.point

  package init(
    _ text: String, decimal: DecimalSeparator? = nil, places: Int? = nil, drawnDecimal: DecimalSeparator = .point
  ) {
    (self.text, self.decimal, self.places, self.drawnDecimal) = (text, decimal, places, drawnDecimal)
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// Parses the text as a number.
  package func number() throws(NumberError) -> Numeral { try Numeral(text, decimal: decimal) }

  /// Returns the text for a file name. Numbers have a decimal point. Prices have the decimal places of their currency.
  ///
  /// - Parameter decimals: The decimal places that the name's template requires.
  /// - Throws: `NumberError` if the template requires a number and the text isn't one.
  package func nameText(decimals: Int?) throws(NumberError) -> String {
    let number: Numeral
    do throws(NumberError) { number = try self.number() } catch {
      // A text such as "price on request" isn't a number, and is used as it is.
      if decimals == nil, places == nil || error == .notANumber { return text }
      throw error
    }
    if let decimals { return number.rounded(places: decimals).digits(places: decimals) }
    if let places { return number.digits(places: places) }
    // Whole numbers are kept as written, because they can be years, or have leading zeros.
    return number.fraction.isEmpty ? text : number.digits
  }

  /// Returns the text for a picture. Prices have the decimal places of their currency.
  ///
  /// - Parameters:
  ///   - decimals: The decimal places that the field requires.
  ///   - locale: The locale whose separators are used. If nil, the number keeps its own.
  ///   - currency: Whether to keep the currency beside the number.
  /// - Throws: `NumberError` if `decimals` requires a number and the text isn't one.
  func drawnText(
    decimals: Int?, locale: NumberLocale?, currency isKept: Bool
  ) throws(NumberError) -> String {
    var number: Numeral
    do throws(NumberError) { number = try self.number() } catch {
      if decimals != nil { throw error }
      if case .undeclaredDecimal(_, let decimal) = error {
        // The text has only one reading, so its currency can be found. The number keeps its own separators.
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

  /// The currency beside the number, if any.
  package var currency: WrittenCurrency? {
    do throws(NumberError) { return try number().currency } catch {
      if case .undeclaredDecimal(_, let decimal) = error {
        return try? Numeral(text, decimal: decimal ?? drawnDecimal).currency
      }
      return nil
    }
  }
}
