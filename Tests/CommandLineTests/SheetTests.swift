import Foundation
import PackshotKit
import PixelCore
import Testing

/// Contact sheets: the order of the pictures, and captions.
@Suite struct SheetTests {
  /// Makes a sheet of pictures of one colour each, and reads back the order of the cells by their blue.
  private func order(_ names: [String], _ arguments: [String]) throws -> [String] {
    let packshot = try Packshot()
    for (index, name) in names.enumerated() { try packshot.writePhoto(name, shade: UInt8(10 + 20 * index)) }
    let run = try packshot.run(
      ["sheet"] + arguments + ["--output", "sheet.png", "--size", "16", "--columns", "1", "--gap", "0"])
    try #require(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let sheet = try Photo(contentsOf: packshot.folder + "/sheet.png").image(in: .encodedOpaque)
    return (0..<names.count).map { cell in
      let red = Int(sheet.row(16 * cell + 8).load(fromByteOffset: 4 * 8, as: UInt8.self))
      return names[min(max(0, (red - 10 + 10) / 20), names.count - 1)]
    }
  }

  @Test(arguments: ["folder", "name"]) func numbersInNamesAreSortedByValue(order: String) throws {
    let names = [
      "photos/spin_10.png", "photos/spin_2.png", "photos/Spin_1.png", "photos/spin_02b.png", "photos/a/x.png",
    ]
    let found = try self.order(names, ["photos", "--order", order])
    let sorted = ["photos/Spin_1.png", "photos/spin_2.png", "photos/spin_02b.png", "photos/spin_10.png"]
    #expect(found == (order == "folder" ? ["photos/a/x.png"] + sorted : sorted + ["photos/a/x.png"]))
  }

  @Test func namedFilesKeepTheirOrder() throws {
    let names = ["photos/10.png", "photos/2.png"]
    #expect(try order(names, names) == names)
  }

  @Test func lettersMissingFromTheFontAreReported() throws {
    let packshot = try Packshot()
    for name in ["特价.png", "shoe👟.png", "mug.png"] { try packshot.writePhoto("photos/\(name)") }
    let run = try packshot.run("sheet", "photos", "--output", "sheet.png", "--caption", "{file}", "--size", "64")
    #expect(run.status == 0)
    for letter in ["特 (U+7279)", "价 (U+4EF7)", "👟 (U+1F45F)"] { #expect(run.errors.contains(letter), "\(run.errors)") }
    #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains("under photos/"))
    // The caption is drawn without those letters: there are dark pixels below the picture.
    let sheet = try Photo(contentsOf: packshot.folder + "/sheet.png").image(in: .encodedOpaque)
    let dark = (0..<sheet.size.width).filter { x in
      (76..<94).contains { y in sheet.row(y).load(fromByteOffset: 4 * x, as: UInt8.self) < 120 }
    }
    #expect(dark.contains { $0 < 76 } && dark.contains { 88..<152 ~= $0 } && dark.contains { $0 > 164 })
  }

  @Test func unreadablePicturesInASheetAreReported() throws {
    let packshot = try Packshot()
    try packshot.writePhoto("photos/mug.png")
    try packshot.write(Data("%PDF-1.4".utf8), to: "photos/old.pdf")
    try FileManager.default.createSymbolicLink(
      atPath: packshot.folder + "/photos/lost.jpg", withDestinationPath: "nowhere")
    let run = try packshot.run("sheet", "photos", "--output", "sheet.png", "--json")
    #expect(
      run.status == 1
        && run.errors.contains("photos/old.pdf: it seems to be a PDF document, which packshot cannot read")
    )
    #expect(run.errors.contains("photos/lost.jpg: the link is broken"))
    let result = try JSONDecoder().decode(SheetResult.self, from: run.bytes)
    #expect(result.pictures == 1 && result.missing.map(\.path) == ["photos/lost.jpg"])
  }

  // MARK: Pages

  /// Seven pictures, two to a row, two rows to a page: 4 and 3.
  @Test(arguments: [("sheet.png", "sheet-%.png"), ("{page}-of.png", "%-of.png"), ("made/s.{page}.png", "made/s.%.png")])
  func rowsThatDoNotFitGoOnTheNextPage(output: String, name: String) throws {
    let packshot = try Packshot()
    for index in 1...7 { try packshot.writePhoto("photos/\(index).png") }
    try packshot.write("", to: "made/note.txt")
    let command = ["sheet", "photos", "--output", output, "--size", "20", "--gap", "2", "--columns", "2", "--json"]
    let run = try packshot.run(command + ["--rows", "2"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let result = try JSONDecoder().decode(SheetResult.self, from: run.bytes)
    #expect(result.pages.map(\.path) == (1...2).map { name.replacing("%", with: "\($0)") })
    #expect(result.pages.map(\.places) == [4, 3] && result.pictures == 7)
    for page in result.pages {
      let size = try Photo(contentsOf: packshot.folder + "/" + page.path).size
      #expect(size == PixelSize(width: 2 * 22 + 2, height: 2 * 22 + 2))
      #expect(page.width == size.width && page.height == size.height)
    }
    // A shorter sheet reports the pages that it doesn't replace, and no other files.
    try packshot.write("", to: name.replacing("%", with: "02"))
    let shorter = try packshot.run(command + ["--rows", "4"])
    #expect(shorter.status == 0 && shorter.errors.contains("earlier, longer sheet"), "\(shorter.errors)")
    let left = try JSONDecoder().decode(SheetResult.self, from: shorter.bytes)
    #expect(left.pages.count == 1 && left.leftovers == [name.replacing("%", with: "2")])
    #expect(FileManager.default.fileExists(atPath: packshot.folder + "/" + name.replacing("%", with: "2")))
  }

  @Test(arguments: [
    (["--output", "{page}.png"], "--rows is missing"),
    (["--output", "{page}/a.png", "--rows", "2"], "{page} in its own name"),
    (["--output", "{page}{page}.png", "--rows", "2"], "{page} once"),
  ])
  func aPageNumberInTheWrongPlaceIsRefused(options: [String], words: String) throws {
    let packshot = try Packshot()
    try packshot.writePhoto("a.png")
    let run = try packshot.run(["sheet", "a.png"] + options)
    #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
  }

  @Test func aPageDoesNotReplaceAPicture() throws {
    let packshot = try Packshot()
    try packshot.writePhoto("photos/sheet-1.png")
    let run = try packshot.run("sheet", "photos", "--output", "photos/sheet.png", "--rows", "3")
    #expect(run.status == 64 && run.errors.contains("would replace photos/sheet-1.png"), "\(run.errors)")
  }

  // MARK: Captions with fields

  /// The caption's pixels of a sheet of one picture.
  private func caption(_ packshot: Packshot, _ caption: String, _ picture: String) throws -> (
    bytes: Data, errors: String
  ) {
    let run = try packshot.run(
      "sheet", picture, "--output", "sheet.png", "--size", "120", "--gap", "0", "--caption", caption)
    try #require(run.status == 0, "\(run.errors)")
    let sheet = try Photo(contentsOf: packshot.folder + "/sheet.png").image(in: .encodedOpaque)
    try #require(sheet.size == PixelSize(width: 120, height: 138))
    return ((120..<138).reduce(into: Data()) { $0.append(Data(bytes: sheet.row($1), count: 480)) }, run.errors)
  }

  /// A caption with fields looks like the same caption without them.
  @Test func fieldsAreFilledWithTheFilesAndTheProductsValues() throws {
    let packshot = try Packshot.shop()
    try packshot.succeed("run", "recipe.yaml", "photos", "--output", "out", "--catalog", "catalog.sqlite")
    try packshot.succeed("products", "edit", "MUG-1", "name=Sea mug", "price=12.50")
    for (text, expected) in [
      ("{sku} {name}", "MUG-1 Sea mug"), ("{view}: {price} {currency}", "front: 12.50 EUR"), ("{price:1}", "12.5"),
      ("{file}", "MUG-1_front.png"), ("{stem}.{extension}", "MUG-1_front.png"), ("{note}x", "x"),
    ] {
      let filled = try caption(packshot, text, "out/MUG-1_front.png")
      #expect(try filled.bytes == caption(packshot, expected, "out/MUG-1_front.png").bytes, "\(text)")
      #expect(filled.errors.isEmpty)
    }
    // The original is recorded, too.
    #expect(
      try caption(packshot, "{name}", "photos/MUG-1_side.jpg").bytes
        == caption(packshot, "Sea mug", "photos/MUG-1_side.jpg").bytes)
    let empty = try caption(packshot, "{note}", "out/MUG-1_front.png").bytes
    #expect(Set(empty.indices.filter { $0 % 4 != 3 }.map { empty[$0] }).count <= 3, "only the paper's colour")
  }

  @Test func picturesThatTheCatalogDoesNotKnowAreReported() throws {
    let packshot = try Packshot.shop()
    let missing = try packshot.run("sheet", "photos", "--output", "a.png", "--caption", "{sku}")
    #expect(missing.status == 66 && missing.errors.contains("there is no catalog at"), "\(missing.errors)")
    #expect(try packshot.run("sheet", "photos", "--output", "a.png", "--caption", "{file}").status == 0)
    try packshot.succeed("run", "recipe.yaml", "photos/vases", "--output", "out", "--catalog", "catalog.sqlite")
    let some = try packshot.run("sheet", "photos", "--output", "a.png", "--caption", "{sku}")
    #expect(some.status == 0)
    #expect(some.errors.contains("2 pictures are not in the catalog, such as photos/MUG-1_front.jpg"), "\(some.errors)")
    let typo = try packshot.run("sheet", "photos", "--output", "a.png", "--caption", "{nmae}")
    #expect(typo.status == 64 && typo.errors.contains("did you mean `name`?"), "\(typo.errors)")
  }
}
