import Foundation
import ImageCodecs
import Recipes
import Testing

@testable import Rendering

@Suite struct CacheKeyTests {
  private static let libraries = [
    "libjpeg-turbo 2.1.5", "libpng 1.6.39", "zlib 1.2.13", "libdeflate 1.14", "libwebp 1.2.4",
  ]
  private static let recorded = (["packshot engine 4"] + libraries).joined(separator: ", ")

  private static let recipe = """
    packshot: 1
    outputs:
      - { file: "{stem}.png" }
      - { file: "{stem}.jpg", quality: 80, optimize: false, steps: [ { resize: { width: 20 } } ] }
      - { file: "{stem}.webp" }
    """

  /// By `sha256sum` over the engine with the output's libraries, the chain, the photo's hash with its libraries, and the path,
  /// one per line: outputs in PNG, JPEG and WebP from a JPEG.
  private static let digests = [
    "0ff979ad5dd92c52efe5c56f1945a1d3ddab5cd49a21a17bf3c52d24b2354ab0",
    "8757e7867d99af8a1d80fb6bf57df6e378c31984c0133bc34f8e2f82ab223044",
    "7210c964336cc527710e2e47e92c64c4b8cf5a5e25ef2652ed6c9a3a9e804e94",
  ]

  private func cacheKey(_ output: Int, _ photo: ImageFileFormat, engine: String) throws -> String {
    let prepared = try PreparedRecipe(Recipe(yaml: Self.recipe, file: "r.yaml"), limits: PhotoLimits())
    let stem = prepared.cacheKeyStems(engine: EngineText(engine), sourceHashes: [:])[output]
    return stem.key(
      of: PhotoContent(
        sha256: String(repeating: "ab", count: 32),
        PhotoFacts(ImageFacts(width: 1, height: 1, format: photo.rawValue))),
      path: "a/b.png")
  }

  @Test func keepingGainMapsConcernsOnlyPhotosThatHaveOne() throws {
    func keys(_ settings: String, hasGainMap: Bool) throws -> [String] {
      let yaml = "packshot: 1\noutputs: [ { file: a.jpg\(settings) }, { file: a.png\(settings) } ]"
      let prepared = try PreparedRecipe(Recipe(yaml: yaml, file: "r.yaml"), limits: PhotoLimits())
      var image = ImageFacts(width: 1, height: 1, format: "jpeg")
      image.hasGainMap = hasGainMap
      let photo = PhotoContent(sha256: "0", PhotoFacts(image))
      return (0..<2).map { prepared.cacheKey(ofOutput: $0, photo: photo, path: "a") }
    }
    for hasGainMap in [false, true] {
      let usual = try keys("", hasGainMap: hasGainMap)
      #expect(try keys(", hdr: drop", hasGainMap: hasGainMap) == usual)
      // A PNG can't keep it.
      #expect(try zip(keys(", hdr: keep", hasGainMap: hasGainMap), usual).map { $0 != $1 } == [hasGainMap, false])
    }
  }

  @Test(arguments: 0..<3) func aCacheKeyIsAHashOfAllInputs(output: Int) throws {
    #expect(try cacheKey(output, .jpeg, engine: Self.recorded) == Self.digests[output])
  }

  @Test(arguments: 0..<3, [ImageFileFormat.jpeg, .png, .webp])
  func aLibraryAffectsOnlyItsFormats(output: Int, photo: ImageFileFormat) throws {
    let formats = [[.png, .jpeg, .webp][output], photo]
    let usual = try cacheKey(output, photo, engine: Self.recorded)
    for (library, format) in zip(Self.libraries, [.jpeg, .png, .png, .png, .webp] as [ImageFileFormat]) {
      let other = Self.recorded.replacingOccurrences(of: library, with: library + ".9")
      #expect(try (cacheKey(output, photo, engine: other) != usual) == formats.contains(format), "\(library)")
    }
    let other = Self.recorded.replacingOccurrences(of: "engine 4", with: "engine 5")
    #expect(try cacheKey(output, photo, engine: other) != usual)
  }

  /// Whether all libraries are recorded or only those that were used, the keys of outputs without the others are the same.
  @Test(arguments: ImageFileFormat.allCases) func aRecordedEngineIsComparedByTheLibrariesUsed(format: ImageFileFormat) {
    let recorded = Engine.text(for: [format])
    for text in [Engine.text, recorded] {
      #expect(
        EngineText(text).text(for: [format]) == recorded && EngineText(text).text(for: []) == Engine.text(for: []))
      #expect(EngineText(text).libraries(of: [format]) == EngineText.current.libraries(of: [format]))
    }
    #expect(EngineText(recorded).formats.contains(format))
    #expect(!EngineText.current.libraries(of: [format]).isEmpty)
  }
}
