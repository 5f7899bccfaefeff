import Foundation
import ImageCodecs
import Pipeline
import Testing

@testable import Rendering

@Suite struct OutputIdentityTests {
  /// What runs have on record that knew JPEG and PNG.
  private static let first = "packshot engine 4, libjpeg-turbo 2.1.5, libpng 1.6.39, zlib 1.2.13, libdeflate 1.14"

  private static let recipe = """
    packshot: 1
    outputs:
      - { file: "{stem}.png" }
      - { file: "{stem}.jpg", quality: 80, steps: [ { resize: { width: 20 } } ] }
      - { file: "{stem}.webp" }
    """

  /// By `sha256sum` over what the first program hashed: the engine, the chain, the photo's hash and the path, each on a line.
  private static let digests = [
    "a78de62775618e35d73ee6aa2fb3e8adb85f4d08cb570386df075673840d162a",
    "df373802f222ecb86f7f262dee159d775b8a826bb2e0c11b56dbda86e1cc36a7",
  ]

  private func identity(_ output: Int, _ photo: ImageFileFormat, engine: String) throws -> String {
    let prepared = try PreparedRecipe(Recipe(yaml: Self.recipe, file: "r.yaml"), limits: PhotoLimits())
    let stem = prepared.identityStems(engine: EngineText(engine), sourceHashes: [:])[output]
    return stem.identity(
      of: PhotoContent(sha256: String(repeating: "ab", count: 32), format: photo), path: "a/b.png")
  }

  @Test(arguments: [0, 1], [ImageFileFormat.jpeg, .png])
  func workOfTheFirstFormatsKeepsItsIdentity(output: Int, photo: ImageFileFormat) throws {
    #expect(try identity(output, photo, engine: Self.first) == Self.digests[output])
    #expect(try identity(output, photo, engine: Self.first + ", libwebp 1.2.4") == Self.digests[output])
    #expect(try identity(output, photo, engine: Self.first + ", libwebp 1.3.0") == Self.digests[output])
    #expect(try identity(output, photo, engine: "packshot engine 5" + Self.first.dropFirst(17)) != Self.digests[output])
  }

  /// Digests as above, of a PNG of a WebP photo and of a WebP of a PNG photo.
  @Test func aLaterFormatStandsWhereItHasAPart() throws {
    let text = Self.first + ", libwebp 1.2.4"
    #expect(try identity(0, .webp, engine: text) == "eceb5a9806713299c5f39f38e68defe298cd4d160c4a4cdc2720c104368b3796")
    #expect(try identity(2, .png, engine: text) == "095db385339550f0f03f35c82d1f5c392ecf1a48b9319aed6637c69ee77f6df8")
    let engine = EngineText(text)
    #expect(engine.text(for: [.jpeg, .png]) == Self.first)
    #expect(engine.text(for: [.webp]) == text && engine.text(for: [.png, .webp]) == text)
    #expect(EngineText(Self.first).text(for: [.webp]) == Self.first, "what ran before it came")
  }

  /// Whether all libraries are on record or those that had a part: it is the same to all work that they tell of.
  @Test(arguments: ImageFileFormat.allCases) func todaysEngineIsToldByWhatIsOnRecord(format: ImageFileFormat) {
    let recorded = Engine.text(for: [format])
    for text in [Engine.text, recorded] {
      #expect(
        EngineText(text).text(for: [format]) == recorded && EngineText(text).text(for: []) == Engine.text(for: []))
      #expect(EngineText(text).libraries(of: [format]) == EngineText.current.libraries(of: [format]))
    }
    #expect(EngineText(recorded).formats == (format.type.isInEveryIdentity ? [] : [format]))
    #expect(EngineText.current.libraries(of: [format]).isEmpty == format.type.isInEveryIdentity)
  }

  @Test func theFirstFormatsStandInEveryIdentity() {
    let first = EngineText(Self.first)
    for formats in [[], [.png], [.jpeg], [.jpeg, .png]] as [Set<ImageFileFormat>] {
      #expect(first.text(for: formats) == Self.first && first.libraries(of: formats).isEmpty)
    }
    #expect(ImageFileFormat.allCases.filter { $0.type.isInEveryIdentity } == [.jpeg, .png])
  }
}
