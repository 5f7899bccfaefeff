import Foundation
import Testing

/// File names in another Unicode normal form than the text that refers to them, as in archives made on a Mac.
@Suite struct NormalFormTests {
  private static let forms = ["caf\u{e9}", "cafe\u{301}"]

  /// Photos whose right half is masked, with the mask's name in the other normal form.
  private func shop(photo: String, mask: String, missing: String) throws -> Packshot {
    let packshot = try Packshot()
    try packshot.writePhoto("photos/\(photo).jpg", shade: 90)
    try packshot.writePhoto("masks/\(mask).png", shade: 0)
    try packshot.write(
      """
      packshot: 1
      sources: { m: { file: "masks/{stem}.png", missing: \(missing) } }
      steps: [ { mask: m } ]
      outputs: [ { file: "{stem}.png" } ]

      """, to: "r.yaml")
    return packshot
  }

  @Test(arguments: ["error", "skip"]) func aPerPhotoImageIsFoundInAnotherNormalForm(
    missing: String
  ) throws {
    for photo in Self.forms {
      let other = try shop(
        photo: photo, mask: Self.forms.first { !$0.utf8.elementsEqual(photo.utf8) }!, missing: missing)
      let same = try shop(photo: photo, mask: photo, missing: missing)
      for packshot in [other, same] {
        let run = try packshot.run("run", "r.yaml", "photos", "--output", "out")
        #expect(run.status == 0, "\(run.errors)")
      }
      #expect(try other.read("out/\(photo).png") == same.read("out/\(photo).png"))
      #expect(try other.run("run", "r.yaml", "photos", "--output", "out").errors.contains("1 unchanged"))
    }
  }

  @Test(arguments: forms) func patternsAndConditionsMatchEitherForm(written: String) throws {
    for photo in Self.forms {
      let packshot = try Packshot()
      try packshot.writePhoto("photos/\(photo).jpg")
      try packshot.writePhoto("photos/x.jpg")
      try packshot.write("packshot: 1\noutputs: [ { file: '{stem}.png' } ]\n", to: "r.yaml")
      let events = { (arguments: [String]) in
        try packshot.run(["run", "r.yaml", "photos", "--output", "out", "--json"] + arguments).events
          .filter { $0["event"] as? String == "photo" }.compactMap { $0["input"] as? String }
      }
      #expect(try events(["--include", "\(written).*", "--dry-run"]).count == 1)
      #expect(try events(["--exclude", "photos/\(written).jpg", "--dry-run"]) == ["photos/x.jpg"])
      #expect(try events(["--where", "sku=\(written)", "--dry-run"]).count == 1)
      _ = try events([])
      let list = { try packshot.succeed("photos", "list", "--where", $0, "--json", "--catalog", "out/catalog.sqlite") }
      #expect(try list("path=\(written).png").split(separator: "\n").count == 1)
      #expect(try list("path!=\(written).png").split(separator: "\n").count == 3)
    }
  }

  @Test func aTableRowMatchesEitherFormOfASKU() throws {
    let packshot = try Packshot()
    for (place, form) in Self.forms.enumerated() { try packshot.writePhoto("photos/\(place)/\(form).jpg") }
    let recipe =
      "packshot: 1\ndata: d.csv\noutputs: [ { file: '{relative}/{note}.png' } ]\ncatalog: { sku: '(.*/)?(?<sku>.+)' }\n"
    try packshot.write(recipe, to: "r.yaml")
    try packshot.write("sku,note\n\(Self.forms[0]),yes\n", to: "d.csv")
    let run = try packshot.run("run", "r.yaml", "photos", "--output", "out")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try packshot.names(in: "out/0") == ["yes.png"] && packshot.names(in: "out/1") == ["yes.png"])
    #expect(
      try packshot.succeed("products", "list", "--catalog", "out/catalog.sqlite").split(separator: "\n").count == 1)
    try packshot.write("sku,note\n\(Self.forms[0]),yes\n\(Self.forms[1]),no\n", to: "d.csv")
    let twice = try packshot.run("run", "r.yaml", "photos", "--output", "out")
    #expect(twice.status == 64 && twice.errors.contains("d.csv:3"), "\(twice.errors)")
  }

  @Test func aRecipePathThatMatchesTwoFilesIsRefused() throws {
    let packshot = try Packshot()
    try packshot.writePhoto("photos/x.jpg")
    for form in Self.forms { try packshot.writePhoto("\(form).png") }
    try packshot.write(
      "packshot: 1\nsources: { b: caf\u{e9}.png }\nsteps: [ { sourceOver: { background: b } } ]\noutputs: [ { file: '{stem}.png' } ]\n",
      to: "r.yaml")
    let run = try packshot.run("run", "r.yaml", "photos", "--output", "out")
    #expect(
      run.status != 0 && run.errors.contains("cafe\\u{301}.png") && run.errors.contains("caf\\u{e9}.png"),
      "\(run.errors)")
    try packshot.remove("caf\u{e9}.png")
    #expect(try packshot.run("run", "r.yaml", "photos", "--output", "out").status == 0)
  }

  @Test(arguments: forms) func aGoldenCaseIsSelectedByEitherFormOfItsName(written: String) throws {
    let packshot = try Packshot()
    try packshot.writePhoto("x.jpg")
    try packshot.write("packshot: 1\noutputs: [ { file: '{stem}.png' } ]\n", to: "r.yaml")
    try packshot.succeed("golden", "new", "suite", Self.forms[1], "--recipe", "r.yaml", "--input", "x.jpg")
    #expect(try packshot.run("golden", "check", "suite", written).status != 66)
  }
}
