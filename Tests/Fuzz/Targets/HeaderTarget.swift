import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// A photo's header as a worker reports it. The main process plans with it, and must not crash.
enum HeaderTarget {
  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    let info = try? ImageCodec.probe(EncodedImage(file), limits: fuzzLimits)
    return info.flatMap { try? [Array(JSONEncoder().encode($0))] } ?? []
  }

  static func take(_ input: [UInt8]) {
    guard let info = try? JSONDecoder().decode(ImageInfo.self, from: Data(input)) else { return }
    do {
      let again = try JSONDecoder().decode(ImageInfo.self, from: JSONEncoder().encode(info))
      check(again == info, "what is believed is understood once more")
    } catch {
      fatalError("what is believed can be told: \(error)")
    }
    check(DecodeLimits.longestSide >= max(info.size.width, info.size.height), "no side is longer than any that is read")
    check(ImageCodec.decodingMemory(for: info) > 0, "\(info) takes memory")
    _ = try? fuzzLimits.check(info)
    let photo = RenderPlan.Photo(info)
    guard let plan = try? RenderPlan(recipe, photo: photo, sources: [:]) else { return }
    check(plan.workingBytes > 0 && plan.outputs.count == recipe.outputs.count, "a plan has all outputs")
  }

  /// One output on each decode path.
  private static let recipe: Recipe = {
    do {
      return try Recipe(
        yaml: """
          packshot: 1
          name: roads
          outputs:
            - { file: a.jpg }
            - { file: b.jpg, steps: [ { resize: { width: 100 } } ] }
            - { file: c.png, steps: [ { fit: { width: 50, height: 50 } }, { sepiaTone: 0.5 } ] }
            - { file: d.png, depth: 16 }
          """, file: "recipe.yaml")
    } catch {
      fatalError("the recipe is one: \(error)")
    }
  }()
}
