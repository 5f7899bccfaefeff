import ColorProfiles
import Filters
import Recipes
import Testing

/// Workers get a recipe's canonical text, so anything that it loses is lost to them.
@Suite struct CanonicalRecipeTests {
  /// Every key of a recipe, with values that aren't defaults.
  static let everything = """
    packshot: 1
    name: "every: thing"
    working: linear
    fidelity: exact
    profile: keep
    animation: refuse
    metadata: copyright
    intent: perceptual
    bpc: false
    cmyk: "profiles/the press.icc"
    include: []
    data: { file: "the prices.csv", key: Artikelnummer, decimal: comma, encoding: windows-1252 }
    x-shadow: &shadow { shadow: { kind: contact, offset: [1, -2], blur: 3.5, spread: -1, height: 9, colour: "#10203040", opacity: 0.8, grow: true, scale: 2 } }
    defaults: { background: "#ffffff" }
    fonts:
      brand: { files: [fonts/brand.otf, "fonts/fall back.ttf"], language: de-CH }
      other: other.ttf
    sources:
      label: { text: { text: "Sale: now\\n− 20 %", font: brand, size: 31.5, fitWidth: 300, align: end, fill: red, stroke: blue, lineWidth: 3, scale: 2 } }
      back drop: "pictures/back drop.png"
      badge: { circle: { size: [96, 64], fill: "#e6394680", stroke: "#ffffff", lineWidth: 2.5, inset: 2, scale: 2 }, steps: [ { rotate: { angle: -12.5, background: red, canvas: keep } } ] }
      over lay: { file: "over lays/{sku}-{the season}.png", missing: skip, steps: [ { opacity: 20% }, { blur: 1.5 } ] }
      mask: "masks/{stem}.png"
      self: { photo: original, steps: [ { resize: { width: 33 } }, { text: { text: "{price}", locale: de-CH } } ] }
      small: { file: "small.png", steps: [ { crop: { width: 9, height: 8 } } ] }
    steps:
      - orient: none
      - crop: { width: 160, height: 120, at: top }
      - fit: { width: 300, height: 180, background: "#f4ecd8", enlarge: false, content: 85%, feather: 12.5% }
      - pad: { top: 1, right: 2, bottom: 3, left: 4, background: "#e9b44c" }
      - extend: { top: 1, left: 2% }
      - whiten: { to: "#f4ecd8", shadow: drop, relight: true, holes: keep, accept: doubtful, otherwise: refuse }
      - colorMatrix: [[0, 0.1, 1, 0, 0.25], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
      - sepiaTone: { intensity: 0.30000000000000004, model: coreImage }
      - sourceOver: { background: back drop, at: bottomLeft, inset: [5, 6], opacity: 0.7 }
      - sourceOver: { foreground: badge, frame: [1, 2, 30, 40] }
      - sourceOver: { foreground: badge, at: topRight, inset: [3%, 7], width: "18.5%", opacity: 12%, repeat: { gap: [12%, 5], stagger: 50%, angle: -30.5 } }
      - exposure: -0.7
      - brightness: 120%
      - contrast: 0.9
      - gamma: 2.2
      - levels: { black: 2%, white: 0.95, gamma: 1.1 }
      - levels: { points: auto, clip: 0.1% }
      - saturation: { amount: 1.3, linear: true }
      - greyscale: { amount: 30%, linear: true }
      - whiteBalance: "#e8d9c0"
      - whiteBalance: greyWorld
      - flip: vertical
      - mask: { source: badge, channel: alpha, invert: true }
    outputs:
      - { file: "{relative}/{stem}.png", compression: small, depth: 16 }
      - file: "{relative}/{stem}.webp"
        format: jpeg
        quality: 91
        background: "#102030"
        steps: [ { resize: { width: 80, height: 60, mode: cover, enlarge: false, focus: content } }, { crop: { width: 9, height: 8, focus: [30%, 0.75] } }, opacity: 0.4, flatten: "#abcdef" ]
      - { file: "{stem}.jpg", format: png, compression: 0, depth: 8 }
      - { file: "{sku}/{view}", format: png, steps: [ { circle: { frame: [1, 2, 5, 5], fill: red } }, { text: { text: "שלום", size: 5%, at: topRight, inset: [3%, 4], box: { fill: red, radius: 50%, padding: [30%, 12], stroke: white, lineWidth: 2 } } }, { roundedRectangle: { frame: [1, 2, 5, 5], radius: 1.5, fill: red, stroke: blue, lineWidth: 2, inset: 3, scale: 2 } }, { roundCorners: { radius: 3, scale: 1.5 } }, { blur: 2.5 }, { sharpen: { radius: 1.2, amount: 80%, threshold: 3 } }, *shadow ] }
      - { file: "{name}-{width}x{height}.{extension}", format: jpeg }
      - { file: "{stem}.JPE", when: { orientation: [portrait, square], width: { min: 100 }, alpha: false, view: front, product: { price: present, discount: { min: 1, max: 2.5 }, "the season": [spring, 3], tint: red, fx: absent }, not: [ { view: back, product: { "the season": [present] } }, { width: { max: 9 } } ] } }
      - { file: "{stem}.webp", effort: 2, lossless: true }
      - { file: "{stem}", format: webp, quality: 0 }
      - { file: "{stem}-full.jpg", subsampling: full, progressive: true, steps: [ { trim: { margin: 3, shadow: drop, minimum: 16 } }, { cutout: { shadow: drop, holes: keep, minimumConfidence: 70%, otherwise: leave } } ] }
      - { file: "{stem}-said.jpg", subsampling: quarter, progressive: false, optimize: false }
      - { file: "{stem}-small.jpg", targetBytes: 30000, hdr: keep, check: amazon }
      - { file: "{stem}-{width}w.png", each: { width: [16, 8] }, depth: 8, steps: [ { resize: { width: "{each.width}" } } ] }
      - { file: "{stem}-many.jpeg", formats: [webp, jpeg, png], quality: 75, compression: fast }
      - { file: "{stem}-few.png", colors: 16, dither: 25% }
      - { file: "{sku}-views.jpg", group: { by: sku, photos: [front, 2], min: 1, arrange: column, cell: [30, 20], gap: 3, background: red } }
      - { file: "{sku}-grid.jpg", group: { by: sku, max: 9, arrange: grid, cell: [30, 20] } }
    catalog: { sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?', skus: { file: the names.csv, photo: Dateiname, sku: Artikel, view: Ansicht, encoding: utf-16 } }
    """

  @Test func theCanonicalTextLosesNothing() throws {
    let recipe = try Recipe(yaml: Self.everything, file: "r.yaml")
    var atMost30000 = Recipe.Encoding.jpeg()
    atMost30000.targetBytes = 30_000
    #expect(
      recipe.outputs.map(\.encoding) == [
        .png(compression: 9, depth: .sixteen), .jpeg(quality: 91), .png(compression: 0, depth: .eight),
        .png(compression: 6, depth: nil), .jpeg(quality: 82), .jpeg(quality: 82),
        .webp(effort: 2, lossless: true), .webp(quality: 0),
        .jpeg(subsampling: .none, progressive: true), .jpeg(optimize: false), atMost30000,
        .png(compression: 6, depth: .eight), .png(compression: 6, depth: .eight),
        .webp(quality: 83), .jpeg(quality: 75), .png(compression: 1, depth: nil), .png(colors: 16, dither: 0.25),
        .jpeg(), .jpeg(),
      ])
    let again = try Recipe(yaml: recipe.canonicalYAML, file: "r.yaml")
    #expect(again.name == recipe.name && again.working == recipe.working)
    #expect(again.fidelity == .exact && again.profile == .keep && again.animation == .refuse)
    #expect(again.metadata == .copyright)
    #expect(again.conversion == ColorConversion(intent: .perceptual, compensatesBlackPoint: false))
    #expect(again.cmyk?.path == "profiles/the press.icc")
    #expect(again.fonts.map(\.name) == ["brand", "other"])
    #expect(again.fonts.map(\.files) == [["fonts/brand.otf", "fonts/fall back.ttf"], ["other.ttf"]])
    #expect(again.fonts.map(\.language) == ["de-CH", nil])
    #expect(again.texts.first?.text.text == "Sale: now\n− 20 %")
    #expect(again.sources.map(\.name) == recipe.sources.map(\.name))
    #expect(again.sources.map { "\($0.content)" } == recipe.sources.map { "\($0.content)" })
    #expect(again.sources.map { Self.words($0.steps) } == recipe.sources.map { Self.words($0.steps) })
    #expect(again.sources.map { $0.steps.count } == [0, 0, 1, 2, 0, 2, 1])
    #expect(Self.words(again.steps) == Self.words(recipe.steps))
    #expect(again.outputs.map(\.group) == recipe.outputs.map(\.group) && recipe.outputs.last?.group != nil)
    #expect(again.outputs.map(\.template) == recipe.outputs.map(\.template))
    #expect(
      again.outputs.map(\.when) == recipe.outputs.map(\.when) && again.outputs.contains { $0.when?.not.count == 2 })
    #expect(again.outputs.map(\.encoding) == recipe.outputs.map(\.encoding))
    #expect(again.outputs.map(\.background) == recipe.outputs.map(\.background))
    #expect(again.outputs.map(\.hdr) == recipe.outputs.map(\.hdr) && again.outputs[10].hdr == .keep)
    #expect(again.outputs.map(\.check) == recipe.outputs.map(\.check) && again.outputs[10].check == .amazonMain)
    #expect(again.outputs.map { Self.words($0.steps) } == recipe.outputs.map { Self.words($0.steps) })
    #expect(again.skuPattern?.text == recipe.skuPattern?.text)
    #expect(again.data?.key == "Artikelnummer" && again.data?.table.encoding == .windows1252)
    #expect(again.skus?.table.path == "the names.csv" && again.skus?.table.encoding == .utf16)
    #expect(again.skus?.photo == "Dateiname" && again.skus?.sku == "Artikel" && again.skus?.view == "Ansicht")
    #expect(again.canonicalYAML == recipe.canonicalYAML)
  }

  @Test func anOmittedDefaultHasTheSameTextAsAWrittenOne() throws {
    let text = { (settings: String) in
      try Recipe(yaml: "packshot: 1\noutputs: [ { file: a.jpg\(settings) } ]", file: "r.yaml").canonicalYAML
    }
    let outputs = """
      outputs:
        - file: "a.jpg"
          format: jpeg
          quality: 82
          subsampling: "quarter"
          progressive: false
          optimize: true
          background: "#ffffff"
          steps: []

      """
    #expect(try text("").hasSuffix(outputs))
    #expect(try text(", subsampling: quarter, progressive: false, optimize: true") == text(""))
    #expect(try text(", subsampling: half, progressive: true") != text(""))
  }

  /// Each step's filter with its parameters.
  private static func words(_ steps: [Recipe.Step]) -> [String] { steps.map { "\($0.filter)" } }

  /// A new key or filter of recipes must be added to the text above, or this test fails.
  @Test(
    arguments: Recipe.keys.map(\.name) + Recipe.Output.keys.map(\.name) + RecipeKeys.fileSource + RecipeKeys.photoSource
      + RecipeKeys.catalog + RecipeKeys.data + RecipeKeys.skus + RecipeKeys.when + RecipeKeys.group
      + FilterList.standard.all.map { $0.name })
  func everyKeyAndFilterIsInTheText(key: String) { #expect(Self.everything.contains("\(key):")) }

  /// A file name may be longer than a recipe's name.
  @Test func aRecipeNamedByItsFileIsReadBack() throws {
    let stem = String(repeating: "é", count: 250)
    let recipe = try Recipe(yaml: "packshot: 1\noutputs: [ { file: a.png } ]", file: "shop/\(stem).yaml")
    #expect(recipe.name == String(repeating: "é", count: 200))
    #expect(try Recipe(yaml: recipe.canonicalYAML, file: "r.yaml").name == recipe.name)
  }

  @Test(arguments: [
    ("a.gif", ["asks for GIF", "JPEG (.jpg, .jpeg), PNG (.png), WebP (.webp), AVIF (.avif) and TIFF (.tif, .tiff)"]),
    ("a.HEIC", ["asks for HEIC", "JPEG (.jpg, .jpeg), PNG (.png), WebP (.webp), AVIF (.avif) and TIFF (.tif, .tiff)"]),
    ("a.phot", ["ends in .phot", "JPEG (.jpg, .jpeg), PNG (.png), WebP (.webp), AVIF (.avif) and TIFF (.tif, .tiff)"]),
  ])
  func anUnsupportedExtensionIsRefusedWithTheSupportedOnes(file: String, says: [String]) throws {
    let error = try #require(throws: RecipeError.self) {
      try Recipe(yaml: "packshot: 1\noutputs: [ { file: \(file) } ]", file: "r.yaml")
    }
    for part in says { #expect(error.message.contains(part), "\(error.message)") }
    #expect(!error.message.contains("format:"), "a file by a wrong name is no way out")
  }

  @Test func aNameWithTheExtensionOfAnotherFormatIsAWarning() throws {
    let warnings = try Recipe(yaml: Self.everything, file: "r.yaml").warnings
    #expect(warnings.count == 3, "\(warnings)")
    #expect(warnings.first?.hasPrefix("r.yaml:52:5: outputs[1].file: ") == true)
    #expect(warnings.first?.contains("says WebP, but the file is a JPEG") == true)
    #expect(warnings.contains { $0.contains("says JPEG, but the file is a PNG") })
  }
}
