import Foundation
import Testing

/// Which records an import takes rows for, and what it says before it does anything.
@Suite struct ImportRulesTests {
  private let customers = "name,email,phone\nBenjamin,BEN@example.org,123\nZoe,zoe@example.org,\n"

  private func count(_ packshot: Packshot) throws -> Int {
    try packshot.run("customers", "list", "--json").events.count
  }

  @Test func customersImportedTwiceAreNotDoubledByAKey() throws {
    let packshot = try Packshot.catalog()
    try packshot.write(customers, to: "customers.csv")
    let first = try packshot.succeed("catalog", "import", "customers.csv", "--entity", "customers", "--key", "email")
    #expect(first == "Imported: 1 new, 1 changed, 0 unchanged\n")
    let again = try packshot.succeed("catalog", "import", "customers.csv", "--entity", "customers", "--key", "email")
    #expect(again == "Imported: 0 new, 0 changed, 2 unchanged\n")
    #expect(try count(packshot) == 2)
    #expect(try packshot.succeed("customers", "show", "Benjamin", "--attribute", "phone") == "123\n")
  }

  @Test func aKeyThatSeveralHaveOrNobodyKnowsIsRefused() throws {
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

  @Test func updatesOnlyPassOverWhatIsNotThere() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,price\nMUG-1,Sea mug,13\nNEW-9,New,5\n", to: "products.csv")
    let updated = try packshot.succeed("catalog", "import", "products.csv", "--update-only")
    #expect(updated == "Imported: 0 new, 1 changed, 0 unchanged, 1 not in the catalog\n")
    #expect(try packshot.value("price") == "13.00")
    #expect(try packshot.run("products", "show", "NEW-9").status == 66)
  }

  /// Of a file with wrong rows, both what is wrong and what the others would do.
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

  /// A column that products do not have keeps all rows out, so that going on with the others is no advice.
  @Test func aColumnThatIsNotKnownIsToldAsOne() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("sku,name,Weight\nNEW-9,New,5\n", to: "products.csv")
    let run = try packshot.run("catalog", "import", "products.csv")
    #expect(
      run.status == 65 && run.errors.contains("nothing was imported; rename the column “Weight”, or leave it out"))
    #expect(!run.errors.contains("--keep-going"), "\(run.errors)")
  }

  @Test func rowsComeThroughPipesToo() throws {
    let packshot = try Packshot.catalog()
    try packshot.write("name,email\nZoe,zoe@example.org\n", to: "list.txt")
    let imported = try packshot.shell(
      "'\(Packshot.executable.path)' catalog import <(cat list.txt) --entity customers --format csv")
    #expect(
      imported.status == 0 && imported.output == "Imported: 1 new, 0 changed, 0 unchanged\n", "\(imported.errors)")
  }

  @Test func anAddressThatStandsTwiceIsToldAsThat() throws {
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

  @Test func recordsComeFromStandardInput() throws {
    let packshot = try Packshot.catalog()
    let arguments = ["catalog", "import", "-", "--entity", "customers", "--key", "email"]
    let csv = try packshot.run(arguments, input: Data(customers.utf8))
    #expect(csv.status == 0 && csv.output == "Imported: 1 new, 1 changed, 0 unchanged\n", "\(csv.errors)")
    let json = try packshot.run(arguments, input: Data(#"[{"name":"Zoë","email":"zoe@example.org"}]"#.utf8))
    #expect(json.status == 0 && json.output == "Imported: 0 new, 1 changed, 0 unchanged\n", "\(json.errors)")
    let unsaid = try packshot.run(["catalog", "import", "-"], input: Data(customers.utf8))
    #expect(unsaid.status == 64 && unsaid.errors.contains("--entity"), "\(unsaid.errors)")
  }
}
