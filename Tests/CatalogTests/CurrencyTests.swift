import CICU
import Foundation
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

@Suite struct CurrencyTests {
  /// ICU takes its list from CLDR, and CLDR from ISO 4217.
  @Test func everyCurrencyInUseIsKnown() throws {
    var status = U_ZERO_ERROR
    let types = UInt32(UCURR_COMMON.rawValue | UCURR_NON_DEPRECATED.rawValue)
    let list = try #require(icu_ucurr_openISOCurrencies(types, &status))
    defer { icu_uenum_close(list) }
    var codes: [String] = []
    while let code = icu_uenum_next(list, nil, &status) { codes.append(String(cString: code)) }
    #expect(codes.count > 140)
    // Venezuela's currency before 2018, which CLDR still lists as current.
    #expect(codes.filter { Currency($0) == nil } == ["VEF"])
  }

  // ISO 4217, list one, column “Mnr unt”.
  @Test(arguments: [
    ("EUR", 2), ("USD", 2), ("GBP", 2), ("SEK", 2), ("JPY", 0), ("KRW", 0), ("ISK", 0), ("CLP", 0), ("XOF", 0),
    ("VND", 0),
    ("KWD", 3), ("BHD", 3), ("TND", 3), ("IQD", 3), ("HUF", 2), ("IDR", 2), ("MRU", 2), ("XCG", 2),
  ])
  func aCurrencyHasTheDecimalPlacesOfItsMinorUnit(code: String, places: Int) {
    #expect(Currency(code)?.decimalPlaces == places)
  }

  @Test(arguments: [
    ("300", "JPY", "300"), ("12.5", "EUR", "12.50"), ("1.25", "KWD", "1.250"), ("0", "KRW", "0"),
    // Older catalogs can contain such prices.
    ("12.505", "EUR", "12.505"), ("3.5", "JPY", "3.5"), ("7", "ZZZ", "7.00"),
  ])
  func aPriceIsWrittenWithItsCurrencysDecimalPlaces(price: String, code: String, text: String) throws {
    #expect(try #require(Decimal(string: price)).priceText(in: code) == text)
  }

  @Test(arguments: ["ZZZ", "XTS", "XXX", "XAU", "eur", "€", ""])
  func anObsoleteCurrencyIsUnknown(code: String) { #expect(Currency(code) == nil) }
}
