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
    """

  /// By `sha256sum` over what the first program hashed: the engine, the chain, the photo's hash and the path, each on a line.
  private static let digests = [
    "a78de62775618e35d73ee6aa2fb3e8adb85f4d08cb570386df075673840d162a",
    "df373802f222ecb86f7f262dee159d775b8a826bb2e0c11b56dbda86e1cc36a7",
  ]

  @Test(arguments: [0, 1], [ImageFileFormat.jpeg, .png])
  func workOfTheFirstFormatsKeepsItsIdentity(output: Int, photo: ImageFileFormat) throws {
    let prepared = try PreparedRecipe(Recipe(yaml: Self.recipe, file: "r.yaml"), limits: PhotoLimits())
    let stem = prepared.identityStems(engine: EngineText(Self.first), sourceHashes: [:])[output]
    let content = PhotoContent(sha256: String(repeating: "ab", count: 32), format: photo)
    #expect(stem.identity(of: content, path: "a/b.png") == Self.digests[output])
  }

  @Test func theFirstFormatsStandInEveryIdentity() {
    let first = EngineText(Self.first)
    for formats in [[], [.png], [.jpeg], [.jpeg, .png]] as [Set<ImageFileFormat>] {
      #expect(first.text(for: formats) == Self.first && first.libraries(of: formats).isEmpty)
    }
    #expect(ImageFileFormat.allCases.filter { $0.type.isInEveryIdentity } == [.jpeg, .png])
  }
}
