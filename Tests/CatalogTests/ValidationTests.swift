import Foundation
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ValidationTests {
  private let catalog: Catalog
  private var product = Catalog.Product(sku: "M-1", name: "Mug")

  init() throws { catalog = try .inMemory() }

  private func refusal<R: Record>(of record: R) -> String? {
    #expect(throws: StoreError.self) { try catalog.save(record) }?.message
  }

  private func objection<R: Record>(to record: R) -> String? {
    do throws(StoreError) {
      try record.validate()
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    (5.5, "Product.rating is 5.5; it must be from 0 to 5"),
    (-1, "Product.rating is -1; it must be from 0 to 5"),
    (.nan, "Product.rating is nan; it must be a finite number"),
    (.infinity, "Product.rating is inf; it must be a finite number"),
  ])
  mutating func aRatingOutOfRangeIsRefused(rating: Double, message: String) throws {
    product.rating = rating
    #expect(refusal(of: product) == message)
    #expect(try catalog.products().isEmpty)
  }

  @Test mutating func aRatingAtEitherBoundIsAccepted() throws {
    for rating in [0.0, 5] {
      product.rating = rating
      try catalog.save(product)
    }
  }

  @Test mutating func refusalsNameAttributeValueAndRule() {
    product.soldElsewhere = -3
    #expect(refusal(of: product) == "Product.soldElsewhere is -3; it must be at least 0")
    product.soldElsewhere = 0
    product.currency = "euro"
    #expect(
      refusal(of: product)
        == "Product.currency is “euro”; it must be an ISO 4217 currency code, such as EUR")
    product.currency = "EUR"
    product.price = Decimal(string: "0.00001")!
    #expect(
      refusal(of: product)
        == "Product.price is 0.00001; it can have up to four decimal places, and be from -922337203685477.5808 to 922337203685477.5807"
    )
    product.price = 1
    product.lastSoldElsewhere = Date(timeIntervalSince1970: 1e12)
    #expect(
      refusal(of: product)
        == "Product.lastSoldElsewhere is 1000000000000.0 s since 1970; it must be in the years 1 to 9999")
    #expect(refusal(of: Catalog.Product()) == "Product.sku is “”; it must have 1 to 4096 characters")
    var recipe = Catalog.Recipe()
    recipe.hash = "ABC"
    #expect(refusal(of: recipe) == "Recipe.hash is “ABC”; it must be 64 lower-case hexadecimal digits")
  }

  @Test mutating func textWithANULCharacterIsRefused() throws {
    product.note = "glazed\u{0}, by hand"
    #expect(
      refusal(of: product)
        == "Product.note is “glazed\u{0}, by hand”; it contains the character U+0000, which is not allowed; remove it")
    #expect(try catalog.products().isEmpty)
    product.note = "glazed, by hand"
    try catalog.save(product)
    #expect(try catalog.products().map(\.note) == ["glazed, by hand"])
  }

  @Test mutating func aBlankNameOrSKUIsRefused() {
    product.name = " \u{a0} "
    #expect(refusal(of: product) == "Product.name is “ \u{a0} ”; it cannot be blank")
    #expect(refusal(of: Catalog.Product(sku: "  ", name: "Mug")) == "Product.sku is “  ”; it cannot be blank")
    #expect(refusal(of: Catalog.Customer(name: "\t")) == "Customer.name is “\t”; it cannot be blank")
  }

  @Test func skusAndNamesAreUniqueIgnoringCase() throws {
    try catalog.save(product)
    #expect(
      refusal(of: Catalog.Product(sku: "M-1", name: "Cup"))
        == "Product.sku is “M-1”; another Product already has it: M-1 (Mug)")
    #expect(
      refusal(of: Catalog.Product(sku: "M-2", name: "MUG"))
        == "Product.name is “MUG”; another Product already has it: M-1 (Mug)")
    #expect(
      refusal(of: Catalog.Product(sku: "m-1", name: "Cup"))
        == "Product.sku is “m-1”; another Product already has it: M-1 (Mug)")
    try catalog.save(Catalog.Product(sku: "m1", name: "Múg"))
    #expect(try catalog.products().map(\.sku) == ["M-1", "m1"])
  }

  // Minor units from ISO 4217.
  @Test(arguments: [
    ("EUR", "12.5", nil), ("EUR", "12.505", "EUR has 2 decimal places"), ("JPY", "1500", nil),
    ("JPY", "1500.5", "JPY has no decimal places"), ("KWD", "1.234", nil),
    ("KWD", "1.2345", "KWD has 3 decimal places"),
  ])
  mutating func aPriceHasNoMoreDecimalPlacesThanItsCurrency(
    currency: String, price: String, rule: String?
  ) throws {
    product.currency = currency
    product.price = try #require(Decimal(string: price))
    var sale = Catalog.Sale()
    (sale.unitPrice, sale.currency, sale.productName) = (product.price, currency, "Mug")
    #expect(objection(to: product) == rule.map { "Product.price is \(price); \($0)" })
    #expect(objection(to: sale) == rule.map { "Sale.unitPrice is \(price); \($0)" })
  }

  @Test mutating func aPriceIsValidatedAgainWhenItsCurrencyChanges() throws {
    product.price = 12.5
    try catalog.save(product)
    product.currency = "JPY"
    #expect(refusal(of: product) == "Product.price is 12.5; JPY has no decimal places")
  }

  @Test(arguments: ["ZZZ", "eur", "EU", "XAU", "", "EUR "])
  mutating func anUnknownCurrencyCodeIsRefused(code: String) {
    product.currency = code
    #expect(refusal(of: product)?.contains("an ISO 4217 currency code") == true)
  }

  @Test(arguments: [
    ("ben@example.com", true), ("b.o'neil+shop@mail.example", true), ("ben@localhost", true), ("bén@exämple.se", true),
    ("a b@c", false), ("ben", false), ("@c", false), ("ben@", false), ("a@b@c", false), ("ben@example..com", false),
    ("ben@.example", false), ("Ben <ben@example.com>", false), ("ben@example.com, ann@example.com", false),
    ("ben@exa\u{200B}mple.com", false), ("", false),
  ])
  func anEmailAddressHasTextOnBothSidesOfOneAtSign(address: String, isOne: Bool) {
    #expect((objection(to: Catalog.Customer(name: "Ben", email: address)) == nil) == isOne)
  }

  @Test(arguments: [
    ("https://shop.example/mug", true), ("HTTP://shop.example", true), ("https://localhost:8080/a?b=c#d", true),
    ("notaurl", false), ("shop.example/mug", false), ("https:///mug", false), ("https:mug", false),
    ("ftp://shop.example/mug", false), ("javascript:alert(1)", false), ("file:///etc/passwd", false),
  ])
  mutating func aProductsURLHasAWebSchemeAndAHost(address: String, isOne: Bool) {
    product.url = URL(string: address)
    #expect((objection(to: product) == nil) == isOne)
  }

  @Test func aReferenceToAMissingRecordIsRefused() {
    var failure = Catalog.RunFailure()
    failure.path = "a.jpg"
    failure.code = "truncated"
    #expect(throws: StoreError.danglingReference(entity: "RunFailure", id: failure.id)) { try catalog.save(failure) }
  }

  @Test(arguments: [
    ("0", "0.00"), ("12.5", "12.50"), ("0.125", "0.125"), ("-0.01", "-0.01"), ("19.99", "19.99"),
    ("922337203685477.5807", "922337203685477.5807"), ("0.1", "0.10"), ("1234567.8", "1234567.80"),
  ])
  func pricesAreExactInTheRowAndAsText(text: String, written: String) throws {
    let price = try #require(Decimal(string: text))
    let stored = try #require(price.tenThousandths)
    #expect(Decimal(tenThousandths: stored) == price)
    #expect(price.priceText == written)
  }

  @Test func pricesThatCannotBeExactAreNotStored() {
    for text in ["0.00001", "922337203685477.5808", "1e30"] {
      #expect(Decimal(string: text)?.tenThousandths == nil, "\(text)")
    }
    #expect(Decimal.nan.tenThousandths == nil)
  }

  // Moments and texts from `date --utc --date=@SECONDS +%FT%TZ`.
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (1_740_821_400, "2025-03-01T09:30:00Z"), (1.678, "1970-01-01T00:00:01.678Z"),
    (-0.001, "1969-12-31T23:59:59.999Z"), (951_782_400.5, "2000-02-29T00:00:00.500Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
  ])
  func momentsAreWrittenAsRFC3339(seconds: Double, text: String) {
    #expect(Date(timeIntervalSince1970: seconds).rfc3339 == text)
  }
}
