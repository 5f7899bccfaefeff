/// A currency for prices, identified by its ISO 4217 code.
package struct Currency: Hashable, Sendable {
  /// Decimal places of its smallest unit: 2 for the cents of EUR, 0 for JPY.
  package let decimalPlaces: Int

  /// Creates the currency with a code; nil if the code is unknown.
  package init?(_ code: String) {
    guard let places = Self.decimalPlaces[code] else { return nil }
    decimalPlaces = places
  }

  private static let decimalPlaces: [String: Int] = codes.reduce(into: [:]) { all, group in
    for code in group.codes.split(whereSeparator: \.isWhitespace) { all[String(code)] = group.places }
  }

  /// ISO 4217, list one, as of 2026, without funds, metals and test codes, which aren't used for payments. Includes
  /// currencies withdrawn since 2020, for entering old sales.
  private static let codes: [(places: Int, codes: String)] = [
    (
      0,
      "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
    ),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
      CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
      KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
      TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (2, "ANG BGN CUC HRK SLL ZWL"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
  ]

  /// Returns the currency at the start of a text: a code in capitals or a sign that isn't the beginning of a longer
  /// word.
  package static func written(atStartOf text: Substring) -> WrittenCurrency? {
    written(as: String(text.prefix(3))) { word in
      text.hasPrefix(word) && !(word.last!.isLetter && text.dropFirst(word.count).first?.isLetter == true)
    }
  }

  /// Returns the currency at the end of a text, detected as in ``written(atStartOf:)``.
  package static func written(atEndOf text: Substring) -> WrittenCurrency? {
    written(as: String(text.suffix(3))) { word in
      text.hasSuffix(word) && !(word.first!.isLetter && text.dropLast(word.count).last?.isLetter == true)
    }
  }

  private static func written(as code: String, isThere: (String) -> Bool) -> WrittenCurrency? {
    if let sign = signs.keys.filter(isThere).max(by: { $0.count < $1.count }), let codes = signs[sign] {
      return WrittenCurrency(text: sign, codes: codes.split(separator: " ").map(String.init))
    }
    return Currency(code) != nil && isThere(code) ? WrittenCurrency(text: code, codes: [code]) : nil
  }

  /// Signs used by shops instead of codes, with the currencies that each can mean.
  private static let signs: [String: String] = [
    "€": "EUR", "£": "GBP EGP FKP GIP SHP SYP", "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY",
    "$":
      "USD AUD BBD BMD BND BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MXN NAD NIO NZD SBD SGD SRD TOP TTD TWD "
      + "UYU WST XCD XCG",
    "US$": "USD", "CA$": "CAD", "C$": "CAD NIO", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "NT$": "TWD", "MX$": "MXN", "R$": "BRL", "₹": "INR", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₩": "KRW KPW",
    "₪": "ILS", "₫": "VND", "฿": "THB", "₱": "PHP", "₦": "NGN", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₵": "GHS",
    "₡": "CRC", "₲": "PYG", "₭": "LAK", "₮": "MNT", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "lei": "RON MDL",
    "kr": "DKK ISK NOK SEK", "kr.": "DKK ISK NOK SEK", "Fr.": "CHF", "SFr.": "CHF", "лв.": "BGN",
  ]
}

/// A currency written beside a number.
package struct WrittenCurrency: Hashable, Sendable {
  /// The code or sign.
  package let text: String
  /// The codes of the currencies that it can mean; several for a sign such as `$`.
  package let codes: [String]
}
