import Foundation
import PackshotKit
import Testing

/// The commands that all entities share, and adding records.
@Suite struct RecordVerbsTests {
  @Test func listsArePrintedInColumns() throws {
    let packshot = try Packshot.catalog()
    #expect(
      try packshot.succeed("products", "list") == """
        BOWL-2  Åland bowl   8.00 EUR   0  4.5
        MUG-1   Sea mug     12.50 EUR  10

        """)
    let screen = try packshot.runInteractively("makers", "list", typing: "").output
    #expect(screen == "NAME  PRODUCTS\r\nAnn          1\r\nBob          1\r\n")
    #expect(try packshot.runInteractively("sales", "list", typing: "").output == "no sales\r\n")
    #expect(try packshot.succeed("sales", "list").isEmpty)
  }

  @Test(arguments: [
    (["--where", "rating>=4.5"], ["BOWL-2"]),
    (["--where", "rating<4.5", "--where", "price>10"], ["MUG-1"]),
    (["--where", "name~MUG"], ["MUG-1"]),
    (["--where", "name^=a"], ["BOWL-2"]),
    (["--where", "sku$=-2"], ["BOWL-2"]),
    (["--where", "tint="], ["BOWL-2"]),
    (["--where", "tint!="], ["MUG-1"]),
    (["--where", "makers=Ann"], ["MUG-1"]),
    (["--where", "makers^=b"], ["MUG-1"]),
    (["--where", "makers!=Ann"], ["BOWL-2"]),
    (["--where", "makers>1"], ["MUG-1"]),
    (["--where", "isFavorite=true"], []),
    (["--where", "name>=t"], []),
    (["--where", "name>=p"], ["MUG-1"]),
    (["--where", "name<b"], ["BOWL-2"]),
    (["--where", "rating>=4.5 OR makers=ann", "--sort", "sku"], ["BOWL-2", "MUG-1"]),
    (["--where", "NOT (rating>=4.5 OR price<10)"], ["MUG-1"]),
    (["--where", "makers="], ["BOWL-2"]),
    (["--where", #"name="Sea mug" AND sku=MUG-1"#], ["MUG-1"]),
    (["--sort", "-price"], ["MUG-1", "BOWL-2"]),
    (["--sort", "price"], ["BOWL-2", "MUG-1"]),
    (["--sort", "sku", "--offset", "1"], ["MUG-1"]),
    (["--sort", "sku", "--limit", "1"], ["BOWL-2"]),
    (["--limit", "0"], []),
    (["--maker", "ann"], ["MUG-1"]),
    (["--collection", "Spring"], ["MUG-1"]),
    (["--color", "blue"], ["MUG-1"]),
    (["--color", "#1E90FF"], ["MUG-1"]),
    (["--color", "red"], []),
    (["--archived"], []),
    (["--no-archived", "--sort", "sku"], ["BOWL-2", "MUG-1"]),
  ])
  func listsAreFilteredAndSorted(options: [String], skus: [String]) throws {
    let list = try Packshot.catalog().run(["products", "list", "--json"] + options)
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.events.map { $0["sku"] as? String } == skus)
  }

  @Test(arguments: [
    (["--where", "sku=mug-1"], ["MUG-1"]), (["--where", "name=sea MUG"], ["MUG-1"]),
    (["--where", "sku!=mug-1"], ["BOWL-2"]), (["--where", "tint=#1E90FF"], ["MUG-1"]),
    (["--where", "currency=eur", "--sort", "sku"], ["BOWL-2", "MUG-1"]), (["--where", "currency=usd"], []),
    (["--color", "Gray"], []),
  ])
  func namesAndCodesAreFoundInAnyCase(options: [String], skus: [String]) throws {
    let list = try Packshot.catalog().run(["products", "list", "--json"] + options)
    #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
    #expect(list.events.map { $0["sku"] as? String } == skus)
  }

  @Test func aProductIsNamedByItsSKUInAnyCase() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "stock", "mug-1", "+2")
    #expect(try packshot.value("quantity") == "12")
    #expect(try packshot.run("products", "add", "Mug-1", "--name", "Another mug").status == 65)
    #expect(try packshot.value("name", of: "Mug-1") == "Sea mug")
    #expect(try packshot.run("products", "list", "--json", "--where", "sku=mug-1").events.count == 1)
  }

  @Test func anUnknownNameIsReportedBesideTheEmptyList() throws {
    let packshot = try Packshot.catalog()
    let sales = try packshot.run("sales", "list", "--json", "--where", "product=NOPE OR customer=Ben OR product=NOPE")
    #expect(sales.status == 0 && sales.output.isEmpty)
    #expect(sales.errors == "warning: there is no product “NOPE” in the catalog\n")
    let near = try packshot.run("products", "list", "--where", "makers=An")
    #expect(near.status == 0 && near.errors.contains("“An” in the catalog; did you mean “Ann”?"), "\(near.errors)")
    #expect(try packshot.run("photos", "list", "--where", "product=sea mug").errors.isEmpty)
  }

  @Test(arguments: [
    (["--color", "blurple"], "--color is blurple; it must be black, white, grey"),
    (["--where", "currency=EURO"], "currency is compared with “EURO”"),
    (["--where", "currency!=XYZ"], "currency is compared with “XYZ”"),
  ])
  func anImpossibleValueIsRefused(options: [String], says: String) throws {
    let list = try Packshot.catalog().run(["products", "list"] + options)
    #expect(list.status == 64 && list.errors.contains(says), "\(list.errors)")
  }

  /// The lines below the error: the condition, and carets under the mistake.
  @Test(arguments: [
    ("ratng>4", "did you mean `rating`?", "^^^^^"),
    ("price>3 AND rating>", "there is no value after rating>", "                  ^"),
    ("name~é日本 OR raiting=4", "did you mean `rating`?", "              ^^^^^^^"),
    ("price>3 and rating>4", "write AND", "        ^^^"),
  ])
  func anInvalidConditionIsMarkedWithCarets(condition: String, says: String, carets: String) throws {
    let list = try Packshot.catalog().run("products", "list", "--where", condition)
    #expect(list.status == 64 && list.errors.contains(says), "\(list.errors)")
    #expect(list.errors.hasSuffix("\n  \(condition)\n  \(carets)\n"), "\(list.errors)")
  }

  @Test(arguments: [
    ("products", "mu", ["Sea mug"]), ("products", "ALAND", ["Åland bowl"]), ("products", "ann", ["Sea mug"]),
    ("products", "spr sea", ["Sea mug"]), ("products", "-2", ["Åland bowl"]), ("products", "blue", ["Sea mug"]),
    ("products", "zx", []), ("makers", "a", ["Ann"]), ("collections", "ring", ["Spring"]),
    ("customers", "be", ["Ben"]),
  ])
  func searchesMatchPartsOfNames(command: String, text: String, names: [String]) throws {
    let search = try Packshot.catalog().run(command, "search", "--json", "--", text)
    #expect(search.status == 0, "\(search.errors)")
    #expect(search.events.map { $0["name"] as? String } == names)
  }

  @Test func everyAttributeIsShownAndEditedByName() throws {
    let packshot = try Packshot.catalog()
    let values = [
      ("sku", "MUG-9"), ("name", "Big mug"), ("price", "13.75"), ("currency", "GBP"), ("quantity", "7"),
      ("rating", "4.5"), ("isFavorite", "true"), ("timesSold", "3"), ("lastSold", "2025-03-01T09:30:00Z"),
      ("url", "https://shop.example/mug"), ("tint", "#ff0000"), ("archived", "true"), ("note", "a = b"),
      ("makers", "Bob, Cy"), ("collections", "Autumn"),
    ]
    let edit = try packshot.run(["products", "edit", "MUG-1"] + values.map { "\($0)=\($1)" })
    #expect(edit.status == 0 && edit.output == "Edited product “Big mug”\n", "\(edit.errors)")
    let show = try packshot.run(["products", "show", "MUG-9"] + values.flatMap { ["--attribute", $0.0] })
    #expect(show.output.split(separator: "\n") == values.map { $0.1[...] })
    #expect(
      try packshot.succeed("catalog", "undo")
        == "Undid “Edit product ‘Sea mug’: \(values.map(\.0).joined(separator: ", "))”\n")
    #expect(try packshot.value("quantity") == "10" && packshot.value("makers") == "Ann, Bob")
  }

  @Test func aNameWithACommaIsQuoted() throws {
    let packshot = try Packshot.catalog()
    let names = #""Lamb, Sons", "the ""old"" pot", Ann"#
    try packshot.succeed("products", "edit", "MUG-1", "makers=\(names)")
    let makers = try packshot.run("makers", "list", "--json").events.compactMap { $0["name"] as? String }
    #expect(makers.contains("Lamb, Sons") && makers.contains(#"the "old" pot"#), "\(makers)")
    let shown = try packshot.value("makers")
    try packshot.succeed("products", "edit", "BOWL-2", "makers=\(shown)")
    #expect(try packshot.value("makers", of: "BOWL-2") == shown)
    try packshot.succeed("products", "add", "--title", #"Jug, "Lamb, Sons""#, "--sku", "JUG-3")
    #expect(try packshot.value("makers", of: "JUG-3") == #""Lamb, Sons""#)
  }

  @Test func aColorNameIsAccepted() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "tint=Red")
    #expect(try packshot.value("tint") == "#ff0000")
    #expect(try packshot.succeed("products", "list", "--color", "red").hasPrefix("MUG-1"))
    try packshot.write("sku,tint\nMUG-1,gray\n", to: "products.csv")
    try packshot.succeed("catalog", "import", "products.csv")
    #expect(try packshot.value("tint") == "#808080")
  }

  @Test func aPageHasItsValuesInOneColumn() throws {
    let page = try Packshot.catalog().succeed("products", "show", "MUG-1").split(separator: "\n")
    let places = page.map { line in line.prefix { $0 != " " }.count + line.drop { $0 != " " }.prefix { $0 == " " }.count
    }
    #expect(Set(places).count == 1, "\(page)")
  }

  @Test func aProductNamedLikeItsSKUHasAName() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "add", "JUG")
    #expect(try packshot.succeed("products", "list", "--where", "sku=JUG") == "JUG  JUG    0\n")
  }

  @Test func anAttributeIsCleared() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "tint=")
    #expect(try packshot.value("tint").isEmpty)
    let object = try packshot.run("products", "show", "MUG-1", "--json", "--attribute", "tint").events
    #expect(object.count == 1 && object[0].count == 1 && object[0]["tint"] is NSNull)
  }

  @Test func anEmptyCatalogVariableIsIgnored() throws {
    let list = try Packshot.catalog().run("products", "list", environment: ["PACKSHOT_CATALOG": ""])
    #expect(list.status == 0 && list.output.contains("MUG-1"), "\(list.errors)")
  }

  @Test func wideNamesKeepColumnsAligned() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "add", "CUP-3", "--name", "日本 👩‍🍳", "--price", "300", "currency=JPY")
    #expect(
      try packshot.succeed("products", "list", "--sort", "sku") == """
        BOWL-2  Åland bowl   8.00 EUR   0  4.5
        CUP-3   日本 👩‍🍳       300 JPY   0
        MUG-1   Sea mug     12.50 EUR  10

        """)
  }

  struct Refused: Sendable {
    let arguments: [String]
    let status: Int32
    let says: String

    init(_ arguments: String..., status: Int32, says: String) {
      (self.arguments, self.status, self.says) = (arguments, status, says)
    }
  }

  @Test(arguments: [
    Refused(
      "products", "edit", "MUG-1", "rating=1", "rating=2", status: 64, says: "rating=2 is a second value for rating"),
    Refused(
      "customers", "add", "Bea", "--phone", "1", "phone=2", status: 64, says: "phone=2 is a second value for phone"),
    Refused(
      "products", "add", "NEW", "--stock", "1", "quantity=2", status: 64, says: "is a second value for quantity"),
    Refused("products", "edit", "MUG-1", "rating=9", status: 65, says: "Product.rating is 9; it must be from 0 to 5"),
    Refused(
      "products", "edit", "MUG-1", "tint=navy", status: 65,
      says: "Product.tint is “navy”; it must be a colour such as #1e90ff"),
    Refused(
      "products", "edit", "MUG-1", "currency=euro", status: 65,
      says: "it must be an ISO 4217 currency code, such as EUR"),
    Refused(
      "products", "edit", "MUG-1", "currency=ZZZ", status: 65, says: "it must be an ISO 4217 currency code, such as EUR"
    ),
    Refused(
      "products", "edit", "MUG-1", "currency=JPY", status: 65, says: "Product.price is 12.5; JPY has no decimal"),
    Refused("products", "sell", "MUG-1", "--price", "1.005", status: 65, says: "it can be 1.0050 or 1005"),
    Refused("products", "edit", "MUG-1", "url=notaurl", status: 65, says: "such as https://shop.example/mug"),
    Refused(
      "products", "edit", "MUG-1", "name=Åland\u{200B}  bowl", status: 65, says: "another Product already has it"),
    Refused("customers", "edit", "Ben", "email=a b@c", status: 65, says: "it must look like name@example.com"),
    Refused("products", "list", "--catalog", "", status: 64, says: "--catalog is empty"),
    Refused("products", "add", " ", status: 65, says: "it cannot be blank"),
    Refused("customers", "edit", "Ben", "email=ben", status: 65, says: "it must look like name@example.com"),
    Refused("products", "edit", "MUG-1", "rating=many", status: 65, says: "a number from 0 to 5, such as 4.5"),
    Refused("products", "edit", "MUG-1", "price=-1", status: 65, says: "Product.price is -1; it must be at least 0"),
    Refused("products", "edit", "MUG-1", "name=åland BOWL", status: 65, says: "another Product already has it"),
    Refused("products", "edit", "MUG-1", "colour=red", status: 64, says: "Product has no “colour”; it has sku, name"),
    Refused("products", "edit", "MUG-1", "makers=", status: 65, says: "it needs at least one"),
    Refused("products", "edit", "MUG-1", "rating", status: 64, says: "name=value"),
    Refused("products", "edit", "MUG-1", status: 64, says: "name=value"),
    Refused("products", "edit", "CUP-7", "rating=1", status: 66, says: "there is no product “CUP-7”"),
    Refused("products", "show", "MUG-1", "--attribute", "colour", status: 64, says: "Product has no “colour”"),
    Refused("products", "list", "--where", "colour=red", status: 64, says: "Product has no “colour”"),
    Refused(
      "products", "list", "--where", "rating", status: 64,
      says: "expected an operator, found the end; after rating, give one of"),
    Refused("products", "list", "--where", "rating>=x", status: 64, says: "a number from 0 to 5, such as 4.5"),
    Refused("products", "list", "--sort", "colour", status: 64, says: "Product has no “colour”"),
    Refused("products", "list", "--maker", "Zoe", status: 66, says: "there is no maker “Zoe”"),
    Refused("products", "list", "--limit", "-1", status: 64, says: "0 or more"),
    Refused("products", "search", "a", "--limit", "-1", status: 64, says: "0 or more"),
    Refused("catalog", "history", "--limit", "-1", status: 64, says: "0 or more"),
    Refused("products", "edit", "MUG-1", "movements=", status: 65, says: "packshot maintains it; you can edit sku,"),
    Refused("products", "add", "Cup", "movements=", status: 65, says: "packshot maintains it"),
    Refused("customers", "edit", "Ben", "sales=", status: 65, says: "you can edit name, email, phone"),
    Refused("products", "add", "MUG-1", "--name", "Cup", status: 65, says: "Product.sku is “MUG-1”"),
    Refused("products", "add", "Cup", "Mug", status: 64, says: "a second name"),
    Refused("products", "add", status: 64, says: "it must be the product's name"),
    Refused("products", "add", "Cup", "--price", "dear", status: 65, says: "Product.price"),
    Refused("products", "add", "Cup", "--stock", "-1", status: 65, says: "stock cannot go below zero"),
    Refused("products", "add", "Cup", "--photo", "none.jpg", status: 66, says: "no such file or folder: none.jpg"),
    Refused("products", "add", "Cup", "--photo", "letter.jpg", status: 66, says: "letter.jpg: this is text"),
    Refused("makers", "add", "ANN", status: 65, says: "another Maker already has it"),
    Refused("customers", "add", "Cy", "--email", "nowhere", status: 65, says: "Customer.email is “nowhere”"),
    Refused("customers", "show", "Be", status: 66, says: "there is no customer “Be”"),
    Refused("customers", "list", "--catalog", "none.sqlite", status: 66, says: "there is no catalog"),
  ])
  func invalidEditsAreRefusedAndChangeNothing(refused: Refused) throws {
    let packshot = try Packshot.catalog()
    try packshot.write("a letter", to: "letter.jpg")
    let before = try packshot.succeed("products", "list", "--json") + packshot.succeed("catalog", "history")
    let result = try packshot.run(refused.arguments)
    #expect(result.status == refused.status, "\(result.errors)")
    #expect(result.errors.contains(refused.says), "\(result.errors)")
    #expect(try packshot.succeed("products", "list", "--json") + packshot.succeed("catalog", "history") == before)
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/none.sqlite"))
  }

  @Test func errorsAreObjectsInJSON() throws {
    let result = try Packshot.catalog().run("products", "edit", "MUG-1", "rating=9", "--json")
    #expect(result.events.map { $0["event"] as? String } == ["error"])
    #expect((result.events[0]["error"] as? [String: Any])?["code"] as? String == "refused")
  }

  @Test func anAmbiguousNameIsRefusedWithItsMatches() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "add", "Ben")
    let show = try packshot.run("customers", "show", "Ben")
    #expect(show.status == 66 && show.errors.contains("“Ben” matches 2 Customer records: "), "\(show.errors)")
    #expect(show.errors.contains("(Ben, ben@example.org)") && show.errors.contains("(Ben);"), "\(show.errors)")
    for customer in try packshot.run("customers", "list", "--json").events {
      let id = try #require(customer["id"] as? String)
      #expect(try packshot.succeed("customers", "show", id, "--attribute", "id") == id + "\n")
    }
  }

  @Test func aProductAndItsPhotoAreAddedInOneEdit() throws {
    let packshot = try Packshot.catalog()
    try packshot.writePhoto("cup.png", width: 600, height: 300)
    try packshot.succeed("products", "add", "Cup", "--photo", "cup.png", "--stock", "2", "--maker", "ann")
    let photo = try packshot.run("photos", "show", "cup.png", "--json").events[0]
    #expect(photo["kind"] as? String == "original" && photo["path"] as? String == "cup.png")
    #expect(photo["width"] as? Int == 600 && photo["height"] as? Int == 300)
    #expect((photo["product"] as? [String: Any])?["sku"] as? String == "Cup")
    #expect(((photo["thumbnail"] as? [String: Any])?["bytes"] as? Int ?? 0) > 100)
    #expect(try packshot.value("makers", of: "Cup") == "Ann", "a maker is reused, whatever the case")
    let page = try packshot.succeed("products", "show", "Cup")
    #expect(page.contains("cup.png (original, 600 × 300)") && page.contains("+2 opening"), "\(page)")
    try packshot.succeed("catalog", "undo")
    #expect(try packshot.run("products", "show", "Cup").status == 66)
    #expect(try packshot.succeed("photos", "list").isEmpty)
    #expect(FileManager.default.fileExists(atPath: packshot.folder + "/cup.png"))
  }

  @Test func aCustomerIsFoundByEmail() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "add", "Ben", "--email", "other@example.org")
    #expect(try packshot.run("customers", "show", "Ben").status == 66)
    let shown = try packshot.succeed("customers", "show", "BEN@example.org", "--attribute", "email")
    #expect(shown == "ben@example.org\n")
    try packshot.succeed("sales", "record", "other@example.org", "MUG-1", "1")
    #expect(try packshot.succeed("customers", "list", "--where", "sales=1").contains("other@example.org"))
  }

  @Test func aPhotosFileAttributesCannotBeEdited() throws {
    let packshot = try Packshot.catalog()
    try packshot.writePhoto("cup.png")
    try packshot.succeed("products", "add", "Cup", "--photo", "cup.png")
    try packshot.succeed("photos", "edit", "cup.png", "view=front", "product=MUG-1")
    for name in ["sha256", "inode", "bytes", "width", "kind", "renditions"] {
      let edit = try packshot.run("photos", "edit", "cup.png", "\(name)=1")
      #expect(edit.status == 65 && edit.errors.contains("Photo.\(name) is “1”"), "\(edit.errors)")
      #expect(edit.errors.contains("you can edit view, focus, capturedAt, product"), "\(edit.errors)")
    }
    #expect(
      try packshot.run("photos", "edit", "cup.png", "colour=1").errors.contains(
        "it has view, focus, capturedAt, product"))
    for (command, name) in [
      ("products", "movements"), ("sales", "movements"), ("customers", "sales"), ("photos", "sha256"),
    ] {
      #expect(try !packshot.succeed(command, "edit", "--help").contains(name), "\(command)")
    }
  }

  @Test func aPhotoRecordedByARunStaysOneRecord() throws {
    let packshot = try Packshot.shop()
    try packshot.succeed("run", "recipe.yaml", "photos", "--output", ".", "--catalog", "catalog.sqlite", "--quiet")
    let taken = try packshot.run("products", "add", "Cup", "--photo", "photos/MUG-1_side.jpg")
    #expect(taken.status == 65 && taken.errors.contains("Photo.product is “MUG-1”"), "\(taken.errors)")
    #expect(taken.errors.contains("run `packshot photos edit photos/MUG-1_side.jpg product=Cup`"))
    #expect(try packshot.run("products", "show", "Cup").status == 66)
    try packshot.succeed("photos", "edit", "photos/MUG-1_side.jpg", "product=")
    try packshot.succeed("products", "add", "Cup", "--photo", "photos/MUG-1_side.jpg")
    let photos = try packshot.run("photos", "list", "--kind", "original", "--json").events
    #expect(photos.count == 3)
    let moved = try packshot.run("photos", "show", "photos/MUG-1_side.jpg", "--json").events[0]
    #expect((moved["product"] as? [String: Any])?["sku"] as? String == "Cup" && moved["view"] as? String == "side")
    #expect((moved["renditions"] as? [Any])?.count == 2)
  }

  @Test func runsKeepPhotosWithProductsChosenByAPerson() throws {
    let packshot = try Packshot.shop()
    func run(_ option: String = "--quiet") throws {
      try packshot.succeed("run", "recipe.yaml", "photos", "--output", "out", option)
    }
    func product(of photo: String) throws -> String? {
      let photo = try packshot.run("photos", "show", photo, "--json", "--catalog", "out/catalog.sqlite").events[0]
      return (photo["product"] as? [String: Any])?["sku"] as? String
    }
    func skus() throws -> [String] {
      try packshot.run("products", "list", "--json", "--catalog", "out/catalog.sqlite").events
        .compactMap { $0["sku"] as? String }.sorted()
    }
    try run()
    try packshot.succeed("products", "add", "Cup", "--catalog", "out/catalog.sqlite")
    try packshot.succeed("photos", "edit", "photos/MUG-1_side.jpg", "product=Cup", "--catalog", "out/catalog.sqlite")
    try packshot.succeed("products", "edit", "VASE-2", "sku=V-2", "--catalog", "out/catalog.sqlite")
    // Whether nothing is stale, everything is, or a photo has new content or a new name.
    try run()
    try run("--force")
    try packshot.writePhoto("photos/MUG-1_side.jpg", shade: 90)
    try FileManager.default.moveItem(
      atPath: packshot.folder + "/photos/vases/VASE-2.png", toPath: packshot.folder + "/photos/VASE-2.png")
    try run()
    #expect(try product(of: "photos/MUG-1_side.jpg") == "Cup")
    #expect(try product(of: "photos/MUG-1_front.jpg") == "MUG-1")
    #expect(try product(of: "photos/VASE-2.png") == "V-2")
    #expect(try skus() == ["Cup", "MUG-1", "V-2"])
    // A recipe with another pattern moves only the photos that no person has linked.
    let recipe = try String(contentsOfFile: packshot.folder + "/recipe.yaml", encoding: .utf8)
    let shorter = recipe.replacing(/sku: .*/, with: "sku: '(.*/)?(?<sku>[A-Z]+)-\\d(_\\w+)?' }")
    #expect(shorter != recipe)
    try packshot.write(shorter, to: "recipe.yaml")
    try run()
    #expect(try product(of: "photos/MUG-1_side.jpg") == "Cup")
    #expect(try product(of: "photos/MUG-1_front.jpg") == "MUG")
    #expect(try skus() == ["Cup", "MUG", "V-2"])
  }

  @Test func aTitleAndItsMakersAreGivenInOneLine() throws {
    let packshot = try Packshot()
    try packshot.succeed("products", "add", "--title", "Sea mug, Ann , BOB, ann", "--sku", "MUG-1")
    #expect(try packshot.value("name") == "Sea mug")
    #expect(try packshot.value("makers") == "Ann, BOB")
    let again = try packshot.run("products", "add", "--title", "SEA MUG, Cy")
    #expect(again.status == 65 && again.errors.contains("Product.name is “SEA MUG”"), "\(again.errors)")
    #expect(try packshot.succeed("makers", "list").split(separator: "\n").count == 2)
  }

  @Test func theNameIsTheDefaultSKU() throws {
    let packshot = try Packshot()
    for (arguments, sku, name) in [
      (["Vase"], "Vase", "Vase"), (["Tall vase", "--sku", "V-2"], "V-2", "Tall vase"),
      (["V-3", "--name", "Small vase"], "V-3", "Small vase"), (["--name", "Jug", "--sku", "J"], "J", "Jug"),
    ] {
      let added = try packshot.run(["products", "add", "--json"] + arguments).events
      #expect(added.count == 1 && added[0]["sku"] as? String == sku && added[0]["name"] as? String == name)
    }
  }

  @Test func makersAndCollectionsAreAddedRenamedAndRemoved() throws {
    let packshot = try Packshot.catalog()
    #expect(try packshot.succeed("collections", "add", "Autumn") == "Added collection “Autumn”\n")
    #expect(try packshot.succeed("collections", "rename", "autumn", "Fall") == "Renamed collection “Fall”\n")
    #expect(try packshot.succeed("collections", "remove", "Fall", "--yes") == "Removed collection “Fall”\n")
    #expect(try packshot.succeed("makers", "show", "Bob").contains(/products +Sea mug\n/))
    try packshot.succeed("makers", "remove", "Bob", "--yes")
    let last = try packshot.run("makers", "remove", "Ann", "--yes")
    #expect(last.status == 65 && last.errors.contains("would be left without makers"), "\(last.errors)")
  }

  @Test func anInMemoryCatalogLastsForOneCommand() throws {
    let packshot = try Packshot()
    #expect(try packshot.succeed("products", "add", "Vase", "--catalog", ":memory:") == "Added product “Vase”\n")
    #expect(try packshot.names(in: ".").allSatisfy { $0.hasPrefix(".std") })
  }
}
