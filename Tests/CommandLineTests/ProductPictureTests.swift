import Foundation
import Testing

/// The sales record of Core Data's tutorials shows the picture of the product that is chosen.
@Suite struct ProductPictureTests {
  private static let colors = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
  private let packshot: Packshot

  init() throws {
    packshot = try Packshot.catalog()
    try packshot.writePhoto("mug.png", width: 20, height: 10, shade: 17)
    try packshot.writePhoto("side.png", width: 20, height: 10, shade: 99)
    try packshot.succeed("photos", "add", "mug.png", "--product", "MUG-1", "--view", "front", "--store")
    try packshot.succeed("photos", "add", "side.png", "--product", "MUG-1", "--view", "back")
  }

  private func show(_ arguments: String...) throws -> Packshot.Result {
    try packshot.runOnTerminal(arguments + ["--preview"], environment: Self.colors)
  }

  /// Whether the output shows 20 × 10 pixels of one colour, as five lines of half blocks.
  private func isShown(_ shade: Int, in output: String) -> Bool {
    let lines = output.split(separator: "\r\n").filter { $0.contains("▀") }
    let start = "\u{1b}[38;2;\(shade);120;200;48;2;\(shade);120;200m"
    return lines.count == 5 && lines.allSatisfy { line in line.hasPrefix(start) && line.count { $0 == "▀" } == 20 }
  }

  @Test func `Choosing a product shows its front view below its data`() throws {
    for _ in 1...2 {
      let shown = try show("products", "show", "MUG-1")
      #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
      #expect(shown.output.contains("Sea mug") && isShown(17, in: shown.output), "\(shown.output)")
      // The catalog stores the photo, so its file isn't needed.
      try packshot.remove("mug.png")
      try packshot.writePhoto("mug.png", shade: 3)
    }
  }

  @Test func `A terminal that shows pictures gets the picture itself`() throws {
    let shown = try packshot.runOnTerminal(
      "products", "show", "MUG-1", "--preview", environment: ["TERM": "xterm-kitty"])
    #expect(shown.status == 0 && shown.output.contains("\u{1b}_Ga=T,f=100"), "\(shown.errors)")
  }

  @Test func `A recorded photo is shown from its file, or as its thumbnail if the file is gone`() throws {
    #expect(try isShown(99, in: show("photos", "show", "side.png").output))
    try packshot.remove("side.png")
    let small = try show("photos", "show", "side.png").output
    #expect(small.split(separator: "\r\n").count { $0.contains("▀") } == 5, "\(small)")
  }

  @Test func `If no picture can be shown, the page is printed with the reason`() throws {
    let none = try show("products", "show", "BOWL-2")
    #expect(none.status == 0 && none.output.contains("Åland bowl"))
    #expect(none.errors.contains("the catalog has no picture of this product"), "\(none.errors)")
    let away = try packshot.run("products", "show", "MUG-1", "--preview")
    #expect(away.status == 0 && away.output.contains("Sea mug") && !away.output.contains("▀"))
    #expect(away.errors.contains("standard output is not a terminal"), "\(away.errors)")
    for option in [["--json"], ["--attribute", "sku"]] {
      let both = try packshot.run(["products", "show", "MUG-1", "--preview"] + option)
      #expect(both.status == 64 && both.errors.contains("leave out --preview"), "\(both.errors)")
    }
    #expect(try packshot.run("makers", "show", "Ann", "--preview").status == 64)
  }
}
