import Foundation
import PackshotKit
import Testing

/// `packshot golden new --from-photo` and `--where`: cases of pictures that a catalog records.
@Suite struct RecordedCasesTests {
  /// A rendered shop: each photo has a PNG and a small JPEG.
  private func shop() throws -> Packshot {
    let packshot = try Packshot.shop()
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(run.status == 0, "\(run.errors)")
    return packshot
  }

  private func newCases(_ packshot: Packshot, _ arguments: String...) throws -> Packshot.Result {
    try packshot.run(["golden", "new", "suite"] + arguments + ["--catalog", "out/catalog.sqlite"])
  }

  /// The number of cases, or nil unless all of them pass.
  private func passing(_ packshot: Packshot) throws -> Int? {
    let check = try packshot.run("golden", "check", "suite")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    return check.output.firstRange(of: " passed in ").flatMap { Int(check.output[..<$0.lowerBound]) }
  }

  @Test(arguments: ["out/MUG-1_front.png", "out/small/MUG-1_front.jpg", "vases/VASE-2.png"])
  func aRecordedPictureBecomesACase(query: String) throws {
    let packshot = try shop()
    // The photo and its picture have the same name.
    let picture = query.hasPrefix("vases") ? "out/vases/VASE-2.png" : query
    let made = try newCases(packshot, "mug", "--from-photo", picture, "--why", "sold most")
    #expect(made.status == 0 && made.output == "suite/mug/expected.png\n", "\(made.errors)")
    let settings = try String(decoding: packshot.read("suite/mug/case.yaml"), as: UTF8.self)
    #expect(settings.contains(#"why: "sold most""#))
    #expect(settings.contains("output: 1") == query.contains("small"))
    #expect(try packshot.run("compare", picture, "suite/mug/expected.png").status == 0)
    // The suite is complete without the shop.
    for name in ["recipe.yaml", "photos", "out"] { try packshot.remove(name) }
    #expect(try passing(packshot) == 1)
  }

  /// A case contains the row of its photo.
  @Test func aRecipeWithATableOfPhotosIsCopiedWithItsRows() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "Datei;Artikel;Ansicht\nMUG-1_front.jpg;CUP-7;vorne\nMUG-1_side;CUP-7;hinten\nvases/VASE-2;V2;\n", to: "names.csv"
    )
    try packshot.write(
      """
      packshot: 1
      outputs:
        - file: "{sku}-{view|x}.png"
          steps: [ { opacity: 0.5, when: { view: vorne } }, { text: { text: "{price|free}", size: 9 } } ]
      catalog: { skus: { file: names.csv, photo: Datei, sku: Artikel, view: Ansicht } }
      """, to: "recipe.yaml")
    let packshotRun = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(packshotRun.status == 0, "\(packshotRun.errors)")
    #expect(
      try packshot.names(in: "out").filter { $0.hasSuffix(".png") } == [
        "CUP-7-hinten.png", "CUP-7-vorne.png", "V2-x.png",
      ])
    let made = try newCases(packshot, "--where", "width>=1")
    #expect(made.status == 0, "\(made.errors)")
    for name in ["recipe.yaml", "names.csv", "photos", "out"] { try packshot.remove(name) }
    #expect(try passing(packshot) == 3)
    #expect(try packshot.names(in: "suite/recipes").count == 1)
  }

  @Test func aPhotoSelectsAllItsPicturesAndPathsBecomeNames() throws {
    let packshot = try shop()
    let made = try newCases(
      packshot, "shop", "--from-photo", "photos/MUG-1_front.jpg", "--from-photo", "photos/vases/VASE-2.png")
    #expect(made.status == 0, "\(made.errors)")
    let names = ["MUG-1_front", "small/MUG-1_front", "small/vases/VASE-2", "vases/VASE-2"]
    #expect(made.output.split(separator: "\n").sorted() == names.map { "suite/shop/\($0)/expected.png" })
    #expect(try passing(packshot) == 4)
    // One recipe for all cases, and no trace of the original folder.
    #expect(try packshot.names(in: "suite/recipes").count == 1)
    let again = try newCases(packshot, "shop", "--from-photo", "photos/MUG-1_front.jpg")
    #expect(
      again.status == 1 && again.output.isEmpty
        && again.errors.contains("the case suite/shop/MUG-1_front already exists"), "\(again.errors)")
    #expect(try passing(packshot) == 4)
  }

  @Test func impossibleCasesAreReportedAndTheOthersMade() throws {
    let packshot = try shop()
    try packshot.remove("photos/MUG-1_side.jpg")
    try packshot.writePhoto("photos/vases/VASE-2.png", shade: 3)
    try packshot.damage("out/MUG-1_front.png")
    let made = try newCases(packshot, "--where", "width>=1")
    #expect(made.status == 1)
    #expect(made.output == "suite/small/MUG-1_front/expected.png\n")
    let errors = made.errors.split(separator: "\n")
    #expect(errors.count == 5, "\(made.errors)")
    #expect(errors.count { $0.contains("/out/MUG-1_front.png") && $0.contains("the picture was changed") } == 1)
    #expect(errors.count { $0.contains("MUG-1_side") && $0.contains("is gone") } == 2)
    #expect(errors.count { $0.contains("VASE-2") && $0.contains("VASE-2.png was changed since") } == 2)
    #expect(try passing(packshot) == 1)

    // Alone, it exits with the status of its error and leaves nothing.
    let alone = try newCases(packshot, "alone", "--from-photo", "out/MUG-1_front.png")
    #expect(alone.status == 66 && alone.errors.contains("--overwrite"), "\(alone.errors)")
    #expect(try packshot.names(in: "suite") == ["recipes", "small"])
  }

  /// A recipe that uses every kind of file, and product data that only the catalog has.
  private static let rich = """
    packshot: 1
    name: rich
    fonts: { brand: { files: ["type/brand.otf"] } }
    sources: { badge: "art/badge.png", cut: "masks/{stem}.png" }
    steps:
      - fit: { width: 40, height: 30, background: white }
      - sourceOver: { foreground: badge, at: topLeft }
      - text: { text: "{price}", font: brand, size: 9, at: bottomRight }
    outputs:
      - { file: "{stem}-whole.png" }
      - { file: "{stem}-cut.png", steps: [ { mask: cut } ] }
      - { file: "{stem}-front.png", when: { view: front }, steps: [ { sepiaTone: {} } ] }
    catalog: { sku: '(?<sku>[A-Z0-9-]+)_(?<view>\\w+)' }
    """
  private static let font = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"

  private func richShop(data: Bool) throws -> Packshot {
    let packshot = try Packshot()
    for (name, shade) in [("MUG-1_front", 90), ("MUG-1_side", 20), ("VASE-2_front", 210)] {
      try packshot.writePhoto("photos/\(name).jpg", shade: UInt8(shade))
      try packshot.writePhoto("kit/masks/\(name).png", width: 20 + shade / 10, height: 30, shade: 250)
    }
    try packshot.writePhoto("kit/art/badge.png", width: 8, height: 8, shade: 1)
    try packshot.write(try Data(contentsOf: URL(fileURLWithPath: Self.font)), to: "kit/type/brand.otf")
    try packshot.write("sku;price\nMUG-1;12,50\nVASE-2;40\n", to: "kit/prices.csv")
    try packshot.write(Self.rich + (data ? "\ndata: prices.csv\n" : "\n"), to: "kit/recipe.yaml")
    if !data {
      for (sku, price) in [("MUG-1", "12.50"), ("VASE-2", "40")] {
        let added = try packshot.run("products", "add", sku, "sku=\(sku)", "price=\(price)", "--catalog", "out.sqlite")
        #expect(added.status == 0, "\(added.errors)")
      }
    }
    let run = try packshot.run("run", "kit/recipe.yaml", "photos", "--output", "out", "--catalog", "out.sqlite")
    #expect(run.status == 0, "\(run.errors)")
    return packshot
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: font), "Debian's fonts-inter"), arguments: [true, false])
  func allFilesOfARecipeAreCopied(data: Bool) throws {
    let packshot = try richShop(data: data)
    let made = try packshot.run("golden", "new", "suite", "--where", "width=40", "--catalog", "out.sqlite")
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.split(separator: "\n").count == 8, "\(made.output)")
    for name in ["kit", "photos", "out", "out.sqlite"] { try packshot.remove(name) }
    #expect(try passing(packshot) == 8)
    // The cases use the copies.
    let copy = try "suite/recipes/" + #require(packshot.names(in: "suite/recipes").first)
    let table = try String(decoding: packshot.read(copy + "/products.csv"), as: UTF8.self)
    #expect(table.contains(data ? "MUG-1;\"12,50\"" : "MUG-1,EUR,12.50"))
    let dearer = table.replacing("12,50", with: "19,50").replacing("12.50", with: "19.50")
    try packshot.write(dearer, to: copy + "/products.csv")
    try packshot.writePhoto(copy + "/art/badge.png", width: 8, height: 8, shade: 200)
    let check = try packshot.run("golden", "check", "suite")
    #expect(check.status == 1 && check.output.contains("8 failed"), "\(check.output)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: font), "Debian's fonts-inter"))
  func aChangedOrMovedRecipeFileIsReported() throws {
    let packshot = try richShop(data: true)
    let badge = try packshot.read("kit/art/badge.png")
    try packshot.writePhoto("kit/art/badge.png", width: 8, height: 8, shade: 200)
    func make(_ more: String...) throws -> Packshot.Result {
      try packshot.run(
        ["golden", "new", "suite", "one", "--from-photo", "out/MUG-1_front-cut.png", "--catalog", "out.sqlite"] + more)
    }
    let changed = try make()
    #expect(changed.status == 66 && changed.errors.contains("kit/art/badge.png was changed since"), "\(changed.errors)")
    try packshot.write(badge, to: "kit/art/badge.png")
    try FileManager.default.moveItem(atPath: packshot.folder + "/kit", toPath: packshot.folder + "/moved")
    let moved = try make()
    #expect(moved.status == 66 && moved.errors.contains("no longer works"), "\(moved.errors)")
    #expect(!FileManager.default.fileExists(atPath: packshot.folder + "/suite"))
    let found = try make("--recipe-files", "moved")
    #expect(found.status == 0, "\(found.errors)")
    #expect(try passing(packshot) == 1)
  }

  @Test(arguments: [
    ("--from-photo out/MUG-1_front.png --where width=1 --catalog out/catalog.sqlite", 64, "alternatives"),
    ("--from-photo out/MUG-1_front.png --recipe recipe.yaml", 64, "--recipe cannot be used for cases from a catalog"),
    ("--from-photo nothing.png --catalog out/catalog.sqlite", 66, "nothing.png"),
    ("--where width=12345 --catalog out/catalog.sqlite", 66, "no recorded picture"),
    ("--where wdith=1 --catalog out/catalog.sqlite", 64, "did you mean `width`"),
    ("--catalog out/catalog.sqlite", 64, "--from-photo or --where"),
    ("mug", 64, "--from-photo or --where"),
    ("mug --recipe recipe.yaml", 64, "--input is missing"),
  ])
  func invalidSelectionsAreRefused(arguments: String, status: Int32, words: String) throws {
    let run = try shop().run(["golden", "new", "suite"] + arguments.split(separator: " ").map(String.init))
    #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
  }
}
