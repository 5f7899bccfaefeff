import Filters
import Foundation
import PackshotKit
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Which real photos `cutout` accepts: those with a plain or evenly lit backdrop, and no scenes.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct CutoutCorpusTests {
  /// The photos of a kind in `ContentBoxes.tsv`, composited over white.
  private static func photos(_ kinds: Set<String>) throws -> [(file: String, image: Image)] {
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ContentBoxes.tsv")
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard kinds.contains(fields[0]) else { return nil }
      let image = try Photo(contentsOf: Corpus.path(fields[1])).image()
      let flat = try Flatten(background: .white).plan(image.shape, in: PlanContext()).image(
        of: image, RenderContext())
      return ((fields[1] as NSString).lastPathComponent, flat)
    }
  }

  /// The cut-out, or nil if the photo is refused.
  private static func cutOut(_ image: Image) throws -> Image? {
    do {
      return try Cutout().plan(image.shape, in: PlanContext()).image(of: image, RenderContext())
    } catch FilterError.unsuitableImage { return nil }
  }

  @Test func scenesAreRefused() throws {
    let accepted = try Self.photos(["scene"]).filter { try Self.cutOut($0.image) != nil }.map(\.file)
    #expect(accepted == [])
  }

  /// A watch and a mug, both in front of an even backdrop whose light falls off.
  @Test func photographedProductsAreAcceptedOnAnEvenBackdrop() throws {
    let accepted = try Self.photos(["photographed"]).filter { try Self.cutOut($0.image) != nil }.map(\.file)
    #expect(Set(accepted) == ["watch.jpg", "2.png"])
  }

  /// Twelve of nineteen: around the others, a soft shadow makes up much of the visible contour.
  @Test func photosOnWhiteAreAcceptedUnlessAShadowSurroundsThem() throws {
    let photos = try Self.photos(["alpha"])
    let refused = try photos.filter { try Self.cutOut($0.image) == nil }.map(\.file)
    #expect(photos.count == 19 && refused.count == 7)
    let all = refused.allSatisfy { $0.hasPrefix("saleor-") }
    #expect(all, "\(refused)")
  }
}
