import Foundation
import Testing

/// How an import matches rows with records, and what it reports before it writes.
@Suite struct ImportRulesTests {
  private let customers = "name,email,phone\nBenjamin,BEN@example.org,123\nZoe,zoe@example.org,\n"

  private func count(_ packshot: Packshot) throws -> Int {
    try packshot.run("customers", "list", "--json").events.count
  }

  @Test func aKeyMatchesCustomersImportedTwice() throws {
    let packshot = try Packshot.catalog()
    try packshot.write(customers, to: "customers.csv")
    let first = try packshot.succeed("catalog", "import", "customers.csv", "--entity", "customers", "--key", "email")
    #expect(first == "Imported: 1 new, 1 changed, 0 unchanged\n")
    let again = try packshot.succeed("catalog", "import", "customers.csv", "--entity", "customers", "--key", "email")
    #expect(again == "Imported: 0 new, 0 changed, 2 unchanged\n")
    #expect(try count(packshot) == 2)
    #expect(try packshot.succeed("customers", "show", "Benjamin", "--attribute", "phone") == "123\n")
  }

  @Test func anAmbiguousOrUnknownKeyIsRefused() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("customers", "add", "Ben too", "--email", "ben@example.org")
    try packshot.write(customers, to: "customers.csv")
    let arguments = ["catalog", "import", "customers.csv", "--entity", "customers", "--key"]
    let ambiguous = try packshot.run(arguments + ["email"])
    #expect(ambiguous.status == 65 && ambiguous.errors.contains("2 customers have it"), "\(ambiguous.errors)")
    let unknown = try packshot.run(arguments + ["mail"])
    #expect(unknown.status == 64 && unknown.errors.contains("mail"), "\(unknown.errors)")
    #expect(try count(packshot) == 2)
  }

  @Test func updateOnlySkipsUnknownRows() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,price\nMUG-1,Sea mug,13\nNEW-9,New,5\n", to: "products.csv")
    let updated = try packshot.succeed("catalog", "import", "products.csv", "--update-only")
    #expect(updated == "Imported: 0 new, 1 changed, 0 unchanged, 1 not in the catalog\n")
    #expect(try packshot.value("price") == "13.00")
    #expect(try packshot.run("products", "show", "NEW-9").status == 66)
  }

  /// A dry run of a file with wrong rows reports the errors and the effect of the other rows.
  @Test func aDryRunShowsTheGoodRowsBesideTheWrongOnes() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,price\nMUG-1,Sea mug,13\nNEW-9,New,cheap\n", to: "products.csv")
    let arguments = ["catalog", "import", "products.csv", "--dry-run"]
    let trial = try packshot.run(arguments)
    #expect(trial.status == 65 && trial.output == "products.csv:2: product “Sea mug”: price 12.50 → 13.00\n")
    #expect(
      trial.errors.contains("products.csv:3: ") && trial.errors.contains("nothing would be imported; --keep-going"))
    let json = try packshot.run(arguments + ["--json"])
    #expect(
      json.status == 65 && (json.events[0]["changes"] as? [Any])?.count == 1 && json.events[0]["failed"] as? Int == 1)
    let going = try packshot.run(arguments + ["--keep-going"])
    #expect(going.status == 65 && going.output.hasSuffix("Would import: 0 new, 1 changed, 0 unchanged, 1 wrong\n"))
  }

  /// An unknown column affects all rows, so the error doesn't suggest --keep-going.
  @Test func anUnknownColumnIsOneError() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,Weight\nNEW-9,New,5\n", to: "products.csv")
    let run = try packshot.run("catalog", "import", "products.csv")
    #expect(
      run.status == 65 && run.errors.contains("nothing was imported; rename the column “Weight”, or leave it out"))
    #expect(!run.errors.contains("--keep-going"), "\(run.errors)")
  }

  // MARK: Suppliers' tables

  private func products(_ packshot: Packshot) throws -> [[String: Any]] {
    try packshot.export("catalog.sqlite").filter { $0["entity"] as? String == "Product" }
      .sorted { "\($0["sku"] ?? "")" < "\($1["sku"] ?? "")" }
  }

  private static let supplier = "Artikelnummer;Bezeichnung;Preis;EAN\nA1;Tür;12,5;400\nA2;Öse;3;401\n"

  @Test(arguments: [
    ["--key", "sku=Artikelnummer", "--column", "name=Bezeichnung", "--column", "price=Preis"],
    ["--column", "sku=Artikelnummer", "--column", "name = Bezeichnung", "--column", "price=Preis"],
  ])
  func columnsWithOtherNamesAreImported(names: [String]) throws {
    let packshot = try Packshot()
    try packshot.write(#require(Self.supplier.data(using: .windowsCP1252)), to: "list.csv")
    let arguments = ["catalog", "import", "list.csv", "--entity", "products"] + names
    let refused = try packshot.run(arguments)
    #expect(
      refused.status == 65 && refused.errors.contains("--ignore-unknown skips unknown columns"), "\(refused.errors)")
    let run = try packshot.run(arguments + ["--ignore-unknown"])
    #expect(run.status == 0 && run.output == "Imported: 2 new, 0 changed, 0 unchanged\n", "\(run.errors)")
    #expect(run.errors.contains("the column “EAN” is ignored"))
    #expect(run.errors.contains("list.csv is not UTF-8 and is read as windows-1252"))
    let made = try products(packshot)
    #expect(made.map { $0["name"] as? String } == ["Tür", "Öse"])
    #expect(made.map { $0["sku"] as? String } == ["A1", "A2"])
    let json = try packshot.run(arguments + ["--ignore-unknown", "--json", "--encoding", "windows-1252"])
    #expect(json.events[0]["ignored"] as? [String] == ["EAN"] && json.events[0]["unchanged"] as? Int == 2)
    #expect(!json.errors.contains("windows-1252"), "\(json.errors)")
  }

  @Test(arguments: [
    (["--column", "sku=Artikelnr"], "the table has no column “Artikelnr” for sku; its columns are Artikelnummer, "),
    (["--column", "skuu=Artikelnummer"], "Product has no “skuu”"),
    (["--column", "price=Preis", "--column", "name=Preis"], "the table has no column “Preis”"),
    ([], "Product has no “Artikelnummer”"),
  ])
  func aColumnThatCannotBeReadIsNotIgnored(names: [String], message: String) throws {
    let packshot = try Packshot()
    try packshot.write(Self.supplier, to: "list.csv")
    let run = try packshot.run(["catalog", "import", "list.csv", "--entity", "products", "--ignore-unknown"] + names)
    #expect(run.status == 65 && run.errors.contains(message), "\(run.errors)")
  }

  @Test(arguments: ["price", "=Preis", "price="])
  func aMalformedColumnIsAUsageError(text: String) throws {
    let run = try Packshot().run("catalog", "import", "list.csv", "--column", text)
    #expect(run.status == 64 && run.errors.contains("it must be an attribute and a column"), "\(run.errors)")
  }

  @Test func aColumnBesideOneNamedLikeItsAttributeIsRefused() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name,price,Preis\nA,B,1,2\n", to: "list.csv")
    let run = try packshot.run("catalog", "import", "list.csv", "--entity", "products", "--column", "price=Preis")
    #expect(run.status == 65 && run.errors.contains("but another column is named price"), "\(run.errors)")
  }

  @Test func keysOfJSONAreIgnoredAndRenamed() throws {
    let packshot = try Packshot()
    try packshot.write(#"[{"entity":"Product","sku":"A1","Titel":"Tür","ean":1}]"#, to: "list.json")
    let run = try packshot.run("catalog", "import", "list.json", "--column", "name=Titel", "--ignore-unknown")
    #expect(run.status == 0 && run.errors.contains("the column “ean” is ignored"), "\(run.errors)")
    #expect(try products(packshot).map { $0["name"] as? String } == ["Tür"])
  }

  @Test func rowsAreReadFromPipes() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("name,email\nZoe,zoe@example.org\n", to: "list.txt")
    let imported = try packshot.shell(
      "'\(Packshot.executable.path)' catalog import <(cat list.txt) --entity customers --format csv")
    #expect(
      imported.status == 0 && imported.output == "Imported: 1 new, 0 changed, 0 unchanged\n", "\(imported.errors)")
  }

  @Test func aDuplicateAddressIsReported() throws {
    let packshot = try Packshot.catalog()
    let rows = "email,phone\nben@example.org,1\nben@example.org,2\n"
    try packshot.write(rows, to: "customers.csv")
    let run = try packshot.run("catalog", "import", "customers.csv", "--key", "email")
    #expect(run.errors.contains("customers.csv:3: Customer “ben@example.org” is already in line 2"), "\(run.errors)")
  }

  @Test func aDryRunShowsWhatRowsWouldChange() throws {
    let packshot = try Packshot.catalog()
    let rows = "MUG-1,Sea mug,13,Ann\nNEW-9,New,5,\nBOWL-2,Åland bowl,8,\n"
    try packshot.write("sku,name,price,makers\n" + rows, to: "products.csv")
    let trial = try packshot.succeed("catalog", "import", "products.csv", "--dry-run")
    #expect(
      trial == """
        products.csv:2: product “Sea mug”: price 12.50 → 13.00, makers Ann, Bob → Ann
        products.csv:3: new product “New”
        Would import: 1 new, 1 changed, 1 unchanged

        """)
    let json = try packshot.run("catalog", "import", "products.csv", "--dry-run", "--json").events[0]
    let changes = try #require(json["changes"] as? [[String: Any]])
    #expect(changes.map { $0["line"] as? Int } == [2, 3] && changes[1]["isNew"] as? Bool == true)
    #expect(try packshot.value("price") == "12.50")
  }

  @Test func recordsAreReadFromStandardInput() throws {
    let packshot = try Packshot.catalog()
    let arguments = ["catalog", "import", "-", "--entity", "customers", "--key", "email"]
    let csv = try packshot.run(arguments, input: Data(customers.utf8))
    #expect(csv.status == 0 && csv.output == "Imported: 1 new, 1 changed, 0 unchanged\n", "\(csv.errors)")
    let json = try packshot.run(arguments, input: Data(#"[{"name":"Zoë","email":"zoe@example.org"}]"#.utf8))
    #expect(json.status == 0 && json.output == "Imported: 0 new, 1 changed, 0 unchanged\n", "\(json.errors)")
    let unsaid = try packshot.run(["catalog", "import", "-"], input: Data(customers.utf8))
    #expect(unsaid.status == 64 && unsaid.errors.contains("--entity"), "\(unsaid.errors)")
  }

  /// Files as Excel and other spreadsheet programs save them.
  @Test(arguments: [
    "sep=;\r\nsku;name;price\r\nA1;Tür;9,50\r\n", "sku,name,price,,\nA1,Tür,9.50,,\n,,,,\n",
    "sep=|\nsku|name|price\nA1|Tür|9.50\n",
    "sku;name;price;;\r\nA1;Tür;9,50;;\r\n;;;;\r\n", "\n\nsku,name,price\n\nA1,Tür,9.50\n",
  ])
  func spreadsheetFilesAreReadInTheirEncodings(text: String) throws {
    let packshot = try Packshot()
    let encodings: [(String.Encoding, String, [String])] = [
      (.utf8, "", []), (.utf8, "\u{feff}", []), (.utf16LittleEndian, "\u{feff}", []), (.utf16BigEndian, "\u{feff}", []),
      (.utf16LittleEndian, "", ["--encoding", "utf-16le"]), (.windowsCP1252, "", ["--encoding", "windows-1252"]),
    ]
    for (index, (encoding, mark, options)) in encodings.enumerated() {
      let bytes = try #require((mark + text).data(using: encoding))
      try bytes.write(to: URL(fileURLWithPath: packshot.folder + "/products.csv"))
      let catalog = ["--catalog", "\(index).sqlite"]
      let imported = try packshot.run(["catalog", "import", "products.csv"] + options + catalog)
      #expect(
        imported.status == 0 && imported.output == "Imported: 1 new, 0 changed, 0 unchanged\n", "\(imported.errors)")
      #expect(try packshot.run(["products", "show", "A1", "--attribute", "name"] + catalog).output == "Tür\n")
      #expect(try packshot.run(["products", "show", "A1", "--attribute", "price"] + catalog).output == "9.50\n")
    }
  }

  @Test func aFileThatIsNotUTF8IsRefusedWithTheOptionThatReadsIt() throws {
    let packshot = try Packshot()
    let bytes = try #require(#"{"entity":"Product","sku":"A1","name":"Tür"}"#.data(using: .windowsCP1252))
    try bytes.write(to: URL(fileURLWithPath: packshot.folder + "/list.json"))
    let refused = try packshot.run("catalog", "import", "list.json")
    #expect(refused.status == 65 && refused.errors.contains("give --encoding windows-1252"), "\(refused.errors)")
    #expect(try packshot.run("catalog", "import", "list.json", "--encoding", "windows-1252").status == 0)
    #expect(try packshot.value("name", of: "A1") == "Tür")
    let wrong = try packshot.run("catalog", "import", "list.json", "--encoding", "latin")
    #expect(wrong.status == 64 && wrong.errors.contains("windows-1252"), "\(wrong.errors)")
  }

  @Test func anUnnamedColumnWithValuesIsRefusedOnce() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name,\nA1,One,\nA2,Two,x\nA3,Three,y\n", to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv")
    #expect(refused.errors.contains("products.csv:3:1: column 3 has no name, but this row has a value in it"))
    #expect(refused.status == 65 && refused.errors.components(separatedBy: "column 3").count == 2, "\(refused.errors)")
  }

  @Test func allUnknownColumnsAreReportedOnce() throws {
    let packshot = try Packshot()
    try packshot.write("sku,name,Weight,Height\n" + (1...20).map { "A\($0),N\($0),1,2\n" }.joined(), to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv")
    #expect(refused.errors.contains("rename the columns “Weight” and “Height”, or leave them out of the file"))
    #expect(refused.errors.components(separatedBy: "Product has no").count == 3, "\(refused.errors)")
    let objects = (1...20).map { #"{"entity":"Product","sku":"A\#($0)","name":"N\#($0)","weight":1}"# }
    try packshot.write("[" + objects.joined(separator: ",") + "]", to: "list.json")
    let json = try packshot.run("catalog", "import", "list.json")
    #expect(json.errors.components(separatedBy: "Product has no").count == 2, "\(json.errors)")
    #expect(json.errors.contains("and 19 more rows with Product.weight"), "\(json.errors)")
    try packshot.write("sku,name,rating\n" + (1...20).map { "A\($0),N\($0),good\n" }.joined(), to: "products.csv")
    let values = try packshot.run("catalog", "import", "products.csv")
    #expect(values.errors.contains("and 17 more rows with an invalid Product.rating"), "\(values.errors)")
  }

  @Test func errorsInOneLineJSONNameTheRecord() throws {
    let packshot = try Packshot()
    try packshot.write(
      #"[{"entity":"Product","sku":"J1","name":"J"},{"entity":"Product","sku":123,"name":"J4"},{"entity":"Product","sku":"J7","sku":"J8"},{"entity":"Product","sku":"J9","name":"J9","rating":5.5},{"sku":"J10"},{"entity":"Customer","name":"Zoe","age":5}]"#,
      to: "list.json")
    let refused = try packshot.run("catalog", "import", "list.json", "--json")
    for start in [
      "list.json:1: record 2 (J4): Product.sku", "list.json:1:119: record 3: this object already has the key “sku”",
      "list.json:1: record 4 (J9): Product.rating", "list.json:1: record 5: this object has no “entity”",
      "list.json:1: record 6 (Zoe): Customer has no “age”",
    ] {
      #expect(refused.errors.contains(start), "\(start): \(refused.errors)")
    }
    let problems = try #require(refused.events.first?["problems"] as? [[String: Any]])
    #expect(problems.map { $0["record"] as? Int } == [2, 3, 4, 5, 6])
    #expect(problems.map { $0["name"] as? String } == ["J4", nil, "J9", nil, "Zoe"])
    let going = try packshot.run("catalog", "import", "list.json", "--keep-going")
    #expect(going.output == "Imported: 1 new, 0 changed, 0 unchanged, 4 wrong, 1 not read\n", "\(going.output)")
  }

  @Test func aDryRunReportsValuesThatEmptyCellsRemove() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "edit", "MUG-1", "note=blue")
    try packshot.write("sku,name,note,tint\nMUG-1,Sea mug,,\n", to: "products.csv")
    let trial = try packshot.run("catalog", "import", "products.csv", "--dry-run")
    #expect(
      trial.output.hasPrefix("products.csv:2: product “Sea mug”: tint #1e90ff → none, note blue → none\n"),
      "\(trial.output)")
    let told = "2 values of existing records would be removed by empty cells: Sea mug: note; Sea mug: tint"
    #expect(
      trial.errors.contains(told) && trial.errors.contains("leave note and tint out of the file"), "\(trial.errors)")
    let json = try packshot.run("catalog", "import", "products.csv", "--json").events[0]
    #expect((json["emptied"] as? [[String: String]])?.map { $0["attribute"] } == ["note", "tint"])
  }

  @Test func chainedRenamesAreImportedInAnyOrder() throws {
    let packshot = try Packshot.catalog()
    let ids = try ["MUG-1", "BOWL-2"].map { try packshot.value("id", of: $0) }
    let rows = ["\(ids[0]),BOWL-2,Sea mug", "\(ids[1]),BOWL-3,Åland bowl"]
    for rows in [rows, rows.reversed()] {
      try packshot.write("id,sku,name\n" + rows.joined(separator: "\n") + "\n", to: "products.csv")
      #expect(try packshot.succeed("catalog", "import", "products.csv") == "Imported: 0 new, 2 changed, 0 unchanged\n")
      #expect(
        try packshot.value("name", of: "BOWL-2") == "Sea mug" && packshot.value("name", of: "BOWL-3") == "Åland bowl")
      try packshot.succeed("catalog", "undo")
      #expect(
        try packshot.value("name", of: "MUG-1") == "Sea mug" && packshot.value("name", of: "BOWL-2") == "Åland bowl")
    }
    try packshot.write("id,sku\n\(ids[0]),BOWL-2\n", to: "products.csv")
    let refused = try packshot.run("catalog", "import", "products.csv")
    #expect(
      refused.status == 65
        && refused.errors.contains(
          "products.csv:2: Product.sku is “BOWL-2”; another Product already has it: BOWL-2 (Åland bowl)"),
      "\(refused.errors)")
  }
}
