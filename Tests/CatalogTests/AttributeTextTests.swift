import Foundation
import TestSupport
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

@Suite struct AttributeTextTests {
  private static let types: [AttributeType] = [
    .string, .integer16, .integer32, .integer64, .float, .double, .decimal, .boolean, .date, .uuid, .uri, .binary,
    .transformable("color"),
  ]

  private func refusal(of text: String, as type: AttributeType, isOptional: Bool = false) -> String? {
    let attribute = Attribute(name: "it", type: type, isOptional: isOptional)
    return #expect(throws: StoreError.self) { try attribute.value(typed: text, of: "Tie") }?.message
  }

  @Test(arguments: [
    (AttributeType.string, " red, null ", AttributeValue.string(" red, null ")), (.string, "", .string("")),
    (.integer16, "-32768", .integer(-32768)), (.integer32, "+07", .integer(7)),
    (.integer64, "9223372036854775807", .integer(.max)),
    (.float, "0.1", .real(0.100000001490116119384765625)), (.double, "4.5", .real(4.5)),
    (.double, "-1E-3", .real(-0.001)),
    (.boolean, "true", .boolean(true)), (.boolean, "FALSE", .boolean(false)), (.boolean, "Yes", .boolean(true)),
    (.boolean, "no", .boolean(false)),
    (.date, "2025-03-01T11:30:00+02:00", .date(Date(timeIntervalSince1970: 1_740_821_400))),
    (.date, "2025-03-01", .date(localMidnight)), (.date, "2025-03-01 09:30", .date(localMidnight + 34_200)),
    (.date, "2025-03-01T09:30:00.5", .date(localMidnight + 34_200.5)),
    (
      .uuid, "ABCDEF01-2345-6789-abcd-ef0123456789",
      .uuid(UUID(uuid: (0xAB, 0xCD, 0xEF, 1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 1, 0x23, 0x45, 0x67, 0x89)))
    ),
    (.uri, "https://shop.example/red%20mug?a=1#b", .uri(URL(string: "https://shop.example/red%20mug?a=1#b")!)),
    (.binary, "AP9A", .binary(Data([0, 255, 64]))), (.binary, "", .binary(Data())),
    (.transformable("color"), "#102aff", .string("#102aff")),
  ])
  func eachTypeIsReadFromItsText(type: AttributeType, text: String, value: AttributeValue) throws {
    #expect(AttributeValue(text: text, as: type) == value)
    #expect(try Attribute(name: "it", type: type).value(typed: text, of: "Tie") == value)
  }

  @Test(arguments: [
    ("12.50", Int64(125_000)), ("12.5", 125_000), ("-0.0001", -1), ("3", 30_000), (".5", 5_000), ("5.", 50_000),
    ("+1", 10_000), ("922337203685477.5807", .max), ("-922337203685477.5808", .min),
  ])
  func pricesAreReadExactly(text: String, tenThousandths: Int64) {
    #expect(Decimal(priceText: text)?.tenThousandths == tenThousandths)
    #expect(AttributeValue(text: text, as: .decimal) == .decimal(Decimal(tenThousandths) / 10_000))
  }

  @Test func invalidPricesAreNotRead() {
    for text in [
      "", ".", "-", "+.", "1.00000", "1e2", "1,5", "1.2.3", "1.-5", ".+5", ".-5", "--1", "-+1", "0x10", "nan", " 1",
      "1 ", "€1", "١",
      "922337203685477.5808",
    ] {
      #expect(Decimal(priceText: text) == nil, "\(text)")
    }
  }

  // Expected seconds from `date --utc --date=TEXT +%s`.
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2025-03-01t09:30:00z", 1_740_821_400), ("2025-03-01 09:30:00Z", 1_740_821_400),
    ("2024-02-29T23:59:59.5-00:00", 1_709_251_199.5), ("2025-01-01T00:00:00+05:45", 1_735_668_900),
    ("2025-01-01T00:00:00-09:30", 1_735_723_800), ("1969-12-31T23:59:59.999Z", -0.001),
    ("1970-01-01T00:00:01.67899Z", 1.678), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00:00.05Z", 951_782_400.05),
    ("1582-10-10T00:00:00Z", -12_219_724_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("2017-01-01T00:59:60+01:00", 1_483_228_800),
  ])
  func rfc3339MomentsAreRead(text: String, seconds: Double) {
    #expect(Date(rfc3339: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    ("2025-01-01", "2024-12-31T23:00:00Z"), ("2025-07-01 10:00", "2025-07-01T08:00:00Z"),
    ("2025-07-01T10:00:00.25", "2025-07-01T08:00:00.250Z"), ("2025-03-30", "2025-03-29T23:00:00Z"),
    ("2025-03-31", "2025-03-30T22:00:00Z"), ("2025-03-30 03:00", "2025-03-30T01:00:00Z"),
    ("2025-10-26 02:30", "2025-10-26T00:30:00Z"), ("2025-10-26 03:00", "2025-10-26T02:00:00Z"),
  ])
  func momentsWithoutAnOffsetAreLocalTime(text: String, moment: String) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    #expect(Date(local: text, in: berlin)?.rfc3339 == moment)
  }

  @Test func invalidMomentsAreNotRead() {
    for text in [
      "", "2025-03-01", "2025-03-01T09:30Z", "2025-03-01T09:30:00", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2025-04-31T00:00:00Z", "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z", "2025-01-00T00:00:00Z",
      "2025-03-01T24:00:00Z", "2025-03-01T09:60:00Z", "2025-03-01T09:30:60Z", "2025-03-01T23:59:61Z",
      "2025-03-01T09:30:00.Z", "2025-03-01T09:30:00+2:00", "2025-03-01T09:30:00+24:00", "2025-03-01T09:30:00+0200",
      "2025-03-01T09:30:00Z ", "0000-12-31T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
      "+025-03-01T09:30:00Z", "2025-3-01T09:30:00Z", "２025-03-01T09:30:00Z",
    ] {
      #expect(Date(rfc3339: text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    (AttributeType.integer16, "32768", "Tie.it is “32768”; it must be a whole number from -32768 to 32767"),
    (.integer32, "4.0", "Tie.it is “4.0”; it must be a whole number from -2147483648 to 2147483647"),
    (.integer64, "", "Tie.it is “”; it must be a whole number from -9223372036854775808 to 9223372036854775807"),
    (.float, "1e39", "Tie.it is “1e39”; it must be a number such as 4.5"),
    (.double, "1.500", "Tie.it is “1.500”; it can be 1.5 or 1500; write the one you mean"),
    (.integer32, "1.500", "Tie.it is “1.500”; it can be 1.5 or 1500; write the one you mean"),
    (.double, "4 €", "Tie.it is “4 €”; write it as 4"),
    (.double, "nan", "Tie.it is “nan”; it must be a number such as 4.5"),
    (.double, "0x1p3", "Tie.it is “0x1p3”; it must be a number such as 4.5"),
    (.decimal, "1,234.50", "Tie.it is “1,234.50”; write it as 1234.50"),
    (.decimal, "1.234,50 €", "Tie.it is “1.234,50 €”; write it as 1234.50"),
    (
      .decimal, "12.50001",
      "Tie.it is “12.50001”; it must be a number such as 12.50, with up to four decimal places, from -922337203685477.5808 to 922337203685477.5807"
    ),
    (.boolean, "1", "Tie.it is “1”; it must be true or false"),
    (
      .date, "01/03/2025",
      "Tie.it is “01/03/2025”; it must be a time such as 2025-03-01T09:30:00Z, or in local time 2025-03-01 09:30 or 2025-03-01"
    ),
    (.uuid, "abc", "Tie.it is “abc”; it must be a UUID such as 0195a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"),
    (.uri, "red mug", "Tie.it is “red mug”; write it as red%20mug"),
    (.uri, "http://[", "Tie.it is “http://[”; it must be a web address such as https://shop.example/mug"),
    (.binary, "A A=", "Tie.it is “A A=”; it must be bytes in base 64"),
  ])
  func aRefusedTextListsWhatIsAllowed(type: AttributeType, text: String, message: String) {
    #expect(refusal(of: text, as: type) == message)
    // The store's own exact form always has a decimal point, so `1.500` never means thousands.
    #expect(AttributeValue(text: text, as: type) == nil || text == "1.500")
  }

  @Test func longTextIsTruncatedInMessages() {
    #expect(
      refusal(of: String(repeating: "x", count: 1000), as: .boolean)
        == "Tie.it is “\(String(repeating: "x", count: 100))…”; it must be true or false")
  }

  @Test func malformedIdsAreNotRead() {
    for text in [
      "abcdef01-2345-6789-abcd-ef012345678", "abcdef01-2345-6789-abcd-ef01234567890",
      "abcdef0123456789abcdef0123456789", "abcdef012345-6789-abcd-ef01-23456789",
      "+bcdef01-2345-6789-abcd-ef0123456789",
      " bcdef01-2345-6789-abcd-ef0123456789", "0xcdef01-2345-6789-abcd-ef0123456789",
      "gbcdef01-2345-6789-abcd-ef0123456789", "{bcdef01-2345-6789-abcd-ef012345678}",
    ] {
      #expect(AttributeValue(text: text, as: .uuid) == nil, "\(text)")
    }
  }

  @Test func emptyTextIsNullForOptionalAttributesExceptText() throws {
    for type in Self.types {
      let attribute = Attribute(name: "it", type: type, isOptional: true)
      #expect(try attribute.value(typed: "", of: "Tie") == .null)
      #expect(try attribute.value(text: nil, of: "Tie") == .null)
      #expect(try attribute.value(json: .null, of: "Tie") == .null)
    }
    #expect(try Attribute(name: "it", type: .date, isOptional: true).value(typed: "null", of: "Tie") == .null)
    #expect(
      try Attribute(name: "it", type: .string, isOptional: true).value(typed: "null", of: "Tie") == .string("null"))
    let needed = Attribute(name: "it", type: .double)
    let refusal = StoreError.refused(
      InvalidValue(entity: "Tie", attribute: "it", value: .null, .missing))
    #expect(throws: refusal) { try needed.value(text: nil, of: "Tie") }
    #expect(throws: refusal) { try needed.value(json: .null, of: "Tie") }
  }

  @Test func aDecimalCommaIsDistinguishedFromAThousandsSeparator() throws {
    let price = Attribute(name: "price", type: .decimal)
    #expect(try price.value(typed: "12,5", of: "Tie") == .decimal(Decimal(125) / 10))
    let error = StoreError.refused(
      InvalidValue(
        entity: "Tie", attribute: "price", value: .string("1,299"),
        .number(.ambiguousNumber(point: "1299", comma: "1.2990")))
    )
    #expect(throws: error) { try price.value(typed: "1,299", of: "Tie") }
    #expect(throws: error) { try price.value(json: .string("1,299"), of: "Tie") }
    #expect(try price.value(json: .number("1.299"), of: "Tie") == .decimal(Decimal(1299) / 1000))
    #expect(try price.value(text: "1,299", decimal: .comma, of: "Tie") == .decimal(Decimal(1299) / 1000))
    #expect(try price.value(json: .string("1,299"), decimal: .point, of: "Tie") == .decimal(1299))
  }

  /// The bounds that remain if both the type and the rule have some.
  @Test(arguments: [
    (AttributeType.integer16, AttributeRule.atLeast(0), "it must be a whole number from 0 to 32767"),
    (.integer32, .atLeast(1), "it must be a whole number from 1 to 2147483647"),
    (.integer64, .between(-3, 3), "it must be a whole number from -3 to 3"),
    (.double, .between(0, 5), "it must be a number from 0 to 5, such as 4.5"),
    (.float, .atLeast(0), "it must be a number that is at least 0, such as 4.5"),
    (
      .decimal, .price(currency: "currency"),
      "it must be a number such as 12.50, with up to four decimal places, from 0 to 922337203685477.5807"
    ),
  ])
  func aRefusedTextNamesTheEffectiveBounds(type: AttributeType, rule: AttributeRule, words: String) {
    let attribute = Attribute(name: "it", type: type, rule: rule)
    let message = #expect(throws: StoreError.self) { try attribute.value(typed: "many", of: "Tie") }?.message
    #expect(message == "Tie.it is “many”; " + words)
  }

  @Test func anOutOfRangeDecimalIsRefusedWithTheBounds() throws {
    let most = try #require(Decimal(string: "922337203685477.5807"))
    #expect(Attribute(name: "it", type: .decimal).objection(to: .decimal(most)) == nil)
    let objection = Attribute(name: "it", type: .decimal).objection(to: .decimal(most + Decimal(1) / 10_000))
    #expect(
      objection?.message
        == "it can have up to four decimal places, and be from -922337203685477.5808 to 922337203685477.5807")
  }

  @Test func nowIsAcceptedAsAMoment() throws {
    let before = Date(milliseconds: Date().milliseconds)
    let value = try Attribute(name: "it", type: .date).value(typed: "now", of: "Tie")
    let after = Date()
    guard case .date(let moment) = value else {
      Issue.record("\(value)")
      return
    }
    #expect((before...after.addingTimeInterval(0.001)).contains(moment))
    #expect(AttributeValue(text: "now", as: .date) == nil)
  }

  @Test(arguments: [
    (AttributeType.double, JSONValue.integer(4), AttributeValue.real(4)), (.double, .number("4.5"), .real(4.5)),
    (.float, .float(0.1), .real(Double(Float(0.1)))), (.double, .double(0.1), .real(0.1)),
    (.decimal, .number("0.1"), .decimal(Decimal(1) / 10)), (.decimal, .string("12.50"), .decimal(Decimal(25) / 2)),
    (.decimal, .integer(-3), .decimal(-3)), (.integer16, .integer(32767), .integer(32767)),
    (.boolean, .boolean(true), .boolean(true)), (.string, .string("1"), .string("1")),
    (.date, .string("2025-03-01"), .date(localMidnight)),
  ])
  func eachTypeIsReadFromItsJSON(type: AttributeType, json: JSONValue, value: AttributeValue) throws {
    #expect(try Attribute(name: "it", type: type).value(json: json, of: "Tie") == value)
  }

  @Test(arguments: [
    (AttributeType.string, JSONValue.integer(1), "Tie.it is 1; it must be text"),
    (.integer16, .integer(32768), "Tie.it is 32768; it must be a whole number from -32768 to 32767"),
    (.integer16, .number("1.0"), "Tie.it is “1.0”; it must be a whole number from -32768 to 32767"),
    (.integer16, .string("1"), "Tie.it is “1”; it must be a whole number from -32768 to 32767"),
    (.double, .number("1e999"), "Tie.it is “1e999”; it must be a number such as 4.5"),
    (.boolean, .string("yes"), "Tie.it is “yes”; it must be true or false"),
    (.boolean, .integer(1), "Tie.it is 1; it must be true or false"),
    (.uuid, .boolean(false), "Tie.it is false; it must be a UUID such as 0195a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"),
    (.string, .array([.null]), "Tie.it is “[null]”; it must be text"),
  ])
  func jsonOfAnotherTypeIsRefused(type: AttributeType, json: JSONValue, message: String) {
    let attribute = Attribute(name: "it", type: type)
    #expect(#expect(throws: StoreError.self) { try attribute.value(json: json, of: "Tie") }?.message == message)
  }

  private func value(of type: AttributeType, using generator: inout SeededGenerator) -> AttributeValue {
    switch type {
    case .string, .transformable: .string(.random(using: &generator))
    case .integer16: .integer(Int64(Int16.random(in: .min ... .max, using: &generator)))
    case .integer32: .integer(Int64(Int32.random(in: .min ... .max, using: &generator)))
    case .integer64: .integer(.random(in: .min ... .max, using: &generator))
    case .float:
      .real(Double(finite(Float(bitPattern: .random(in: .min ... .max, using: &generator)))))
    case .double: .real(finite(Double(bitPattern: .random(in: .min ... .max, using: &generator))))
    case .decimal: .decimal(Decimal(tenThousandths: .random(in: .min ... .max, using: &generator)))
    case .boolean: .boolean(.random(using: &generator))
    case .date: .date(Date(milliseconds: .random(in: -62_135_596_800_000..<253_402_300_800_000, using: &generator)))
    case .uuid:
      withUnsafeBytes(of: (generator.next(), generator.next())) { .uuid(UUID(uuid: $0.load(as: uuid_t.self))) }
    case .uri: .uri(URL(string: "https://shop.example/\(Int.random(in: 0...99, using: &generator))?q=%C3%A9#top")!)
    case .binary: .binary(Data(String.random(using: &generator).utf8))
    case .data: .data(StoredData(Data(String.random(using: &generator).utf8)))
    }
  }

  private func finite<Number: BinaryFloatingPoint>(_ number: Number) -> Number { number.isFinite ? number : 0 }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyValueRoundTripsThroughTextAndJSON(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      for type in Self.types {
        let value = value(of: type, using: &generator)
        let text = try #require(value.text(as: type))
        #expect(AttributeValue(text: text, as: type) == value, "\(type)")
        let json = try JSONValue(parsing: Data(value.json(type).description.utf8))
        #expect(AttributeValue(json: json, as: type) == value, "\(type)")
        // Numbers have several notations, so their text is read in each.
        let attribute = Attribute(name: "it", type: type)
        #expect(try attribute.value(text: value.exchangedText(as: type), of: "Tie") == value, "\(text)")
        #expect(try attribute.value(json: json, of: "Tie") == value, "\(json)")
      }
    }
  }
}

/// The start of 2025-03-01 in the time zone that the tests run in.
private let localMidnight: Date = {
  Calendar(identifier: .gregorian).startOfDay(for: Date(timeIntervalSince1970: 1_740_830_400))
}()
