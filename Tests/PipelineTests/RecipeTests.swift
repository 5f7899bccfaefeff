import Filters
import Parameters
import PixelCore
import Recipes
import Testing

@Suite struct RecipeTests {
  static let storefront = """
    packshot: 1
    name: storefront
    working: encoded
    sources:
      backdrop: backdrop.png
      badge:
        circle: { size: [96, 96], fill: "#e63946", stroke: "#ffffff", lineWidth: 2, inset: 2, scale: 2 }
    steps:
      - fit: { width: 1400, height: 1400 }
      - sepiaTone: { intensity: 0.5 }
      - sourceOver: { background: backdrop }
      - sourceOver: { foreground: badge, at: topRight, inset: [24, 24] }
    outputs:
      - { file: "{relative}/{stem}.png" }
      - { file: "{relative}/{stem}-800.jpg", steps: [ { resize: { width: 800 } } ], quality: 90 }
      - { file: "thumbs/{stem}.jpg", steps: [ { resize: { width: 200, height: 200, mode: cover } } ] }
    catalog:
      sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?'
    """

  @Test func readsEveryPart() throws {
    let recipe = try Recipe(yaml: Self.storefront, file: "shop/storefront.yaml")
    #expect(recipe.name == "storefront")
    #expect(recipe.sources.map(\.name) == ["backdrop", "badge"])
    #expect(
      recipe.steps.map { type(of: $0.filter).name } == ["orient", "fit", "sepiaTone", "sourceOver", "sourceOver"])
    #expect(recipe.steps[2].filter as? SepiaTone == SepiaTone(intensity: 0.5))
    #expect(
      recipe.outputs.map(\.encoding) == [.png(compression: 6, depth: nil), .jpeg(quality: 90), .jpeg(quality: 82)])
    #expect(recipe.skuPattern?.match("mugs/MUG-001_front") == SKUPattern.Match(sku: "MUG-001", view: "front"))
    #expect(recipe.skuPattern?.match("mugs/MUG 001") == nil)
  }

  @Test(arguments: [
    ("(?<sku>[A-Z]+)", "mugs/MUG", "begin the pattern with (.*/)? to allow folders"),
    ("(.*/)?(?<sku>[A-Z]+)", "mugs/mug", "it matches except for upper and lower case; begin the pattern with (?i)"),
    ("(.*/)?(?<sku>[A-Z]+)", "mugs/MUG 1", #"it matches only "mugs/MUG" of it, but must match all of it"#),
    ("(.*/)?(?<sku>[A-Z]+)", "123", nil),
  ])
  func anUnmatchedSKUPatternIsReportedWithAdvice(pattern: String, path: String, advice: String?) throws {
    let pattern = try SKUPattern(pattern)
    #expect(pattern.match(path) == nil)
    #expect(pattern.advice(on: path) == advice)
  }

  @Test func theCanonicalTextIsEquivalent() throws {
    let recipe = try Recipe(yaml: Self.storefront, file: "storefront.yaml")
    let again = try Recipe(yaml: recipe.canonicalYAML, file: "storefront.yaml")
    #expect(again.canonicalYAML == recipe.canonicalYAML)
    #expect(again.outputs.map { again.chainText(of: $0) } == recipe.outputs.map { recipe.chainText(of: $0) })
  }

  /// Line breaks that YAML folds to a space, controls, and other characters that it refuses.
  @Test(arguments: [
    "\u{0}", "\u{9}", "\u{7f}", "\u{80}", "\u{85}", "\u{9f}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{ffff}", "😀",
  ])
  func theCanonicalTextKeepsEveryCharacter(character: Unicode.Scalar) throws {
    let escape = "\\U" + String(0x1_0000_0000 + Int(character.value), radix: 16).dropFirst()
    let recipe = try Recipe(
      yaml: "packshot: 1\nname: \"a\(escape)b\"\noutputs: [ { file: \"\(escape).png\" } ]", file: "r.yaml")
    #expect(recipe.name == "a\(character)b")
    let again = try Recipe(yaml: recipe.canonicalYAML, file: "r.yaml")
    #expect(again.name == recipe.name && again.outputs[0].template == recipe.outputs[0].template)
  }

  /// Core Image's names give the same recipe, so no output becomes stale.
  @Test func coreImageNamesGiveTheSameRecipe() throws {
    let own = try Recipe(yaml: Self.storefront, file: "storefront.yaml")
    let yaml = Self.storefront.replacing("- sepiaTone: { intensity", with: "- CISepiaTone: { inputIntensity")
      .replacing("- sourceOver: { background", with: "- CISourceOverCompositing: { inputBackgroundImage")
    let coreImage = try Recipe(yaml: yaml, file: "storefront.yaml")
    #expect(yaml.contains("CISepiaTone") && yaml.contains("inputBackgroundImage"))
    #expect(coreImage.canonicalYAML == own.canonicalYAML)
    #expect(coreImage.outputs.map { coreImage.chainText(of: $0) } == own.outputs.map { own.chainText(of: $0) })
  }

  /// A compression's name and number give the same recipe, so no output becomes stale.
  @Test(arguments: [("fast", 1), ("balanced", 6), ("small", 9)])
  func compressionsHaveNames(name: String, number: Int) throws {
    let recipes = try [name, "\(number)"].map {
      try Recipe(yaml: "packshot: 1\noutputs: [ { file: a.png, compression: \($0) } ]", file: "r.yaml")
    }
    #expect(recipes[0].outputs[0].encoding == .png(compression: number, depth: nil))
    #expect(recipes[0].canonicalYAML == recipes[1].canonicalYAML)
    #expect(recipes[0].chainText(of: recipes[0].outputs[0]) == recipes[1].chainText(of: recipes[1].outputs[0]))
  }

  @Test func aRecipeThatOrientsThePhotoDisablesAutomaticOrientation() throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\nsteps: [ { orient: none } ]\noutputs: [ { file: \"{stem}.png\" } ]", file: "r.yaml")
    #expect(recipe.steps.count == 1)
    #expect(recipe.steps[0].filter as? Orient == Orient(orientation: .none))
  }

  /// The mistake, its place (line:column as an editor counts), and required words of the message.
  static let mistakes: [(yaml: String, line: Int, column: Int, path: String, says: [String])] = [
    ("name: x\noutputs: []", 1, 1, "packshot", ["`packshot: 1`"]),
    ("packshot: 2\noutputs: []", 1, 11, "packshot", ["is 2", "version 1"]),
    (
      "packshot: 1\nsteps:\n  - flatten: #000000\noutputs: [ { file: a.png } ]", 3, 5, "steps[0].flatten",
      ["has no value", "put colours in quotes"]
    ),
    ("packshot: 1\nworking: lineal", 2, 10, "working", ["\"lineal\"", "did you mean `linear`", "encoded"]),
    ("packshot: 1\noutput: []", 2, 1, "", ["`output`", "did you mean `outputs`"]),
    ("packshot: 1\noutputs: []", 2, 10, "outputs", ["at least one"]),
    (
      "packshot: 1\nsteps:\n  - sepiaTone: { intensity: 1.5 }\noutputs: [ { file: a.png } ]", 3, 29,
      "steps[0].sepiaTone",
      ["`intensity` is 1.5", "from 0 to 1"]
    ),
    (
      "packshot: 1\nsteps:\n  - sepiaTon: {}\noutputs: [ { file: a.png } ]", 3, 5, "steps[0].sepiaTon",
      ["unknown filter `sepiaTon`", "did you mean `sepiaTone`", "resize"]
    ),
    (
      "packshot: 1\nsteps:\n  - resize: { widht: 3 }\noutputs: [ { file: a.png } ]", 3, 15, "steps[0].resize",
      ["`widht`", "did you mean `width`"]
    ),
    (
      "packshot: 1\nsteps:\n  - sourceOver: { background: sky }\noutputs: [ { file: a.png } ]", 3, 5,
      "steps[0].sourceOver",
      ["unknown source `sky`", "no `sources`"]
    ),
    (
      "packshot: 1\noutputs:\n  - { file: \"{stm}.png\" }", 3, 13, "outputs[0].file",
      ["{stm}", "did you mean `{stem}`"]
    ),
    ("packshot: 1\noutputs:\n  - { file: \"../{stem}.png\" }", 3, 13, "outputs[0].file", ["inside the output folder"]),
    ("packshot: 1\noutputs:\n  - { file: \"/tmp/a.png\" }", 3, 13, "outputs[0].file", ["inside the output folder"]),
    ("packshot: 1\noutputs:\n  - { file: a.gif }", 3, 13, "outputs[0].file", [".jpg", ".png"]),
    ("packshot: 1\noutputs:\n  - { file: a.png, quality: 80 }", 3, 20, "outputs[0].quality", ["not for png"]),
    ("packshot: 1\noutputs:\n  - { file: a.jpg, quality: 101 }", 3, 29, "outputs[0].quality", ["101", "1 to 100"]),
    (
      "packshot: 1\noutputs:\n  - { file: a.png, compression: 10 }", 3, 33, "outputs[0].compression",
      ["is 10", "fast, balanced, small, or a whole number from 0 to 9"]
    ),
    (
      "packshot: 1\noutputs:\n  - { file: a.png, compression: smal }", 3, 33, "outputs[0].compression",
      ["smal", "did you mean `small`"]
    ),
    (
      "packshot: 1\nsources:\n  badge:\n    resize: { width: 3 }\noutputs: [ { file: a.png } ]", 4, 5,
      "sources.badge", ["does not make an image", "circle"]
    ),
    (
      "packshot: 1\ncatalog: { sku: '(' }\noutputs: [ { file: a.png } ]", 2, 17, "catalog.sku",
      ["not a regular expression: expected ')'"]
    ),
    ("packshot: 1\ncatalog: { sku: '.*' }\noutputs: [ { file: a.png } ]", 2, 17, "catalog.sku", ["(?<sku>"]),
    (
      "packshot: 1\nsteps: [ { resize: { width: 5 } }, { orient: auto } ]\noutputs: [ { file: a.png } ]", 2, 38,
      "steps[1].orient", ["first step", "from 1 to 8"]
    ),
    ("packshot: 1\nname: \"\"\noutputs: [ { file: a.png } ]", 2, 7, "name", ["1 to 200"]),
    (
      "packshot: 1\nsources: { badge: { circle: { size: [16384, 16384], scale: 16 } } }\noutputs: [ { file: a.png } ]",
      2, 37, "sources.badge", ["262144 × 262144", "8192 × 8192"]
    ),
    (
      "packshot: 1\noutputs: [ { file: a.png }, { file: a.png } ]", 2, 29, "outputs[1]", ["same `file`", "outputs[0]"]
    ),
    (
      "packshot: 1\noutputs:\n  - { file: a, format: jpge }", 3, 24, "outputs[0].format",
      ["`format` is \"jpge\"", "did you mean `jpeg`", "jpeg, png, webp, avif or tiff"]
    ),
    (
      "packshot: 1\nsteps:\n  - resize: { width: 3, kernel: lancoz3 }\noutputs: [ { file: a.png } ]", 3, 33,
      "steps[0].resize", ["`kernel`", "did you mean `lanczos3`"]
    ),
    (
      "packshot: 1\nsources: { backdrop: b.png }\nsteps:\n  - sourceOver: { background: backdorp }\n"
        + "outputs: [ { file: a.png } ]", 4, 5, "steps[0].sourceOver",
      ["unknown source `backdorp`", "did you mean `backdrop`"]
    ),
    (
      "packshot: '1'\noutputs: [ { file: a.png } ]", 1, 11, "packshot",
      ["write the version without quotes: `packshot: 1`"]
    ),
    ("packshot: 1\noutputs: [ { file: a.png } ]\n---\npackshot: 1", 3, 1, "", ["a second YAML document begins here"]),
    ("packshot: 1\noutputs:\n  - { file: a.png, compresion: 9 }", 3, 20, "outputs[0]", ["did you mean `compression`"]),
    (
      "packshot: 1\nsteps:\n  - CISepia: 1\noutputs: [ { file: a.png } ]", 3, 5, "steps[0].CISepia",
      ["did you mean `CISepiaTone`"]
    ),
    (
      "packshot: 1\nsteps:\n  - CISepiaTone: { inputIntensity: 2 }\noutputs: [ { file: a.png } ]", 3, 36,
      "steps[0].CISepiaTone", ["`inputIntensity` is 2", "from 0 to 1"]
    ),
    (
      "packshot: 1\nsteps:\n  - CISepiaTone: { inputIntensity: 1, intensity: 1 }\noutputs: [ { file: a.png } ]", 3,
      39, "steps[0].CISepiaTone", ["are the same parameter"]
    ),
    (
      "packshot: 1\nsteps:\n  - circle: { frame: [0, 0, 0, 5] }\noutputs: [ { file: a.png } ]", 3, 22,
      "steps[0].circle", ["is [0, 0, 0, 5]", "x and y from -65535 to 65535", "width and height from 1 to 65535"]
    ),
    ("packshot: 1\nsteps: [", 2, 9, "", ["YAML"]),
    ("packshot: 1\nsteps:\n\t- resize: 3", 3, 1, "", ["this is not valid YAML", "with a tab"]),
    ("packshot: 1\nsteps:\n  - resize:\n  \twidth: 3", 4, 3, "", ["this is not valid YAML", "with a tab"]),
    ("packshot: 1\noutputs:\n  - file: {stem}.png", 3, 17, "", ["begins with { must be quoted: \"{stem}.png\""]),
    (
      "packshot: 1\noutputs: [ { file: {relative}/{stem}.png, quality: 3 } ]", 2, 30, "",
      ["must be quoted: \"{relative}/{stem}.png\""]
    ),
    (
      "packshot: 1\nsteps:\n  - flatten: { background: #e63946 }\noutputs: [ { file: a.png } ]", 4, 8, "",
      ["`#e63946` starts a comment; put colours in quotes: \"#e63946\""]
    ),
    (
      "packshot: 1\nsources:\n  badge:\n    circle:\n      size: [9, 9]\n      fill: #fff\noutputs: [ { file: a.png } ]",
      6, 12, "sources.badge.circle", ["`fill` is null; it must be a CSS colour in quotes"]
    ),
    ("packshot: 1\nname: @home", 2, 7, "", ["begins with @ must be quoted"]),
    ("packshot: 1\nname: `shop`", 2, 7, "", ["begins with ` must be quoted"]),
    ("packshot: 1\nname: %shop", 2, 7, "", ["begins with % must be quoted"]),
    (
      "packshot: 1\nsteps:\n  - resize:\n    width: 300\noutputs: [ { file: a.png } ]", 3, 5, "steps[0]",
      ["indent `width` further", "belongs to `resize`"]
    ),
    (
      "packshot: 1\nsteps:\n  - CICrop: { inputRectangle: [0, 0, 9, 9] }\noutputs: [ { file: a.png } ]", 3, 31,
      "steps[0].CICrop", ["from the bottom left"]
    ),
  ]

  @Test(arguments: mistakes.indices)
  func mistakesAreReportedWithTheirPlace(index: Int) throws {
    let mistake = Self.mistakes[index]
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: mistake.yaml, file: "r.yaml") }
    #expect(error.path == mistake.path || mistake.path.isEmpty || error.path.hasPrefix(mistake.path), "\(error)")
    if !mistake.says.contains("YAML") {
      #expect(error.location == Location(line: mistake.line, column: mistake.column), "\(error)")
    }
    for words in mistake.says { #expect(error.message.contains(words), "\(error)") }
    #expect(error.description.hasPrefix("r.yaml:"))
  }

  /// RFC 8259 characters, as schemas count them: an e and a combining accent are two.
  @Test func nameLengthIsCountedAsInTheSchema() throws {
    let recipe = { (name: String) in "packshot: 1\nname: \"\(name)\"\noutputs: [ { file: a.png } ]" }
    let longest = String(repeating: "e\u{301}", count: 100)
    #expect(try Recipe(yaml: recipe(longest), file: "r.yaml").name == longest)
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: recipe(longest + "e"), file: "r.yaml") }
    #expect(error.message.contains("has 201 characters"))
  }

  /// Forty lines would expand to 2⁴⁰ values.
  @Test func aliasesAreNotExpandedExponentially() throws {
    let lines = (1...40).map { "- &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
    let yaml = (["- &a0 [x, x]"] + lines).joined(separator: "\n")
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
    #expect(error.message.contains("aliases"))
  }

  @Test func aLongValueIsTruncatedInTheMessage() throws {
    let list = "[" + String(repeating: "a, ", count: 5000) + "a]"
    let error = try #require(throws: RecipeError.self) {
      try Recipe(
        yaml: "packshot: 1\nsteps: [ fit: \(list) ]\noutputs: [ { file: a.png, quality: \(list) } ]", file: "r.yaml")
    }
    #expect(error.message.count < 400 && error.message.contains("…"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func anUnquotedColorIsReportedWithAnyLineEnding(lineEnd: String) throws {
    let yaml = ["packshot: 1", "steps:", "  - pad: { all: 1, background: #fff }", ""].joined(separator: lineEnd)
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
    #expect(error.message.contains("put colours in quotes"))
  }

  @Test(arguments: ["", "# to be written\n", "---\n"])
  func aRecipeWithoutContentIsReportedAsEmpty(yaml: String) throws {
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
    #expect(error.fault == .empty)
  }

  @Test func allMistakesAreReported() throws {
    let yaml = """
      packshot: 1
      working: lineal
      sources: { badge: { cirle: {} } }
      steps: [ { sepiaTone: 2 }, { resize: { width: 3 } }, { sourceOver: { background: sky } }, posterize ]
      outputs: [ { file: "{stme}.png" }, { file: a.gif }, { file: a.png } ]
      catalog: { sku: "(" }
      """
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
    #expect(
      ([error] + error.others).map(\.path) == [
        "catalog.sku", "working", "sources.badge.cirle", "steps[0].sepiaTone", "steps[3].posterize", "outputs[0].file",
        "outputs[1].file",
      ])
  }

  /// The value of a misspelled key is checked as that of the nearest key.
  @Test func unknownKeysHideNoOtherMistakes() throws {
    let yaml = """
      packshot: 1
      nmae: thumbs
      colour: red
      step: [ { fitt: { width: 30, height: 30 } } ]
      outputs:
        - { fiel: "{stme}.png", foo: 3 }
        - { file: x.gif, bar: 3 }
      """
    let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
    #expect(
      ([error] + error.others).map { "\($0.location!.line) \($0.path)" } == [
        "2 ", "3 ", "4 ", "4 steps[0].fitt", "6 outputs[0]", "6 outputs[0]", "6 outputs[0].file", "7 outputs[1]",
        "7 outputs[1].file",
      ])
    #expect(error.message.contains("unknown key `nmae` (did you mean `name`?)"))
  }

  @Test func aMissingVersionHidesNoOtherMistakesAndAnUnknownVersionHidesAll() throws {
    let all = { (yaml: String) in
      let error = try #require(throws: RecipeError.self) { try Recipe(yaml: yaml, file: "r.yaml") }
      return ([error] + error.others).map(\.path)
    }
    #expect(try all("outputs: [ { file: a.gif } ]") == ["packshot", "outputs[0].file"])
    #expect(try all("packshot: 2\nlayers: []\noutputs: [ { file: a.gif } ]") == ["packshot"])
    #expect(try all("services: {}\nvolumes: {}") == ["packshot"], "it is no recipe at all")
  }

  @Test(arguments: [
    ("one.png", true), ("{name}-{width}x{height}.png", true), ("{extension}.png", true), ("{stem}.png", false),
    ("{relative}/main.png", false), ("{price}.png", false),
  ])
  func anOutputNameThatIsTheSameForAllPhotosIsAWarning(name: String, isWarned: Bool) throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\noutputs:\n  - { file: \"x/{stem}.png\" }\n  - { file: \"\(name)\" }", file: "r.yaml")
    #expect(recipe.warningsOfRuns.map { $0.prefix(25) } == (isWarned ? ["r.yaml:4:5: outputs[1].fi"] : []))
    #expect(recipe.warnings.isEmpty, "the name is valid for a single photo")
  }

  /// `{extension}` is the photo's.
  @Test(arguments: [
    ("{ file: \"{stem}.{extension}.png\" }", "has two extensions, as in mug.jpg.png"),
    ("{ file: \"{relative}/{stem}.{extension}\", formats: [webp] }", "has two extensions, as in mug.jpg.webp"),
    ("{ file: \"{stem}_{width}.{extension}.JPG\" }", "has two extensions, as in mug.jpg.JPG"),
    ("{ file: \"{stem}.{extension}\", format: png }", "ends with the photo's own extension, but the file is a PNG"),
    ("{ file: \"{stem}-{extension}.png\" }", nil), ("{ file: \"{stem}.{extension}-small.png\" }", nil),
    ("{ file: \"{extension}/{stem}.png\" }", nil), ("{ file: \"{stem}.{extension}/a.png\" }", nil),
  ])
  func aDoubleExtensionIsAWarning(output: String, message: String?) throws {
    let recipe = try Recipe(yaml: "packshot: 1\noutputs:\n  - \(output)", file: "r.yaml")
    #expect(recipe.warnings.count == (message == nil ? 0 : 1), "\(recipe.warnings)")
    if let message { #expect(recipe.warnings.first?.contains(message) == true, "\(recipe.warnings)") }
  }
}

@Suite struct OutputTemplateTests {
  private func path(_ template: String, _ values: [OutputTemplate.Field: String]) throws -> String? {
    let template = try OutputTemplate(template)
    return try? template.path { values[$0] ?? "" }
  }

  /// A combining mark after a slash or a brace doesn't join it.
  @Test func aCombiningMarkHidesNoSeparator() throws {
    #expect(try path("{view}/{stem}.png", [.view: "..", .stem: "\u{301}x"]) == nil)
    #expect(try path("{view}/./{stem}.png", [.view: "a", .stem: "\u{301}x"]) == "a/\u{301}x.png")
    #expect(try path("{stem}\u{301}.png", [.stem: "x"]) == "x\u{301}.png")
    for template in ["../\u{301}{stem}.png", "/\u{301}{stem}.png"] {
      #expect(throws: OutputTemplate.Refusal.self) { try OutputTemplate(template) }
    }
    #expect(try OutputTemplate("{stem}.\u{301}png").format == nil)
  }

  @Test func fieldsAreReplacedAndEmptyFoldersDropped() throws {
    #expect(try path("{relative}/{stem}.png", [.relative: "mugs/red", .stem: "a"]) == "mugs/red/a.png")
    #expect(try path("{relative}/{stem}.png", [.stem: "a"]) == "a.png")
    #expect(try path("x/{sku}/{view}/{width}x{height}.jpg", [.sku: "M", .width: "8", .height: "6"]) == "x/M/8x6.jpg")
  }

  @Test(arguments: ["..", "a/../../b", "../x"])
  func thePathStaysInTheOutputFolderWhateverTheFieldsContain(value: String) throws {
    #expect(try path("{relative}/{stem}.png", [.relative: value, .stem: "a"]) == nil)
  }

  @Test(arguments: [
    ("{stem}-{view}.jpg", "mug.jpg"), ("{view}-{stem}.jpg", "mug.jpg"), ("{stem}_{view}_{width}.jpg", "mug_8.jpg"),
    ("{stem}.{view}.jpg", "mug.jpg"), ("{stem}{view}.jpg", "mug.jpg"), ("{relative}-{view}-{stem}.jpg", "mug.jpg"),
    ("{view}/{stem}.jpg", "mug.jpg"), ("a/{view} {stem}.jpg", "a/mug.jpg"), ("{stem}--{view}.jpg", "mug-.jpg"),
    ("-{view}{stem}.jpg", "-mug.jpg"), (".x/{stem}{view}.jpg", ".x/mug.jpg"),
  ])
  func anEmptyFieldRemovesOneSeparator(template: String, expected: String) throws {
    #expect(try path(template, [.stem: "mug", .width: "8"]) == expected)
  }

  @Test(arguments: [
    "{view}.jpg", "{relative}{view}.jpg", "a/{view}.jpg", "{view}-.jpg", "{stem}/{view}", "{view}.x/{stem}.jpg",
  ])
  func aHiddenOrEmptyFileNameIsRefused(template: String) throws {
    let error = #expect(throws: OutputTemplate.Refusal.self) {
      try OutputTemplate(template).path { $0 == .stem ? "mug" : "" }
    }
    #expect(error?.message.contains("{view}") == true)
  }

  @Test func harmlessNamesAreKept() throws {
    #expect(try path("{stem}.png", [.stem: "..a"]) == "..a.png")
    #expect(try path("{stem}.png", [.stem: "-rf"]) == "-rf.png")
  }
}
