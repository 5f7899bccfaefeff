import Foundation
import Testing
import Text

@testable import Catalog
@testable import ObjectStore

/// Typed conditions, and the records that they match.
@Suite struct ConditionTextTests {
  private let catalog: Catalog

  init() throws {
    catalog = try .inMemory()
    for (sku, name, note) in [
      ("MUG-01", "Date 9", "a = b"), ("MUG-02", "Date 10", ""), ("BWL-1", "Åland bowl", "salt AND pepper"),
      ("VAS-3", "tall vase", nil), ("VAS-4", "Zebra (striped)", "the 5\" one"),
    ] as [(String, String, String?)] {
      var product = Catalog.Product(sku: sku, name: name)
      product.note = note
      try catalog.save(product)
    }
  }

  private func skus(_ text: String) throws -> [String] {
    let condition = try Condition(typed: text, on: Catalog.Product.entity, in: Catalog.model)
    return try catalog.read { try $0.fetch(Fetch<Catalog.Product>(where: condition, by: [.init("sku")])).map(\.sku) }
  }

  private func error(_ text: String) throws -> ConditionError {
    let error = try #require(throws: StoreError.self) {
      try Condition(typed: text, on: Catalog.Product.entity, in: Catalog.model)
    }
    guard case .unreadableCondition(let condition) = error else { throw error }
    return condition
  }

  @Test(arguments: [
    ("name>=t", ["VAS-3", "VAS-4"]), ("name<b", ["BWL-1"]), ("name<Date 10", ["BWL-1", "MUG-01"]),
    ("name<=Date 10 AND name>b", ["MUG-01", "MUG-02"]), ("sku>=V", ["VAS-3", "VAS-4"]),
  ])
  func nameComparisonsFollowTheListOrder(text: String, expected: [String]) throws {
    #expect(try skus(text) == expected)
  }

  @Test(arguments: [
    ("name = Date 9", ["MUG-01"]), ("name=\"Date 9\"", ["MUG-01"]), ("name='Date 9'", ["MUG-01"]),
    ("name=Zebra (striped)", ["VAS-4"]), ("(name=Zebra (striped))", ["VAS-4"]),
    ("note=\"salt AND pepper\"", ["BWL-1"]), ("note=\"the 5\"\" one\"", ["VAS-4"]), ("note~5\"", ["VAS-4"]),
    ("note=a = b", ["MUG-01"]), ("note=", ["MUG-02", "VAS-3"]), ("note!=", ["BWL-1", "MUG-01", "VAS-4"]),
    ("NOT NOT sku=BWL-1", ["BWL-1"]), ("sku=BWL-1 OR sku=VAS-3 AND name~tall", ["BWL-1", "VAS-3"]),
    ("(sku=BWL-1 OR sku=VAS-3) AND name~tall", ["VAS-3"]), ("lastSold= AND sku^=bwl", ["BWL-1"]),
    ("rating=0 AND(sku$=-1)", ["BWL-1"]), ("isFavorite=yes", []),
    ("tint=", ["BWL-1", "MUG-01", "MUG-02", "VAS-3", "VAS-4"]),
  ])
  func valuesMayContainSpacesAndBeQuoted(text: String, expected: [String]) throws {
    #expect(try skus(text) == expected)
  }

  /// The caret marks the place.
  @Test(arguments: [
    ("", "", "expected a comparison, found the end"),
    ("rating", "", "expected an operator, found the end"),
    ("ratng>4", "ratng", "Product has no “ratng”"),
    ("rating>", ">", "there is no value after rating>"),
    ("rating> AND price<3", ">", "there is no value after rating>"),
    ("name~", "~", "there is no value after name~"),
    ("rating~4", "~", "~ cannot be used with rating"),
    ("isFavorite>yes", ">", "> cannot be used with isFavorite"),
    ("isFavorite=maybe", "maybe", "isFavorite is compared with “maybe”"),
    ("price=dear AND rating>3", "dear", "price is compared with “dear”"),
    ("lastSold>2025-13", "2025-13", "lastSold is compared with “2025-13”"),
    ("lastSold~June", "June", "lastSold is compared with “June”"),
    ("tint=navy", "navy", "tint is compared with “navy”"),
    ("photos>some", "some", "“some” is not a number of photos"),
    ("(rating>3", "(", "this parenthesis is never closed"),
    ("rating>3)", ")", "this ) has no matching ("),
    ("name=\"Sea", "\"", "this quote is never closed"),
    ("name=\"Sea\"x", "x", "“x” follows the closing quote"),
    ("rating>3 and price<5", "and", "“and” is part of the value here"),
    ("rating>3 && (price<5)", "&&", "“&&” is part of the value here"),
    ("name~mug price<5", "price<", "“price<” begins another comparison"),
    ("(rating>3) price<5", "price", "expected AND or OR, found “price”"),
    ("not rating>3", "not", "“not” is not a name"),
    ("rating>3 AND", "", "expected a comparison, found the end"),
    ("=4", "=", "expected a comparison, found “=”"),
    ("?", "?", "unexpected “?”"),
  ])
  func anErrorNamesTheMistakeAndItsPlace(text: String, place: String, fault: String) throws {
    let error = try error(text)
    #expect(error.fault.hasPrefix(fault), "\(error.fault)")
    #expect(error.excerpt.marked == place)
    #expect(error.excerpt.before + error.excerpt.marked + error.excerpt.after == text)
  }

  @Test func conditionsBeyondSQLitesLimitsAreRefusedBeforeSQLite() throws {
    let deep = { (count: Int) in
      String(repeating: "(", count: count) + "rating>3" + String(repeating: ")", count: count)
    }
    #expect(try skus(deep(63)).isEmpty)
    #expect(try error(deep(64)).fault == "this is nested more than 64 deep")
    let long = { (count: Int) in Array(repeating: "rating>3", count: count).joined(separator: " OR ") }
    #expect(try skus(long(512)).isEmpty)
    #expect(try error(long(513)).fault == "there are more than 512 comparisons")
    let negated = { (count: Int) in String(repeating: "NOT ", count: count) + "sku!=BWL-1" }
    #expect(try skus(negated(8)).count == 4)
    #expect(try error(negated(9)).fault == "this is nested too deep for the database")
    let joined = { (count: Int) in
      String(repeating: "(makers= AND (makers=7 OR ", count: count) + "sku!=BWL-1"
        + String(repeating: "))", count: count)
    }
    #expect(try skus(joined(5)).count == 4)
    #expect(try error(joined(6)).fault == "this is nested too deep for the database")
    let path = { (count: Int) in String(repeating: "makers.products.", count: count) + "makers!=Ann" }
    #expect(try skus(path(2)).count == 5)
    #expect(try error(path(3)).fault == "this is nested too deep for the database")
    #expect(try skus("makers(products(makers(products(makers=Ann)>0)>0)>0)=0").count == 5)
    #expect(try error("makers(products(makers(products.makers(name=Ann)>0)>0)>0)=0").candidates.isEmpty)
    // Only the part around the mistake is shown of a long text.
    #expect(try error(long(40) + " OR ratng>3 OR " + long(9)).excerpt.before.hasPrefix("…"))
  }

  @Test func daysMonthsAndYearsAreInLocalTime() throws {
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    // From `TZ=America/New_York date --date=… --utc +%FT%TZ`: clocks change on 9 March and 2 November.
    for (text, start, end) in [
      ("2025", "2025-01-01T05:00:00Z", "2026-01-01T05:00:00Z"),
      ("2025-12", "2025-12-01T05:00:00Z", "2026-01-01T05:00:00Z"),
      ("2025-03", "2025-03-01T05:00:00Z", "2025-04-01T04:00:00Z"),
      ("2025-03-09", "2025-03-09T05:00:00Z", "2025-03-10T04:00:00Z"),
      ("2025-02-28", "2025-02-28T05:00:00Z", "2025-03-01T05:00:00Z"),
      ("2025-06-30 14", "2025-06-30T18:00:00Z", "2025-06-30T19:00:00Z"),
      ("2025-06-30T14:05", "2025-06-30T18:05:00Z", "2025-06-30T18:06:00Z"),
    ] {
      let period = try #require(LocalPeriod(text, in: newYork))
      #expect(period.start.rfc3339 == start && period.end.rfc3339 == end, "\(text)")
    }
    for text in ["25", "2025-00", "2025-13", "2025-02-29", "202a", "2025-06-31", "2025-06-30 24"] {
      #expect(LocalPeriod(text, in: newYork) == nil, "\(text)")
    }
  }
}
