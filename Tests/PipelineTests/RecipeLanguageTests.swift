import Filters
import Parameters
import Recipes
import Testing

/// Shorthand in recipes: anchors, includes, defaults, and outputs with `each`.
@Suite struct RecipeLanguageTests {
  private func recipe(_ yaml: String, files: [String: String] = [:], file: String = "shop/r.yaml") throws -> Recipe {
    try Recipe(yaml: "packshot: 1\n" + yaml, file: file) { (path) throws(Recipe.UnreadableInclude) in
      guard let text = files[path] else { throw Recipe.UnreadableInclude.includeMissing }
      return text
    }
  }

  private func error(_ yaml: String, files: [String: String] = [:]) -> RecipeError? {
    #expect(throws: RecipeError.self) { _ = try recipe(yaml, files: files) }
  }

  /// Expects that a recipe and its longhand have one canonical text, and so one cache key.
  private func expectSame(_ yaml: String, _ plain: String, files: [String: String] = [:]) throws {
    #expect(try recipe(yaml, files: files).canonicalYAML == recipe(plain).canonicalYAML)
  }

  // MARK: Anchors and ignored keys

  @Test func ignoredKeysCanHoldAnchors() throws {
    try expectSame(
      """
      x-square: &square { trim: { margin: 4% } }
      x-note: anything at all
      steps: [ *square, *square ]
      outputs: [ { file: "{stem}.png" } ]
      """, "steps: [ { trim: { margin: 4% } }, { trim: { margin: 4% } } ]\noutputs: [ { file: \"{stem}.png\" } ]")
    #expect(error("y-note: 1\noutputs: [ { file: a.png } ]")?.message.contains("unknown key `y-note`") == true)
  }

  /// Nine lines of nine aliases each would expand to 9⁹ values.
  @Test func aliasesInIgnoredKeysAreNotExpanded() {
    let lines = (1...9).map {
      "x-\($0): &a\($0) [\(Array(repeating: $0 == 1 ? "1" : "*a\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    let message = error(lines.joined(separator: "\n") + "\noutputs: [ { file: a.png } ]")?.message
    #expect(message?.contains("aliases") == true)
  }

  // MARK: Merge keys

  /// YAML 1.1's type `merge`: a map's own keys win, then those of the first listed map.
  @Test func aMergeKeyAddsTheEntriesOfOtherMaps() throws {
    let base = """
      x-base: &base { file: "{stem}.jpg", quality: 70, progressive: true }
      x-small: &small { quality: 50, targetBytes: 5000 }

      """
    let same = { (merged: String, plain: String) in
      try expectSame(base + "outputs: [ { \(merged) } ]", "outputs: [ { \(plain) } ]")
    }
    try same("<<: *base", #"file: "{stem}.jpg", quality: 70, progressive: true"#)
    try same("<<: *base, quality: 90", #"file: "{stem}.jpg", quality: 90, progressive: true"#)
    try same("quality: 90, <<: *base", #"file: "{stem}.jpg", quality: 90, progressive: true"#)
    try same("<<: [*base, *small]", #"file: "{stem}.jpg", quality: 70, progressive: true, targetBytes: 5000"#)
    try same("<<: [*small, *base]", #"file: "{stem}.jpg", quality: 50, progressive: true, targetBytes: 5000"#)
    try same("<<: { file: a.png }", "file: a.png")
    try same("<<: [], file: a.png", "file: a.png")
    // A merged map can merge others.
    try expectSame(
      base + "x-both: &both { <<: [*small, *base], quality: 60 }\noutputs: [ { file: a.jpg, <<: *both } ]",
      "outputs: [ { file: a.jpg, quality: 60, progressive: true, targetBytes: 5000 } ]")
    // In block style, in the parameters of a step.
    try expectSame(
      """
      steps:
        - resize: &size
            width: 800
            height: 600
        - resize:
            <<: *size
            height: 300
      outputs: [ { file: a.png } ]
      """,
      "steps: [ { resize: { width: 800, height: 600 } }, { resize: { width: 800, height: 300 } } ]\n"
        + "outputs: [ { file: a.png } ]")
  }

  @Test(arguments: [
    // The error is at the merged value, not at the map that merges it.
    ("x-base: &base\n  quality: 0\noutputs: [ { file: a.jpg, <<: *base } ]", "shop/r.yaml:3:12: outputs[0].quality"),
    ("x-base: &base\n  qality: 9\noutputs: [ { file: a.jpg, <<: *base } ]", "shop/r.yaml:3:3: outputs[0]"),
    (
      "x-base: &base 5\noutputs:\n  - file: a.jpg\n    <<: *base",
      "shop/r.yaml:5:5: this is 5; `<<` merges a map or a list of maps, such as `<<: *name`"
    ),
    (
      "outputs:\n  - file: a.jpg\n    <<: [ { quality: 9 }, text ]",
      "shop/r.yaml:4:5: this is \"text\"; `<<` merges a map or a list of maps, such as `<<: *name`"
    ),
    ("outputs:\n  - file: a.jpg\n    \"<<\": { quality: 9 }", "shop/r.yaml:4:5: outputs[0]: unknown key `<<`"),
  ])
  func errorsInAMergeAreReportedAtTheirOrigin(yaml: String, message: String) {
    let wrong = error(yaml)
    #expect(wrong?.description.hasPrefix(message) == true, "\(wrong?.description ?? "")")
  }

  /// Nine lines that each merge the one before nine times would expand to 9⁹ entries.
  @Test func mergedAliasesAreNotExpandedExponentially() {
    let lines = (1...9).map { line in
      "x-\(line): &a\(line) { <<: [\(Array(repeating: line == 1 ? "{ k: 1 }" : "*a\(line - 1)", count: 9).joined(separator: ","))] }"
    }
    let message = error(lines.joined(separator: "\n") + "\noutputs: [ { file: a.png } ]")?.message
    #expect(message?.contains("aliases") == true)
  }

  // MARK: Surrogate pairs

  /// JSON escapes characters beyond U+FFFF as surrogate pairs (RFC 8259, section 7), as json.dumps does by default.
  @Test(arguments: [
    (#"\ud83d\udd25"#, "\u{1f525}"), (#"a\uD83D\uDC5F\ud83d\uDC5Fb"#, "a\u{1f45f}\u{1f45f}b"),
    (#"\u00e9\ud800\udc00 \udbff\udffd"#, "\u{e9}\u{10000} \u{10fffd}"), (#"\\\ud83d\udd25"#, "\\\u{1f525}"),
  ])
  func jsonWithSurrogatePairsIsRead(escaped: String, text: String) throws {
    let recipe = try recipe("name: \"\(escaped)\"\noutputs: [ { file: a.png } ]")
    #expect(recipe.name == text)
    // In a key as well.
    let key = "x-\(escaped)"
    #expect(throws: Never.self) { try self.recipe("\"\(key)\": 1\noutputs: [ { file: a.png } ]") }
  }

  @Test func aLiteralBackslashIsKept() throws {
    for quoted in [#"'\ud83d\udd25'"#, #"\ud83d\udd25"#, #""\\ud83d\\udd25""#] {
      #expect(try recipe("name: \(quoted)\noutputs: [ { file: a.png } ]").name == #"\ud83d\udd25"#)
    }
  }

  @Test(arguments: [
    (
      #"{"packshot":1,"name":"\ud83d\udd25","outputs":[{"file":"a.jpg","quality":0}]}"#,
      "r.json:1:74: outputs[0].quality"
    ),
    (#"{"packshot":1,"name":"\ud83d\udd25", "outputs":[}"#, "r.json:1:49: "),
    (#"{"packshot":1,"name":"\ud83d","outputs":[{"file":"a.jpg"}]}"#, "r.json:1:25: "),
    (#"{"packshot":1,"name":"\udd25\ud83d","outputs":[{"file":"a.jpg"}]}"#, "r.json:1:25: "),
  ])
  func surrogatePairsDoNotShiftErrorPlaces(json: String, message: String) {
    let wrong = #expect(throws: RecipeError.self) { _ = try Recipe(yaml: json, file: "r.json") }
    #expect(wrong?.description.hasPrefix(message) == true, "\(wrong?.description ?? "")")
  }

  // MARK: Defaults

  @Test func defaultsApplyToOutputsThatHaveTheKey() throws {
    try expectSame(
      """
      defaults: { quality: 70, compression: small, targetBytes: 5000, background: "#102030" }
      outputs:
        - { file: "{stem}.jpg" }
        - { file: "{stem}.png", background: white }
        - { file: "{stem}.webp", quality: 90 }
      """,
      """
      outputs:
        - { file: "{stem}.jpg", quality: 70, targetBytes: 5000, background: "#102030" }
        - { file: "{stem}.png", compression: small }
        - { file: "{stem}.webp", quality: 90, targetBytes: 5000, background: "#102030" }
      """)
    try expectSame(
      "defaults: { formats: [webp, jpeg], quality: 70 }\noutputs: [ { file: \"{stem}\" }, { file: a, format: png } ]",
      "outputs: [ { file: \"{stem}\", formats: [webp, jpeg], quality: 70 }, { file: a, format: png } ]")
  }

  @Test func anInvalidDefaultIsReportedAtItsPlace() {
    let wrong = error("defaults: { quality: 700 }\noutputs: [ { file: a.jpg } ]")
    #expect(wrong?.description.hasPrefix("shop/r.yaml:2:22: ") == true, "\(wrong?.description ?? "")")
    #expect(
      error("defaults: { file: a }\noutputs: [ { file: a.jpg } ]")?.message.contains("unknown key `file`") == true)
    #expect(error("defaults: 3\noutputs: [ { file: a.jpg } ]")?.message.contains("expected a map") == true)
  }

  // MARK: Includes

  private static let brand = """
    packshot: 1
    x-remark: shared by all recipes
    sources: { logo: logo.png, dot: { circle: { size: [4, 4], fill: red } } }
    defaults: { quality: 70 }
    """

  @Test func includesAddSourcesAndDefaults() throws {
    let outputs = "steps: [ { sourceOver: { foreground: logo } } ]\noutputs: [ { file: \"{stem}.jpg\" } ]"
    let files = ["shop/include/brand.yaml": Self.brand]
    let included = try recipe(
      "include: [include/brand.yaml]\nsources: { own: own.png }\n" + outputs, files: files)
    #expect(included.sources.map(\.name) == ["own", "logo", "dot"])
    #expect(included.includedFiles == ["shop/include/brand.yaml"])
    try expectSame(
      "include: [include/brand.yaml]\n" + outputs,
      "sources: { logo: logo.png, dot: { circle: { size: [4, 4], fill: red } } }\n"
        + outputs.replacing("jpg\"", with: "jpg\", quality: 70"), files: files)
  }

  @Test(
    arguments: [
      (
        "steps: []",
        "shop/b.yaml:1:1: steps: an included file may only contain `fonts`, `sources`, `defaults` and keys that begin with x-"
      ),
      (
        "sources: { logo: other.png }",
        "shop/b.yaml:1:12: sources.logo: `sources` has `logo` already at shop/r.yaml:3:12"
      ),
      ("sources: { a: { circle: { size: [0, 1] } } }", "shop/b.yaml:1:33: sources.a.circle: `size` is [0, 1]"),
      ("defaults: { quality: 0 }", "shop/b.yaml:1:22: outputs[0].quality"),
      ("a: [", "shop/b.yaml:"), ("", "shop/b.yaml: the recipe is empty"),
      ("- 1", "shop/b.yaml:1:1: include[0]: this is [1]"),
      ("packshot: 2", "shop/b.yaml:1:11: packshot: `packshot` is 2"),
    ])
  func errorsInAnIncludeAreReportedThere(brand: String, message: String) {
    let wrong = error(
      "include: [b.yaml]\nsources: { logo: logo.png }\noutputs: [ { file: a.jpg } ]", files: ["shop/b.yaml": brand])
    #expect(wrong?.description.hasPrefix(message) == true, "\(wrong?.description ?? "")")
  }

  @Test func anInvalidIncludeIsReported() throws {
    let missing = error("include: [gone.yaml]\noutputs: [ { file: a.jpg } ]")
    #expect(
      missing?.description
        == "shop/r.yaml:2:11: include[0]: shop/gone.yaml cannot be included: it does not exist")
    #expect(error("include: b.yaml\noutputs: [ { file: a.jpg } ]")?.message.contains("a list of files") == true)
    #expect(throws: RecipeError.self) {
      try Recipe(yaml: "packshot: 1\ninclude: [/etc/hostname]\noutputs: [ { file: a.jpg } ]", file: "r.yaml")
    }
  }

  // MARK: Each

  @Test func eachMakesOneOutputPerValue() throws {
    try expectSame(
      """
      outputs:
        - { file: "{stem}-{each.width}-{each.name}.{each.format}", format: "{each.format}", quality: "{each.quality}",
            each: { width: [800, 400], format: [jpeg], name: [a, "1"], quality: [70] },
            steps: [ { resize: { width: "{each.width}", enlarge: false } } ] }
      """,
      """
      outputs:
        - { file: "{stem}-800-a.jpeg", quality: 70, steps: [ { resize: { width: 800, enlarge: false } } ] }
        - { file: "{stem}-800-1.jpeg", quality: 70, steps: [ { resize: { width: 800, enlarge: false } } ] }
        - { file: "{stem}-400-a.jpeg", quality: 70, steps: [ { resize: { width: 400, enlarge: false } } ] }
        - { file: "{stem}-400-1.jpeg", quality: 70, steps: [ { resize: { width: 400, enlarge: false } } ] }
      """)
  }

  @Test(
    arguments: [
      (
        "each: { width: [8, 0] }, steps: [ { resize: { width: \"{each.width}\" } } ]",
        "2:87: outputs[0].steps[0].resize: `width` is 0"
      ),
      ("each: { width: [8] }, steps: [ { resize: { width: \"{each.widht}\" } } ]", "(did you mean `width`?)"),
      ("each: { width: [8, 9] }", "`each` has `width`, but nothing uses it"),
      ("each: { w: [8, 9] }, steps: [ { blur: \"{each.w}\" } ]", "two of these outputs have the same `file`"),
      ("each: { width: [] }", "2:49: outputs[0].each.width: `width` is []; it is a list of at least one value"),
      ("each: { width: [[1]] }", "`width` has [1]"), ("each: [8]", "`each` is [8]; it is a map of lists"),
      ("each: { a: &n [1,2,3,4,5,6,7,8,9,0], b: *n, c: *n, d: *n }", "more than 1000 outputs"),
    ])
  func anInvalidEachIsReported(each: String, message: String) {
    let wrong = error("outputs: [ { file: \"{stem}.png\", \(each) } ]")
    #expect(wrong?.description.contains(message) == true, "\(wrong?.description ?? "")")
  }
}
