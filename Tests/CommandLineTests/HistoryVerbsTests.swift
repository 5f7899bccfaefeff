import Foundation
import Testing

/// What the history and `undo` print about edits.
@Suite struct HistoryVerbsTests {
  private typealias Object = [String: Any]

  /// The changes of the newest edit.
  private func changes(_ packshot: Packshot) throws -> [Object] {
    let entry = try packshot.run("catalog", "history", "--json", "--changes", "--limit", "1").events[0]
    return try #require(entry["changes"] as? [Object])
  }

  private func value(_ name: String, in change: Object) throws -> Object {
    try #require((change["values"] as? [Object])?.first { $0["name"] as? String == name })
  }

  @Test func anEditIsListedWithOldAndNewValues() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "price=13.00", "rating=4")
    let changes = try changes(packshot)
    #expect(changes.count == 1 && changes[0]["subject"] as? String == "product “Sea mug”")
    #expect(changes[0]["change"] as? String == "changed" && changes[0]["entity"] as? String == "Product")
    let price = try value("price", in: changes[0])
    #expect(price["old"] as? String == "12.50" && price["new"] as? String == "13.00")
    #expect(try value("rating", in: changes[0])["new"] as? Double == 4)
    #expect((changes[0]["values"] as? [Object])?.count == 2)
    let text = try packshot.succeed("catalog", "history", "--changes", "--limit", "1")
    #expect(text.contains("product “Sea mug”: price 12.50 → 13.00, rating 0.0 → 4.0"), "\(text)")
    #expect(try !packshot.succeed("catalog", "history").contains("→"))
  }

  @Test func linksAreListedByTheNamesOfTheirRecords() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "makers=Ann, Zoe")
    let all = try changes(packshot)
    let makers = try all.filter { $0["entity"] as? String == "Product" }.map { try value("makers", in: $0) }
    #expect(Set(makers.compactMap { $0["newName"] as? String }) == ["maker “Zoe”"])
    #expect(Set(makers.compactMap { $0["oldName"] as? String }) == ["maker “Bob”"])
    #expect(all.contains { $0["change"] as? String == "added" && $0["subject"] as? String == "maker “Zoe”" })
  }

  @Test func aRemovedRecordIsListedWithItsValues() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "remove", "Ben", "--yes")
    let number = try #require(packshot.run("catalog", "history", "--json", "--limit", "1").events[0]["id"] as? Int)
    try packshot.succeed("products", "edit", "MUG-1", "rating=1")
    let text = try packshot.succeed("catalog", "history", "\(number)")
    #expect(text.contains("− customer “Ben”: name Ben, email ben@example.org"), "\(text)")
    #expect(text.split(separator: "\n").count == 2)
    let missing = try packshot.run("catalog", "history", "99")
    #expect(missing.status == 66 && missing.errors.contains("the history has no edit 99"))
  }

  @Test func undoNamesTheAmountAndTheBuyer() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "2")
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Sell 2 × ‘Sea mug’ to ‘Ben’ for 25.00 EUR”\n")
    try packshot.succeed("products", "sell", "MUG-1", "3", "--price", "9.9")
    let id = try #require(packshot.run("sales", "list", "--json").events[0]["id"] as? String)
    try packshot.succeed("sales", "edit", id, "quantity=1")
    #expect(
      try packshot.succeed("catalog", "undo") == "Undid “Edit sale of 3 × ‘Sea mug’ for 29.70 EUR: quantity”\n")
    try packshot.succeed("sales", "remove", id, "--yes")
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Remove sale of 3 × ‘Sea mug’ for 29.70 EUR”\n")
  }
}
