import Foundation
import Testing

@testable import Text

@Suite struct CurrencySignTests {
  /// ICU writes a currency by its sign in the regions that use it.
  @Test func aSignHasTheCurrenciesThatICUWritesWithIt() throws {
    for (identifier, code) in [
      ("de_DE", "EUR"), ("en_GB", "GBP"), ("ja_JP", "JPY"), ("zh_CN", "CNY"), ("en_US", "USD"), ("en_CA", "CAD"),
      ("pt_BR", "BRL"), ("hi_IN", "INR"), ("tr_TR", "TRY"), ("pl_PL", "PLN"), ("cs_CZ", "CZK"), ("hu_HU", "HUF"),
      ("sv_SE", "SEK"), ("nb_NO", "NOK"), ("da_DK", "DKK"), ("de_CH", "CHF"), ("uk_UA", "UAH"), ("ko_KR", "KRW"),
    ] {
      let formatter = NumberFormatter()
      (formatter.locale, formatter.numberStyle) = (Locale(identifier: identifier), .currency)
      let text = try #require(formatter.string(from: 12))
      let decimal: DecimalSeparator = formatter.decimalSeparator == "," ? .comma : .point
      let number = try Numeral(text, decimal: decimal)
      #expect(number.value == 12 && number.currency?.codes.contains(code) == true, "\(text)")
    }
  }

  @Test func aWordThatOnlyBeginsLikeASignIsNotASign() {
    #expect(Currency.written(atStartOf: "kr/st") != nil && Currency.written(atStartOf: "leider") == nil)
    #expect(Currency.written(atStartOf: "EUROPA") == nil && Currency.written(atStartOf: "EUR/kg")?.codes == ["EUR"])
    #expect(Currency.written(atEndOf: "nur €")?.codes == ["EUR"] && Currency.written(atEndOf: "AKR") == nil)
  }
}
