import Foundation

extension Decimal {
  /// The number as a price in a currency is written, with the decimal places of its smallest unit: `12.50` in EUR, `300` in
  /// JPY. More where it has them; two where the currency is not known.
  package func priceText(in code: String) -> String {
    let parts = priceText.split(separator: ".")
    let places = Currency(code)?.decimalPlaces ?? 2
    var decimals = parts.count > 1 ? parts[1][...] : ""
    while decimals.count > places, decimals.last == "0" { decimals.removeLast() }
    while decimals.count < places { decimals += "0" }
    return parts[0] + (decimals.isEmpty ? "" : "." + decimals)
  }
}

/// A currency that prices can be in, by its code in ISO 4217.
struct Currency: Hashable {
  /// How many decimal places its smallest unit has: 2 for the cents of EUR, none for JPY.
  let decimalPlaces: Int

  /// The currency with a code; nil where there is none.
  init?(_ code: String) {
    guard let places = Self.decimalPlaces[code] else { return nil }
    decimalPlaces = places
  }

  /// Whether somebody could pay a price.
  func allows(_ price: Decimal) -> Bool {
    guard let number = price.tenThousandths else { return false }
    return number.isMultiple(of: [10_000, 1_000, 100, 10, 1][decimalPlaces])
  }

  private static let decimalPlaces: [String: Int] = codes.reduce(into: [:]) { all, group in
    for code in group.codes.split(whereSeparator: \.isWhitespace) { all[String(code)] = group.places }
  }

  /// ISO 4217, list one, as it stands in 2026, without funds, metals and codes for tests, in which nobody pays; and those
  /// withdrawn since 2020, in which there are sales to be entered.
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
}
