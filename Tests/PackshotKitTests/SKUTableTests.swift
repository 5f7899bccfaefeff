import Foundation
import Recipes
import Testing

@testable import PackshotKit

/// Runs by recipes whose table says which product each photo shows.
@Suite struct SKUTableTests {
  private static let table = "Dateiname;Artikelnummer;Ansicht\nDSC_1.png;MUG-1;vorne\na/DSC_2;MUG-1;Rückseite\n"

  private func shop(
    _ table: String = table, photos: [String] = ["DSC_1.png", "a/DSC_2.png"],
    settings: String = ", photo: Dateiname, sku: Artikelnummer, view: Ansicht", pattern: String? = nil,
    outputs: String = "{ file: \"{sku}/{view}.png\" }"
  ) throws -> Shop {
    let shop = try Shop(photos: photos)
    try shop.folder.write(table, to: "names.csv")
    shop.recipe = """
      packshot: 1
      name: shop
      steps: [ { fit: { width: 30, height: 30 } } ]
      outputs: [ \(outputs) ]
      catalog: { skus: { file: names.csv\(settings) }\(pattern.map { ", sku: '\($0)'" } ?? "") }
      """
    return shop
  }

  @Test func rowsNamePhotosWithAndWithoutFolderAndExtension() throws {
    let shop = try shop()
    let run = try shop.run()
    #expect(run.summary.rendered == 2 && run.warnings.isEmpty, "\(run.warnings)")
    #expect(try Set(shop.files().keys) == ["MUG-1/vorne.png", "MUG-1/Rückseite.png"])
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func checkingARecipeReadsItsTable() throws {
    let shop = try shop("photo,sku\nDSC_1,\n", settings: "", outputs: "{ file: \"{sku}.png\" }")
    try shop.folder.write(shop.recipe, to: "recipe.yaml")
    let error = #expect(throws: RecipeError.self) {
      _ = try RecipeOutline(recipeFile: shop.folder.path + "/recipe.yaml")
    }
    #expect(error?.description.contains("names.csv") == true, "\(String(describing: error))")
  }

  /// The usual names of columns need no mention, and a table without views serves recipes that don't use them.
  @Test func columnsHaveUsualNames() throws {
    let shop = try shop(
      "photo,sku\nDSC_1,A\nDSC_2,B\n", settings: "", outputs: "{ file: \"{sku}-{view|front}.png\" }")
    #expect(try shop.run().summary.rendered == 2)
    #expect(try Set(shop.files().keys) == ["A-front.png", "B-front.png"])
  }

  @Test(arguments: [
    (["DSC_2", "DSC_2.png", "a/DSC_2"], "a/DSC_2"), (["DSC_2", "DSC_2.png"], "DSC_2.png"),
    (["x/DSC_2", "DSC_2"], "DSC_2"), (["a\\DSC_2.png", "DSC_2.png"], "a\\DSC_2.png"),
    (["photos/a/DSC_2.png", "a/DSC_2.png"], "photos/a/DSC_2.png"), (["./a//DSC_2.png", "DSC_2"], "./a//DSC_2.png"),
  ])
  func theMostSpecificRowApplies(names: [String], chosen: String) throws {
    let rows = names.enumerated().map { "\($1),P\($0)\n" }.joined()
    let shop = try shop(
      "photo,sku\n\(rows)", photos: ["a/DSC_2.png"], settings: "", outputs: "{ file: \"{sku}.png\" }")
    try shop.run()
    let place = try #require(names.firstIndex(of: chosen))
    #expect(try Array(shop.files().keys) == ["P\(place).png"])
  }

  /// macOS stores file names decomposed. Tables are usually composed.
  @Test func unicodeNormalFormsDoNotMatter() throws {
    let shop = try shop(
      "photo,sku\nB\u{FC}ste.png,A\n", photos: ["Bu\u{308}ste.png"], settings: "", outputs: "{ file: \"{sku}.png\" }")
    #expect(try shop.run().warnings.isEmpty)
    #expect(try Array(shop.files().keys) == ["A.png"])
  }

  /// The rows of other photos, other columns and the order of rows don't affect a picture.
  @Test func aChangedRowRendersExactlyItsPictures() throws {
    let shop = try shop()
    try shop.run()
    try shop.folder.write(
      "x,Artikelnummer,Dateiname,Ansicht\n1,MUG-2,a/DSC_2,Rückseite\n2,MUG-1,DSC_1.png,vorne\n", to: "names.csv")
    let run = try shop.run { $0.prune = true }
    #expect(run.summary.rendered == 1 && run.summary.unchanged == 1)
    #expect(run.orphans.map(\.path) == ["MUG-1/Rückseite.png"])
    #expect(try Set(shop.files().keys) == ["MUG-1/vorne.png", "MUG-2/Rückseite.png"])
    #expect(try shop.run().summary.unchanged == 2)
  }

  @Test func conditionsAndShardsUseTheTable() throws {
    let shop = try shop(
      outputs: "{ file: \"{stem}.png\" }, { file: \"front-{stem}.png\", when: { view: vorne } }")
    try shop.run()
    #expect(try Set(shop.files().keys) == ["DSC_1.png", "DSC_2.png", "front-DSC_1.png"])
    let conditions = [try ProductCondition("view=Rückseite"), try ProductCondition("sku=mug-1")]
    let backs = try shop.run {
      $0.force = true
      $0.conditions = conditions
    }
    #expect(backs.reports.map(\.input).map { $0.hasSuffix("a/DSC_2.png") } == [true])
    let parts = try (0..<2).map { index in
      let shard = Shard(index, of: 2)
      return try shop.run {
        $0.force = true
        $0.shard = shard
      }.reports.count
    }
    #expect(parts.reduce(0, +) == 2)
  }

  @Test func photosOfAGroupAreFoundByTheTable() throws {
    let shop = try shop(
      outputs: "{ file: \"{sku}.png\", group: { by: sku, photos: [vorne, Rückseite], cell: [20, 20] } }")
    let run = try shop.run()
    #expect(run.summary.failed == 0 && run.warnings.isEmpty, "\(run.warnings)")
    #expect(try Array(shop.files().keys) == ["MUG-1.png"])
  }

  @Test func aPhotoWithoutARowIsNamedByItsFileWithAWarning() throws {
    let shop = try shop(
      photos: ["DSC_8.png", "DSC_9.png"], outputs: "{ file: \"{sku}-{view|x}.png\" }")
    let run = try shop.run()
    #expect(try Set(shop.files().keys) == ["DSC_8-x.png", "DSC_9-x.png"])
    let warnings = run.reports.flatMap(\.warnings)
    #expect(warnings.count == 2 && warnings.allSatisfy { $0.hasSuffix(" is used as the sku") })
    #expect(run.warnings.count == 1)
    #expect(run.warnings[0].hasSuffix("names.csv: 2 rows name no photo of this run, such as \"DSC_1.png\" in line 2"))
  }

  /// Windows ignores case in file names. If two rows differ only in case, a photo needs the exact one.
  @Test func aRowMatchesAPhotoWhoseNameDiffersInCase() throws {
    let shop = try shop(
      "photo,sku\nDsc_1.PNG,ONE\nB,TWO\nb,THREE\n", photos: ["DSC_1.png", "b.png"], settings: "",
      outputs: "{ file: \"{sku}.png\" }")
    #expect(try shop.run().summary.failed == 0)
    #expect(try Set(shop.files().keys) == ["ONE.png", "THREE.png"])
  }

  /// The next table of a supplier often has only the new photos.
  @Test func aRecordedPhotoWithoutARowKeepsItsProduct() throws {
    let shop = try shop(
      "photo,sku\nDSC_1,ONE\nDSC_2,TWO\n", photos: ["DSC_1.png", "DSC_2.png"], settings: "",
      outputs: "{ file: \"{sku}.png\" }")
    try shop.run()
    try shop.folder.write("photo,sku\nDSC_2,TWO\n", to: "names.csv")
    let run = try shop.run()
    #expect(run.summary.unchanged == 2)
    #expect(try Set(shop.files().keys) == ["ONE.png", "TWO.png"])
    try shop.addPhoto("DSC_1.png", shade: 200)
    let changed = try shop.run()
    #expect(try Set(shop.files().keys) == ["ONE.png", "TWO.png"])
    #expect(changed.reports.flatMap(\.warnings).contains { $0.hasSuffix("so it stays linked to ONE") })
  }

  /// A row comes before the pattern, which names the other photos and gives the view if the row has none.
  @Test func rowsComeBeforeThePattern() throws {
    let shop = try shop(
      "photo,sku,view\nMUG-1_front,CUP-7,\n", photos: ["MUG-1_front.png", "MUG-1_side.png", "x.png"], settings: "",
      pattern: "(?<sku>[A-Z0-9-]+)_(?<view>\\w+)", outputs: "{ file: \"{sku}-{view|none}.png\" }")
    let run = try shop.run()
    #expect(try Set(shop.files().keys) == ["CUP-7-front.png", "MUG-1-side.png", "x-none.png"])
    let warnings = run.reports.flatMap(\.warnings)
    #expect(warnings.count == 1)
    #expect(
      warnings[0].contains("no row for \"") && warnings[0].contains("the recipe's sku pattern does not match \"x\""))
  }

  /// A row must not give the product of one photo to another.
  @Test func photosInSeveralFoldersWithOneRowFail() throws {
    let shop = try shop(
      "photo,sku\nDSC_1,A\nDSC_2,B\nb/DSC_3,C\n",
      photos: ["a/DSC_1.png", "b/DSC_1.png", "DSC_2.png", "a/DSC_3.png", "b/DSC_3.png"], settings: "",
      outputs: "{ file: \"{sku}.png\" }")
    let run = try shop.run()
    #expect(run.summary.failed == 2 && run.summary.rendered == 3)
    let failures = run.reports.compactMap(\.failure)
    #expect(failures.allSatisfy { $0.reason == "ambiguous-row" && $0.code == .badName })
    #expect(failures.allSatisfy { $0.message.contains("\"DSC_1\" in line 2 of ") }, "\(failures)")
    #expect(try Set(shop.files().keys) == ["B.png", "C.png", "a/DSC_3.png"])
  }

  @Test(arguments: [
    (
      "photo,sku,view\nA,1,x\nB,2,x\n./A,3,x\n", "",
      "names.csv:4:1: the photo ./A is in line 2 already, with another product"
    ),
    ("photo,sku,view\n,1,x\n", "", "names.csv:2:1: this row names no photo"),
    ("photo,sku,view\nA,,x\n", "", "names.csv:2:1: this row has no sku"),
    ("photos,sku\nA,1\n", "", "names.csv:1:1: the table needs a column `photo` (did you mean `photos`?)"),
    ("Foto,Artikel\nA,1\n", ", photo: Foto, sku: Artikle", "names.csv:1:1: the table needs a column `Artikle`"),
    ("photo,sku\nA,1\n", ", view: Ansicht", "needs a column `Ansicht`"),
    ("photo,sku\nA,1\n", "", "needs a column `view`"),
    ("photo,sku,view\nA,1,x,2\n", "", "names.csv:2:1: this row has 4 fields"),
  ])
  func anInvalidTableIsReportedBeforeRendering(table: String, settings: String, message: String) throws {
    let shop = try shop(table, settings: settings)
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains(message), "\(error.description)")
    #expect((try? shop.files())?.isEmpty != false)
  }

  @Test func aRepeatedRowIsNoError() throws {
    let shop = try shop("photo,sku,view\nDSC_1,A,x\nDSC_1,a,x\nDSC_2,B,y\n", settings: "")
    #expect(try shop.run().summary.rendered == 2)
  }

  @Test func theTableIsNeverReplacedByAPicture() throws {
    let shop = try shop()
    shop.recipe = shop.recipe.replacing("names.csv", with: "shop/MUG-1/vorne.png")
    _ = try shop.folder.folder("shop/MUG-1")
    try shop.folder.write(Self.table, to: "shop/MUG-1/vorne.png")
    #expect(throws: PackshotError.self) { try shop.run() }
  }

  // MARK: Tables from other programs

  /// Foundation's encoders are the independent reference.
  @Test(arguments: [
    (String.Encoding.windowsCP1252, "", true), (.isoLatin1, "", true),
    (.windowsCP1252, ", encoding: windows-1252", false),
    (.utf16LittleEndian, "", false), (.utf8, "", false), (.utf16BigEndian, ", encoding: utf-16be", false),
  ])
  func tablesAreReadInTheEncodingsOfOtherPrograms(encoding: String.Encoding, setting: String, warns: Bool) throws {
    for start in ["", "sep=;\r\n"] {
      let shop = try shop(settings: ", photo: Dateiname, sku: Artikelnummer, view: Ansicht" + setting)
      let text = start + Self.table.replacing("\n", with: "\r\n")
      try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: shop.folder.path("names.csv")))
      let run = try shop.run()
      #expect(try Set(shop.files().keys) == ["MUG-1/vorne.png", "MUG-1/Rückseite.png"])
      #expect(
        run.warnings.count == (warns ? 1 : 0) && run.warnings.allSatisfy { $0.contains("is read as Windows-1252") })
    }
  }

  /// A table that is mostly UTF-8 is damaged, and isn't read as another encoding.
  @Test func aDamagedCharacterIsReportedWithItsLine() throws {
    let shop = try shop()
    let bytes = Data(Self.table.utf8) + Data("DSC_3;M".utf8) + [0xFC] + Data(";x\n".utf8)
    try bytes.write(to: URL(fileURLWithPath: shop.folder.path("names.csv")))
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(error.description.contains("names.csv:4:7: this text is not UTF-8"), "\(error.description)")
  }

  @Test func theKeyOfATableOfProductsHasAnyName() throws {
    let shop = try shop(
      Self.table.replacing("Ansicht\n", with: "Ansicht;Preis\n").replacing("vorne", with: "vorne;9,5")
        .replacing("a/DSC_2;MUG-1;Rückseite", with: "a/DSC_2;MUG-2;hinten;"),
      outputs: "{ file: \"{sku}-{Preis:2|frei}.png\" }")
    shop.recipe += "\ndata: { file: names.csv, key: Artikelnummer }"
    #expect(try shop.run().summary.failed == 0)
    #expect(try Set(shop.files().keys) == ["MUG-1-9.50.png", "MUG-2-frei.png"])
    shop.recipe = shop.recipe.replacing("key: Artikelnummer", with: "key: Artikelnumer")
    let error = try #require(throws: RecipeError.self) { try shop.run() }
    #expect(
      error.description.contains(
        "names.csv:1:1: the table needs a column `Artikelnumer` (did you mean `Artikelnummer`?)"))
  }
}
