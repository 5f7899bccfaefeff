import Filters
import ImageCodecs
import PixelCore
import Recipes
import TestSupport
import Testing

@testable import Rendering

/// A picture is rendered again if anything changes that affects its bytes. So each key of a recipe is part of the outputs'
/// cache keys, or is declared not to be.
@Suite struct RecipeKeyTests {
  private static let yaml = """
    packshot: 1
    name: one
    working: encoded
    fidelity: sufficient
    profile: sRGB
    animation: first
    metadata: strip
    intent: relative
    bpc: true
    cmyk: one.icc
    data: prices.csv
    include: [one.yaml]
    fonts: { brand: one.ttf }
    sources: { badge: { circle: { size: [20, 20], fill: red } } }
    steps: [ { opacity: 0.5 }, { text: { text: A, font: brand, size: 20 } }, { sourceOver: { foreground: badge } } ]
    defaults: { background: "#102030" }
    outputs:
      - { file: "a.jpg", quality: 80, subsampling: half, progressive: false, optimize: true, targetBytes: 40000, check: ebay, hdr: drop }
      - { file: "b.jpg", when: { product: { price: present, season: present } }, background: red }
      - { file: "c.png", compression: 1, depth: 8, steps: [ { sourceOver: { foreground: disc } } ] }
      - { file: "d.webp", effort: 2, lossless: false }
      - { file: "f", format: tiff }
      - { file: "h.png", colors: 64, dither: 0.5, group: { by: sku, cell: [10, 10] } }
      - { file: "e{each.width}.png", each: { width: [10] }, formats: [png], steps: [ { blur: "{each.width}" } ] }
    catalog: { file: one.sqlite, sku: '(?<sku>[a-z]+)-(?<season>[a-z]+)' }
    """

  /// The changed line of the recipe, or, for a key whose value refers to the product, the changed product.
  private enum Change {
    case text(String, String)
    case product(String, String)
  }

  private static let changes: [String: Change] = [
    "packshot": .text("packshot: 1", "packshot: 1.0"),
    "name": .text("name: one", "name: two"),
    "working": .text("encoded", "linear"),
    "fidelity": .text("sufficient", "exact"),
    "profile": .text("profile: sRGB", "profile: displayP3"),
    "animation": .text("animation: first", "animation: refuse"),
    "metadata": .text("strip", "copyright"),
    "intent": .text("relative", "absolute"),
    "bpc": .text("bpc: true", "bpc: false"),
    "cmyk": .text("one.icc", "two.icc"),
    "data": .product("price", "2"),
    "include": .text("one.yaml", "two.yaml"),
    "fonts": .text("one.ttf", "two.ttf"),
    "sources": .text("size: [20, 20]", "size: [20, 21]"),
    "steps": .text("opacity: 0.5", "opacity: 0.6"),
    "defaults": .text("#102030", "#102031"),
    "outputs": .text("file: \"c.png\"", "file: \"g.png\""),
    "catalog": .product("season", "winter"),
    "outputs.file": .text("a.jpg", "g.jpg"),
    "outputs.each": .text("width: [10]", "width: [11]"),
    "outputs.group": .text("cell: [10, 10]", "cell: [10, 11]"),
    "outputs.when": .text("price: present, ", ""),
    "outputs.steps": .text("[ { blur: \"{each.width}\" } ]", "[ { sharpen: { amount: \"{each.width}%\" } } ]"),
    "outputs.format": .text("format: tiff", "format: png"),
    "outputs.formats": .text("formats: [png]", "formats: [tiff]"),
    "outputs.quality": .text("quality: 80", "quality: 81"),
    "outputs.subsampling": .text("subsampling: half", "subsampling: full"),
    "outputs.progressive": .text("progressive: false", "progressive: true"),
    "outputs.optimize": .text("optimize: true", "optimize: false"),
    "outputs.compression": .text("compression: 1", "compression: 2"),
    "outputs.depth": .text("depth: 8", "depth: 16"),
    "outputs.colors": .text("colors: 64", "colors: 65"),
    "outputs.dither": .text("dither: 0.5", "dither: 0.6"),
    "outputs.effort": .text("effort: 2", "effort: 3"),
    "outputs.lossless": .text("lossless: false", "lossless: true"),
    "outputs.targetBytes": .text("targetBytes: 40000", "targetBytes: 40001"),
    "outputs.background": .text("background: red", "background: blue"),
    "outputs.hdr": .text("hdr: drop", "hdr: keep"),
    "outputs.check": .text("check: ebay", "check: google"),
  ]

  private static let roles =
    Recipe.keys.map { ($0.name, $0.role) } + Recipe.Output.keys.map { ("outputs.\($0.name)", $0.role) }

  @Test(arguments: roles.indices)
  func aChangedRecipeKeyChangesCacheKeysUnlessDeclaredOtherwise(index: Int) throws {
    let (key, role) = Self.roles[index]
    let change = try #require(Self.changes[key], "a new key needs a change above")
    let isChanged = try cacheKeys(after: change) != cacheKeys(after: nil)
    #expect(isChanged == !role.isExcluded, "\(key)")
  }

  private func cacheKeys(after change: Change?) throws -> [String] {
    var yaml = Self.yaml
    var facts = PhotoFacts(ImageFacts(width: 40, height: 30, format: "jpeg"))
    (facts.image.colorModel, facts.image.hasGainMap) = ("cmyk", true)
    facts.subject.values = ["price": "1", "season": "spring"]
    switch change {
    case .text(let old, let new):
      try #require(yaml.contains(old))
      yaml = yaml.replacing(old, with: new)
    case .product(let attribute, let value): facts.subject.values[attribute] = ProductValue(stringLiteral: value)
    case nil: break
    }
    let recipe = try Recipe(yaml: yaml, file: "r.yaml") { path in
      "sources: { disc: { circle: { size: [9, 9], fill: \(path == "one.yaml" ? "red" : "blue") } } }"
    }
    let prepared = try PreparedRecipe(
      recipe, limits: PhotoLimits(),
      files: .inMemory([
        "one.ttf": font(width: 600), "two.ttf": font(width: 700),
        "one.icc": EncodedImage(ProfileBuilder.cmykProfile.bytes),
        "two.icc": EncodedImage(ProfileBuilder.cmykProfile.bytes + [0]),
      ]))
    let photo = PhotoContent(sha256: "0", facts)
    return recipe.outputs.indices.map {
      prepared.cacheKey(ofOutput: $0, photo: photo, path: recipe.outputs[$0].template.text)
    }
  }

  private func font(width: Int) -> EncodedImage {
    var builder = FontBuilder()
    builder.add("A", width: width, [[(0, 0), (0, 500), (500, 500), (500, 0)]])
    return EncodedImage(builder.bytes)
  }
}
