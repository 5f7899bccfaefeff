import Foundation
import Testing

/// Names with any characters: they can't control a terminal, and printed commands can be copied.
@Suite struct NamesTests {
  /// Clears a terminal, in seven and in eight bits, and reverses the text direction.
  private static let evil = "x\u{1b}[2J\u{9b}2J\u{202e}\u{2028}y"

  private func isPrintable(_ text: String) -> Bool {
    !text.unicodeScalars.contains { "\u{1b}\u{9b}\u{202e}\u{2028}".unicodeScalars.contains($0) }
  }

  @Test func aRunEscapesFolderNames() throws {
    let packshot = try Packshot.shop()
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", Self.evil, "--verbose")
    #expect(run.status == 0 && run.errors.contains("pictures: x\\u{1b}"), "\(run.errors)")
    #expect(isPrintable(run.errors))
    // The printed command finds the catalog.
    let command = try #require(run.errors.split(separator: "\n").last { $0.hasPrefix("see them: packshot ") })
    let arguments = try packshot.shell(
      "set -- \(command.dropFirst("see them: packshot ".count)); printf '%s\\n' \"$@\"")
    let list = try packshot.run(arguments.output.unicodeScalars.split(separator: "\n").map { String($0) })
    #expect(list.status == 0 && list.output.contains("MUG-1"), "\(list.errors)")
  }

  @Test func jsonIsPrintableAndDecodesToTheOriginalNames() throws {
    let packshot = try Packshot.shop()
    try packshot.write("no picture", to: "photos/\(Self.evil).jpg")
    let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out", "--json")
    #expect(isPrintable(run.output) && isPrintable(run.errors))
    #expect(run.events.contains { $0["input"] as? String == "photos/\(Self.evil).jpg" })
  }

  @Test(arguments: [
    [Self.evil], ["run", "--" + evil], ["run", evil, "photos", "--output", "out"], ["recipe", "check", "\(evil).yaml"],
    ["recipe", "show", "\(evil).yaml", "--photo", "photos/MUG-1_side.jpg"],
    ["recipe", "show", "recipe.yaml", "--size", evil],
    ["init", "\(evil)-new.yaml"], ["filters", "sepiaTone", "--example", "\(evil).png"], ["filters", evil],
    ["products", "add", "sku=1", "name=One", "--catalog", evil], ["photos", "list", "--catalog", evil],
    ["thumb", "photos", "--width", "9", "--sku", "(?<sku>.*)\(evil)", "--print-recipe"],
    ["golden", "new", "suite", evil, "--recipe", "recipe.yaml", "--input", "photos/MUG-1_side.jpg"],
  ])
  func argumentsAreEscapedInMessages(arguments: [String]) throws {
    let packshot = try Packshot.shop()
    try packshot.write(packshot.read("recipe.yaml"), to: "\(Self.evil).yaml")
    let run = try packshot.run(arguments)
    #expect(!(run.output + run.errors).isEmpty)
    #expect(isPrintable(run.output + run.errors), "\(run.output)\(run.errors)")
  }

  @Test func aNameWithALeadingHyphenIsPrintedAsAPath() throws {
    let run = try Packshot().run("init", "--", "-shop.yaml")
    #expect(run.errors == "wrote -shop.yaml; next: packshot run ./-shop.yaml PHOTOS --output FOLDER\n")
  }
}
