import Foundation
import PackshotKit
import Testing

/// Queries of the sales application: key paths in `--where` and `--sort`, IN, BETWEEN, and counts with a condition.
@Suite struct FetchingTests {
  /// A shop with four sales: 3 mugs to Ben, 1 cup and 2 mugs to Ada, and 4 cups without a customer. The mug is by Ann and Bob, and
  /// the cup by Ann. The bowl has no maker and no sales.
  private static func shop() throws -> Packshot {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "add", "Ada")
    try packshot.succeed("products", "add", "CUP-3", "--name", "Cup", "--price", "4", "--stock", "20", "--maker", "Ann")
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "3")
    try packshot.succeed("sales", "record", "Ada", "CUP-3", "1")
    try packshot.succeed("sales", "record", "Ada", "MUG-1", "2")
    try packshot.succeed("products", "sell", "CUP-3", "4")
    return packshot
  }

  /// Runs a list command, and returns the value of the attribute `name` of each record.
  private static func list(_ packshot: Packshot, _ kind: String, _ name: String, _ options: [String]) throws -> [String]
  {
    let list = try packshot.run([kind, "list", "--json"] + options)
    try #require(list.status == 0 && list.errors.isEmpty, "\(options): \(list.errors)")
    return list.events.map { "\($0[name] ?? "")" }
  }

  @Test func salesAreFoundByTheCustomersName() throws {
    let shop = try Self.shop()
    let quantities = { (condition: String) in
      try Self.list(shop, "sales", "quantity", ["--where", condition, "--sort", "quantity"])
    }
    #expect(try quantities("customer.name~ada") == ["1", "2"])
    #expect(try quantities("customer.name=BEN") == ["3"])
    #expect(try quantities("customer.name!=Ada") == ["3", "4"])
    #expect(try quantities("customer.email$=example.org") == ["3"])
    #expect(try quantities("customer.email=") == ["1", "2", "4"])
    #expect(try quantities("customer.email!=") == ["3"])
    #expect(try quantities("product.makers.name=Bob AND customer.name^=a") == ["2"])
    #expect(try quantities("product.price<10 OR NOT customer.name=Ada") == ["1", "3", "4"])
  }

  @Test func aProductIsFoundByAnySaleAndAnyMaker() throws {
    let shop = try Self.shop()
    let skus = { (condition: String) in
      try Self.list(shop, "products", "sku", ["--where", condition, "--sort", "sku"])
    }
    #expect(try skus("sales.quantity>2") == ["CUP-3", "MUG-1"])
    #expect(try skus("sales.quantity=2") == ["MUG-1"])
    #expect(try skus("sales.quantity!=2") == ["BOWL-2", "CUP-3"])
    #expect(try skus("makers.name=ann") == ["CUP-3", "MUG-1"])
    #expect(try skus("makers.name=bob") == ["MUG-1"])
    #expect(try skus("makers.name!=bob") == ["BOWL-2", "CUP-3"])
    #expect(try skus("makers.name!=bob") == skus("makers!=bob"))
    #expect(try skus("makers.name=") == ["BOWL-2"])
    #expect(try skus("sales.customer.name=Ben") == ["MUG-1"])
    #expect(try skus("sales.customer=Ada") == ["CUP-3", "MUG-1"])
    #expect(try skus("sales.customer!=") == ["CUP-3", "MUG-1"])
    #expect(try skus("sales.customer=") == ["BOWL-2"])
    #expect(try skus("makers.products>1 AND price>10") == ["MUG-1"])
  }

  @Test func inMatchesAnyValueOfAList() throws {
    let shop = try Self.shop()
    let skus = { (condition: String) in
      try Self.list(shop, "products", "sku", ["--where", condition, "--sort", "sku"])
    }
    #expect(try skus("sku IN (mug-1, CUP-3, NONE)") == ["CUP-3", "MUG-1"])
    #expect(try skus(#"name IN ("Sea mug",'Åland bowl')"#) == ["BOWL-2", "MUG-1"])
    #expect(try skus("price IN (4, 8.00)") == ["BOWL-2", "CUP-3"])
    #expect(try skus("NOT sku IN (MUG-1) AND makers IN (Ann, Bob)") == ["CUP-3"])
    #expect(try skus("sales.quantity IN (1, 2)") == ["CUP-3", "MUG-1"])
    #expect(try skus("makers.name IN (Bob, Cleo)") == ["MUG-1"])
    #expect(try Self.list(shop, "sales", "quantity", ["--where", "customer IN (Ben)"]) == ["3"])
  }

  @Test func betweenIncludesBothBounds() throws {
    let shop = try Self.shop()
    let skus = { (condition: String) in
      try Self.list(shop, "products", "sku", ["--where", condition, "--sort", "sku"])
    }
    #expect(try skus("price BETWEEN 4 AND 8") == ["BOWL-2", "CUP-3"])
    #expect(try skus("price BETWEEN 4.01 AND 7.99") == [])
    #expect(try skus("NOT price BETWEEN 4 AND 8 AND rating=0") == ["MUG-1"])
    #expect(try skus("name BETWEEN b AND d") == ["CUP-3"])
    #expect(try skus("makers BETWEEN 1 AND 2") == ["CUP-3", "MUG-1"])
    #expect(try skus("sales.quantity BETWEEN 4 AND 9") == ["CUP-3"])
    // One sale must be in the range. The cup's sales of 1 and 4 don't count, although the range lies between them.
    #expect(try skus("sales.quantity BETWEEN 2 AND 3") == ["MUG-1"])
    let sales = ["--where", "soldAt BETWEEN 2000 AND 2001-06-30"]
    #expect(try Self.list(shop, "sales", "quantity", sales) == [])
    #expect(try Self.list(shop, "sales", "quantity", ["--where", "soldAt BETWEEN 2025 AND now"]).count == 4)
  }

  @Test func relatedRecordsAreCountedByACondition() throws {
    let shop = try Self.shop()
    let skus = { (condition: String) in
      try Self.list(shop, "products", "sku", ["--where", condition, "--sort", "sku"])
    }
    #expect(try skus("sales(quantity>1)>=2") == ["MUG-1"])
    #expect(try skus("sales(quantity>1)=1") == ["CUP-3"])
    #expect(try skus("sales(customer=)=1") == ["CUP-3"])
    #expect(try skus("sales(quantity>1 AND (customer.name=Ada OR customer=))!=0") == ["CUP-3", "MUG-1"])
    #expect(try skus("sales(quantity>9)=0 AND makers(name^=b)<1") == ["BOWL-2", "CUP-3"])
    #expect(try skus("sales(quantity IN (1, 4)) BETWEEN 2 AND 3") == ["CUP-3"])
    let customers = ["--where", "sales(product.sku=MUG-1)>0", "--sort", "name"]
    #expect(try Self.list(shop, "customers", "name", customers) == ["Ada", "Ben"])
    let makers = ["--where", "products.sales(quantity>2)>0 AND products.sales(quantity=4)>0"]
    #expect(try Self.list(shop, "makers", "name", makers) == ["Ann"])
  }

  @Test func listsAreSortedByAttributesOfRelatedRecords() throws {
    let shop = try Self.shop()
    let quantities = { try Self.list(shop, "sales", "quantity", $0) }
    #expect(try quantities(["--sort", "customer.name", "--sort", "-quantity"]) == ["4", "2", "1", "3"])
    #expect(try quantities(["--sort", "-customer.name", "--sort", "quantity"]) == ["3", "1", "2", "4"])
    #expect(try quantities(["--sort", "product.name", "--sort", "quantity", "--limit", "3"]) == ["1", "4", "2"])
    let skus = { try Self.list(shop, "products", "sku", ["--sort", $0, "--sort", "sku"]) }
    #expect(try skus("makers.name") == ["BOWL-2", "CUP-3", "MUG-1"])
    #expect(try skus("-makers.name") == ["MUG-1", "CUP-3", "BOWL-2"])
    // Ascending order compares each product's smallest sale, and descending order its largest.
    #expect(try skus("sales.quantity") == ["BOWL-2", "CUP-3", "MUG-1"])
    #expect(try skus("-sales.quantity") == ["CUP-3", "MUG-1", "BOWL-2"])
    #expect(try skus("-sales.customer.name") == ["MUG-1", "CUP-3", "BOWL-2"])
  }

  @Test(arguments: [
    (
      ["sales", "list", "--where", "custmer.name=Ada"], "Sale has no relationship “custmer” (did you mean `customer`?)"
    ),
    (["sales", "list", "--where", "custmer.name=Ada"], "before a point, give one of customer, product, movements"),
    (["sales", "list", "--where", "customer.nme=Ada"], "Customer has no “nme” (did you mean `name`?)"),
    (["sales", "list", "--where", "customer.nme=Ada"], "it has id, name, email, phone, sales"),
    (["sales", "list", "--where", "customer.name.x=Ada"], "Customer has no relationship “name”"),
    (["sales", "list", "--where", "customer(name=Ada)>0"], "“customer” of Sale is not a to-many relationship"),
    (["sales", "list", "--where", "customer(name=Ada)>0"], "before parentheses, give one of movements"),
    (["products", "list", "--where", "sales(quantity>1)>some"], "“some” is not a number of sales"),
    (["products", "list", "--where", "sales(qantity>1)>0"], "Sale has no “qantity” (did you mean `quantity`?)"),
    (["products", "list", "--where", "sku IN MUG-1"], "expected values in parentheses after IN, found “MUG-1”"),
    (["products", "list", "--where", "sku in (MUG-1)"], "expected an operator, found “in” (did you mean `IN`?)"),
    (["products", "list", "--where", "sku IN (MUG-1"], "this parenthesis is never closed"),
    (["products", "list", "--where", "sku IN (MUG-1,)"], "there is no value after sku IN"),
    (["products", "list", "--where", "price BETWEEN 4"], "BETWEEN has only one value"),
    (["products", "list", "--where", "price BETWEEN 4 AND"], "there is no value after price BETWEEN"),
    (["products", "list", "--where", "isFavorite BETWEEN no AND yes"], "BETWEEN cannot be used with isFavorite"),
    (["products", "list", "--where", "price IN (4, dear)"], "price is compared with “dear”"),
  ])
  func anInvalidConditionIsRefusedWithTheAllowedForms(arguments: [String], words: String) throws {
    let list = try Packshot.catalog().run(arguments)
    #expect(list.status == 64)
    #expect(list.errors.contains(words), "\(list.errors)")
  }

  @Test(arguments: [
    ("custmer.name", "Sale has no “custmer”; it has customer, product, movements (did you mean `customer`?)"),
    ("customer.nme", "Customer has no “nme”; it has id, name, email, phone (did you mean `name`?)"),
    ("customer", "Sale has no “customer”; it has customer.name, customer.id, customer.email, customer.phone"),
  ])
  func anInvalidSortOrderIsRefusedWithTheAllowedForms(order: String, words: String) throws {
    let list = try Packshot.catalog().run("sales", "list", "--sort", order)
    #expect(list.status == 64)
    #expect(list.errors.contains(words), "\(list.errors)")
  }

  @Test func theHelpOfListsShowsKeyPathsInBetweenAndCounts() throws {
    let help = try Packshot().succeed("products", "list", "--help-all")
    for words in ["customer.name~ada", "sku IN (MUG-01, MUG-02)", "price BETWEEN 10 AND 20", "sales(quantity>1)>=3"] {
      #expect(help.contains(words), "\(words)")
    }
  }

  @Test func aWatchedListFollowsRelatedRecords() throws {
    let shop = try Self.shop()
    let watch = try shop.start(
      "catalog", "watch", "sales", "--where", "customer.name^=a", "--sort", "-customer.name", "--initial")
    while try watch.event()["event"] as? String != "upToDate" {}
    try shop.succeed("customers", "edit", "Ben", "name=Abel")
    let come = try watch.event()
    #expect(come["event"] as? String == "inserted" && (come["record"] as? [String: Any])?["quantity"] as? Int == 3)
    #expect(come["to"] as? [String: Int] == ["section": 0, "item": 2])
    #expect(try watch.event()["records"] as? Int == 3)
    try shop.succeed("catalog", "undo")
    #expect(try watch.event()["event"] as? String == "deleted")
    #expect(try watch.event()["records"] as? Int == 2)
  }
}
