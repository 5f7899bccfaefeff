import Foundation
import ObjectStore
import Testing

/// Numbers of any Swift type in conditions on attributes of any numeric type.
@Suite struct NumberConditionTests {
  private let store: Store

  init() throws {
    store = try Store.inMemory(BowTies.schema)
    try store.edit("Fill") { edit in
      for number in 3...5 {
        var tie = BowTies.BowTie("Tie \(number)", searchKey: "T")
        (tie.rating, tie.timesWorn, tie.price) = (Double(number), Int32(number), Decimal(number))
        (tie.widthMillimetres, tie.weightGrams, tie.barcode) = (Int16(number * 10), Float(number), Int64(number))
        try edit.save(tie)
      }
    }
  }

  private func names(_ condition: Condition) throws -> [String] {
    try store.read { try $0.fetch(Fetch<BowTies.BowTie>(where: condition)).map { String($0.name.dropFirst(4)) } }
  }

  private static let attributes = ["rating", "timesWorn", "price", "weightGrams", "barcode"]
  private static let fours: [any AttributeConvertible] = [
    4, Int16(4), Int32(4), Int64(4), 4.0, Float(4), Decimal(4), Decimal(string: "4.00")!,
  ]

  @Test(arguments: attributes)
  func aWholeNumberOfAnyTypeIsComparedExactly(attribute: String) throws {
    for four in Self.fours {
      #expect(try names(.where(attribute, .atLeast, four)) == ["4", "5"], "\(type(of: four))")
      #expect(try names(.where(attribute, .less, four)) == ["3"], "\(type(of: four))")
      #expect(try names(.equal(attribute, four)) == ["4"], "\(type(of: four))")
      #expect(try names(.where(attribute, .notEqual, four)) == ["3", "5"], "\(type(of: four))")
      #expect(try names(.oneOf(attribute, [four.attributeValue, .integer(5)])) == ["4", "5"], "\(type(of: four))")
    }
  }

  @Test(arguments: attributes)
  func aFractionIsComparedBetweenWholeNumbers(attribute: String) throws {
    for fraction in [3.5, Float(3.5), Decimal(string: "3.5")!] as [any AttributeConvertible] {
      #expect(try names(.where(attribute, .atLeast, fraction)) == ["4", "5"], "\(type(of: fraction))")
      #expect(try names(.where(attribute, .atMost, fraction)) == ["3"], "\(type(of: fraction))")
      #expect(try names(.equal(attribute, fraction)) == [], "\(type(of: fraction))")
    }
  }

  @Test func aNumberOutOfTheAttributesRangeIsComparedWithoutOverflow() throws {
    #expect(try names(.where("widthMillimetres", .less, 100_000)) == ["3", "4", "5"])
    #expect(try names(.where("timesWorn", .more, Int64.max)) == [])
    #expect(try names(.where("barcode", .more, -Double.infinity)) == ["3", "4", "5"])
  }

  @Test func aPriceIsComparedByItsDecimalDigits() throws {
    try store.edit("Price") { edit in
      var tie = BowTies.BowTie("Tie 1", searchKey: "T")
      tie.price = Decimal(string: "19.99")!
      try edit.save(tie)
    }
    #expect(try names(.equal("price", 19.99)) == ["1"])
    #expect(try names(.where("price", .atMost, 19.98)) == ["3", "4", "5"])
  }

  @Test func aTooPreciseOrNonFinitePriceIsRefused() throws {
    let message = { (condition: Condition) in
      let error = #expect(throws: StoreError.self) { try names(condition) }
      return error?.message ?? ""
    }
    #expect(
      message(.equal("price", 0.00001))
        == "BowTie.price is 1e-05; it can have up to four decimal places, and be from -922337203685477.5808 to 922337203685477.5807"
    )
    #expect(
      message(.where("price", .less, Int.max))
        == "BowTie.price is 9223372036854775807; it can have up to four decimal places, and be from -922337203685477.5808 to 922337203685477.5807"
    )
    #expect(message(.equal("rating", Double.nan)) == "BowTie.rating is nan; it must be a finite number")
    #expect(message(.equal("timesWorn", "4")).hasPrefix("BowTie.timesWorn is “4”; it must be a whole number"))
    #expect(message(.equal("name", 4)) == "BowTie.name is 4; it must be text")
  }
}

/// A property of type `Int`.
@Suite struct IntPropertyTests {
  private struct Shelf: Record {
    var id = UUID()
    var number = 0
    var bookCount: Int?

    static let properties: [Property<Shelf>] = [
      Property("id", \.id), Property("number", \.number, default: 1, .atLeast(1)), Property("bookCount", \.bookCount),
    ]
    static let entity = Entity("Shelf", properties, uniqueKeys: [.exact(["number"])])
  }

  @Test func anIntIsStoredIn64BitsWithItsRule() throws {
    let store = try Store.inMemory(StoreSchema(Model([Shelf.self]), mark: "Shlv"))
    var shelf = Shelf()
    shelf.number = 1 << 40
    let saved = shelf
    try store.edit("Add") { try $0.save(saved) }
    let found = try store.read { try $0.existing(Shelf.self, saved.id) }
    #expect((found.number, found.bookCount) == (1_099_511_627_776, nil))
    shelf.number = 0
    let refused = shelf
    #expect(throws: StoreError.self) { try store.edit("Number") { try $0.save(refused) } }
  }
}
