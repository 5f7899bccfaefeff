import Filters
import Foundation
import PackshotKit
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Which real photos `cutout` accepts: those whose backdrop is plain or changes only with the light, and no scenes.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct CutoutCorpusTests {
  /// The names of a kind's photos in `ContentBoxes.tsv` that `cutout` accepts, and of those it refuses. They are composited
  /// over white first.
  private static func names(of kind: String) throws -> (accepted: [String], refused: [String]) {
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ContentBoxes.tsv")
    var (accepted, refused) = ([String](), [String]())
    for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields[0] == kind else { continue }
      let image = try Photo(contentsOf: Corpus.path(fields[1])).image()
      let flat = try Flatten(background: .white).plan(image.shape, in: PlanContext()).image(of: image, RenderContext())
      let name = (fields[1] as NSString).lastPathComponent
      do {
        _ = try Cutout().plan(flat.shape, in: PlanContext()).image(of: flat, RenderContext())
        accepted.append(name)
      } catch FilterError.unsuitableImage {
        refused.append(name)
      }
    }
    return (accepted, refused)
  }

  @Test func scenesAreRefused() throws {
    let names = try Self.names(of: "scene")
    #expect(names.accepted == [] && names.refused.count == 10)
  }

  /// They lie or stand on a backdrop that changes only with the light. (In the loop of the hairdryer's cord, it stays.)
  @Test func photographedProductsAreAcceptedOnAnEvenBackdrop() throws {
    let accepted = Set(try Self.names(of: "photographed").accepted)
    #expect(accepted == ["watch.jpg", "hairdryer.jpg", "2.png"], "\(accepted)")
  }

  /// Twelve of nineteen: around the others, a soft shadow makes up much of the visible contour.
  @Test func photosOnWhiteAreAcceptedUnlessAShadowSurroundsThem() throws {
    let names = try Self.names(of: "alpha")
    #expect(names.accepted.count == 12 && names.refused.count == 7)
    let all = names.refused.allSatisfy { $0.hasPrefix("saleor-") }
    #expect(all, "\(names.refused)")
  }
}
