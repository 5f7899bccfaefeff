import Foundation
import Testing

/// `catalog verify`, `backup`, `gc` and `migrate`.
@Suite struct CatalogCareTests {
  @Test func aSoundCatalogHasNoProblems() throws {
    let verify = try Packshot.catalog().run("catalog", "verify", "--files")
    #expect(verify.status == 0 && verify.output.isEmpty && verify.errors == "no problems found\n")
  }

  @Test func aMissingPictureIsReported() throws {
    let packshot = try Packshot.catalog()
    try packshot.writePhoto("cup.png")
    try packshot.succeed("products", "add", "Cup", "--photo", "cup.png")
    #expect(try packshot.run("catalog", "verify", "--files").status == 0)
    try FileManager.default.removeItem(atPath: packshot.folder + "/cup.png")
    #expect(try packshot.run("catalog", "verify").status == 0)
    let verify = try packshot.run("catalog", "verify", "--files")
    #expect(verify.status == 1 && verify.output.contains("cup.png: it no longer exists"), "\(verify.output)")
    let problems = try packshot.run("catalog", "verify", "--files", "--json").events
    #expect(problems.count == 1 && problems[0]["isNote"] as? Bool == false)
  }

  @Test func aBackupIsAnIndependentCatalog() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("catalog", "backup", "copy.sqlite")
    try packshot.succeed("products", "edit", "MUG-1", "rating=2")
    #expect(
      try packshot.succeed("products", "show", "MUG-1", "--attribute", "rating", "--catalog", "copy.sqlite") == "0.0\n")
    let refused = try packshot.run("catalog", "backup", "copy.sqlite")
    #expect(refused.status == 74 && refused.errors.contains("--overwrite"), "\(refused.errors)")
    try packshot.succeed("catalog", "backup", "copy.sqlite", "--overwrite")
    for missing in [
      ["catalog", "backup", "nowhere/copy.sqlite"], ["catalog", "export", "nowhere/all.json"],
      ["products", "add", "MUG-9", "--catalog", "nowhere/catalog.sqlite"],
    ] {
      let refused = try packshot.run(missing)
      #expect(refused.status == 74 && refused.errors.contains("there is no folder "), "\(refused.errors)")
    }
    #expect(
      try packshot.succeed("products", "show", "MUG-1", "--attribute", "rating", "--catalog", "copy.sqlite") == "2.0\n")
  }

  @Test func aBackupIsRestoredAndThePreviousCatalogKept() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("catalog", "backup", "monday.sqlite")
    try packshot.succeed("products", "edit", "MUG-1", "rating=2")
    let restored = try packshot.succeed("catalog", "restore", "monday.sqlite")
    #expect(restored.contains("monday.sqlite") && restored.hasSuffix("catalog.sqlite.before-restore\n"), "\(restored)")
    #expect(try packshot.value("rating") == "0.0")
    let kept = ["--catalog", "catalog.sqlite.before-restore"]
    #expect(try packshot.run(["products", "show", "MUG-1", "--attribute", "rating"] + kept).output == "2.0\n")
    #expect(try packshot.run("catalog", "verify").status == 0)
    let again = try packshot.run("catalog", "restore", "monday.sqlite", "--json").events[0]
    #expect((again["kept"] as? String)?.hasSuffix(".before-restore-2") == true, "\(again)")
  }

  @Test func aCatalogInUseIsNotReplacedAndTheProcessIsNamed() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("catalog", "backup", "monday.sqlite")
    let watch = try packshot.start("catalog", "watch")
    _ = try watch.event()
    let refused = try packshot.run("catalog", "restore", "monday.sqlite")
    #expect(refused.status == 75, "\(refused.errors)")
    #expect(refused.errors.contains("cannot be replaced: packshot (process "), "\(refused.errors)")
    watch.signal(SIGINT)
    #expect(watch.status() == 130)
    try packshot.succeed("catalog", "restore", "monday.sqlite")
  }

  @Test func unreferencedFilesAreRemoved() throws {
    let packshot = try Packshot.catalog()
    #expect(try packshot.succeed("catalog", "gc") == "Removed 0 files, 0 bytes\n")
    let name = String(repeating: "ab", count: 32)
    try packshot.write("1234", to: "catalog.data/ab/\(name)")
    #expect(try packshot.run("catalog", "gc", "--json").events[0] as? [String: Int] == ["files": 1, "bytes": 4])
    #expect(try packshot.names(in: "catalog.data/ab").isEmpty)
  }

  @Test func aNewCatalogNeedsNoMigration() throws {
    let packshot = try Packshot.catalog()
    #expect(try packshot.succeed("catalog", "migrate").hasSuffix(", the newest\n"))
    #expect(try packshot.run("catalog", "migrate", "--catalog", "none.sqlite").status == 66)
    #expect(try packshot.run("products", "add", "Cup", "--catalog", "new.sqlite").errors.contains("new.sqlite"))
  }

  @Test func anInMemoryCatalogNeedsNoMigration() throws {
    let migrate = try Packshot().run("catalog", "migrate", "--catalog", ":memory:")
    #expect(migrate.status == 0 && migrate.output.hasSuffix(", the newest\n"), "\(migrate.output)")
  }

  @Test(.enabled(if: Packshot.finds("sqlite3"), "it takes sqlite3 to do what packshot never does"))
  func aRepairIsAnnouncedConfirmedAndCarriedOut() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "sell", "MUG-1", "3")
    let id = try packshot.value("id")
    let tampering = "sqlite3 catalog.sqlite \"UPDATE product SET quantity = 99 WHERE sku = 'MUG-1'\""
    #expect(try packshot.shell(tampering).status == 0)
    let problem = "Product “Sea mug” (\(id)): quantity is 99, and should be 7"
    let trial = try packshot.run("catalog", "verify", "--repair", "--dry-run")
    #expect(trial.status == 1 && trial.output == "\(problem)\n  it would be recalculated\n", "\(trial.errors)")
    let asked = try packshot.run("catalog", "verify", "--repair")
    #expect(asked.status == 64 && asked.errors.contains("--yes"), "\(asked.errors)")
    #expect(try packshot.run("catalog", "verify").output == problem + "\n")
    let repair = try packshot.run("catalog", "verify", "--repair", "--yes", "--json")
    #expect(repair.status == 0 && repair.events[0]["isRepairable"] as? Bool == true, "\(repair.errors)")
    #expect(try packshot.value("quantity") == "7")
    #expect(try packshot.run("catalog", "verify").status == 0)
    #expect(try packshot.succeed("catalog", "undo") == "Undid “Sell 3 × ‘Sea mug’ for 37.50 EUR”\n")
    #expect(try packshot.names(in: ".").contains("catalog.sqlite.before-repair"))
  }

  @Test(.enabled(if: Packshot.finds("sqlite3"), "it takes sqlite3 to do what packshot never does"))
  func aSaleWithoutAStockMovementIsReportedAndRepaired() throws {
    let packshot = try Packshot.catalog()
    try packshot.succeed("products", "sell", "MUG-1", "3")
    let tampering = "sqlite3 catalog.sqlite \"DELETE FROM stockMovement WHERE reason = 'sale'\""
    #expect(try packshot.shell(tampering).status == 0)
    #expect(try packshot.value("quantity") == "10")
    let verify = try packshot.run("catalog", "verify")
    #expect(
      verify.status == 1 && verify.output.hasSuffix("its stock movements add up to 0 instead of -3\n"),
      "\(verify.output)")
    try packshot.succeed("catalog", "verify", "--repair", "--yes")
    #expect(try packshot.value("quantity") == "7")
    #expect(try packshot.run("catalog", "verify").status == 0)
  }
}
