import Files
import ImageCodecs
import Recipes
import TestSupport
import Testing

@testable import Rendering

/// Fonts are resources of a recipe: they affect the outputs that use them, and no others.
@Suite struct FontResourceTests {
  private static let yaml = """
    packshot: 1
    fonts:
      brand: { files: [brand.ttf] }
    sources:
      badge: { text: { text: AB, font: brand, size: 20 } }
    outputs:
      - { file: "{stem}.png" }
      - { file: "{stem}-text.png", steps: [ { text: { text: A, font: brand, size: 20 } } ] }
      - { file: "{stem}-badge.png", steps: [ { sourceOver: { foreground: badge } } ] }
    """

  private func font(width: Int = 600) -> EncodedImage {
    var builder = FontBuilder()
    for letter in "AB" { builder.add(letter, width: width, [[(0, 0), (0, 500), (500, 500), (500, 0)]]) }
    return EncodedImage(builder.bytes)
  }

  private func prepared(_ yaml: String = yaml, font: EncodedImage?) throws -> PreparedRecipe {
    try PreparedRecipe(
      Recipe(yaml: yaml, file: "r.yaml"), limits: PhotoLimits(),
      files: .inMemory(font.map { ["brand.ttf": $0] } ?? [:]))
  }

  private func cacheKeys(_ prepared: PreparedRecipe) -> [String] {
    let photo = PhotoContent(sha256: "0", PhotoFacts(ImageFacts(width: 1, height: 1, format: "png")))
    return (0..<3).map { prepared.cacheKey(ofOutput: $0, photo: photo, path: "a.png") }
  }

  @Test func anotherFontChangesOnlyOutputsWithTexts() throws {
    let (one, other) = try (prepared(font: font()), prepared(font: font(width: 700)))
    let changed = zip(cacheKeys(one), cacheKeys(other)).map { $0 != $1 }
    #expect(changed == [false, true, true])
    let german = try prepared(
      Self.yaml.replacing("[brand.ttf]", with: "[brand.ttf], language: de"), font: font())
    #expect(zip(cacheKeys(one), cacheKeys(german)).map { $0 != $1 } == [false, true, true])
  }

  @Test func aTextSourceHasTheSizeOfItsLetters() throws {
    // Two letters of 600 units, and 1000 units to the em.
    #expect(try prepared(font: font()).sources.shapes(forPhotos: .eight)["badge"]?.size.width == 24)
    #expect(try prepared(font: font(width: 700)).sources.shapes(forPhotos: .eight)["badge"]?.size.height == 20)
  }

  @Test(
    arguments: [
      ("AB", "AC", "r.yaml:5:10: sources.badge: brand.ttf has no glyph for U+0043 (C)"),
      ("text: A,", "text: Ä,", "outputs[1].steps[0].text: brand.ttf has no glyph for U+00C4 (Ä)"),
      ("[brand.ttf]", "[none.ttf]", "r.yaml:3:10: fonts.brand: the font none.ttf cannot be used"),
    ])
  func errorsInTextsAreReportedBeforeAnyPhotoIsRead(old: String, new: String, words: String) throws {
    let yaml = Self.yaml.replacing(old, with: new)
    let error = try #require(throws: RecipeError.self) { try prepared(yaml, font: font()) }
    #expect(error.description.contains(words), "\(error.description)")
  }

  @Test func aFileThatIsNotAFontIsRefused() throws {
    let error = try #require(throws: RecipeError.self) { try prepared(font: EncodedImage(Array("no font".utf8))) }
    #expect(error.description.contains("the font brand.ttf cannot be used: it is no OpenType or TrueType font"))
  }
}
