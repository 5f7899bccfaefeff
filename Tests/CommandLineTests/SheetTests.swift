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
    let run = try packshot.run("sheet", "photos", "--output", "sheet.png", "--captions", "name", "--size", "64")
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
    try packshot.write(Data("GIF89a".utf8) + Data(count: 40), to: "photos/old.gif")
    try FileManager.default.createSymbolicLink(
      atPath: packshot.folder + "/photos/lost.jpg", withDestinationPath: "nowhere")
    let run = try packshot.run("sheet", "photos", "--output", "sheet.png", "--json")
    #expect(
      run.status == 1 && run.errors.contains("photos/old.gif: it seems to be a GIF picture, which packshot cannot read")
    )
    #expect(run.errors.contains("photos/lost.jpg: the link is broken"))
    let result = try JSONDecoder().decode(SheetResult.self, from: run.bytes)
    #expect(result.pictures == 1 && result.missing.map(\.path) == ["photos/lost.jpg"])
  }
}
