import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// A recipe: its canonical text must give the same recipe. It is planned for a photo, and rendered if that is little
/// work.
enum RecipeTarget {
  /// The largest number of pixels of outputs to render, and the memory limit.
  private static let pixelLimit = 1 << 16
  private static let byteLimit = 32 << 20

  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    let text = String(validating: file, as: UTF8.self)
    return text.map { $0.contains("packshot:") ? [file] : [] } ?? []
  }

  static func take(_ input: [UInt8]) {
    guard let text = EncodedImage(input).text else { return }
    let recipe: Recipe
    do { recipe = try Recipe(yaml: text, file: "recipe.yaml") } catch {
      check(!error.message.isEmpty && !error.description.isEmpty, "a reason has words")
      return
    }
    checkCanonicalText(of: recipe)
    checkPaths(of: recipe)
    _ = recipe.skuPattern?.match("mugs/MUG-001_front")
    do { try render(recipe) } catch let error as RecipeError {
      check(!error.message.isEmpty, "a reason has words")
    } catch {
      fatalError("rendering gives a picture or says what is wrong with the recipe: \(error)")
    }
  }

  private static func checkCanonicalText(of recipe: Recipe) {
    let canonical = recipe.canonicalYAML
    do {
      let again = try Recipe(yaml: canonical, file: "other.yaml")
      check(
        again.canonicalYAML == canonical, "the full text is its own full text:\n\(canonical)\n\(again.canonicalYAML)")
      let identities = [recipe, again].map { recipe in recipe.outputs.map { recipe.chainText(of: $0) } }
      check(identities[0] == identities[1], "the full text means the same:\n\(identities)")
      check(again.outputs.map(\.template) == recipe.outputs.map(\.template), "the same files")
    } catch {
      fatalError("the full text can be read: \(error)\n\(canonical)")
    }
  }

  /// Checks that outputs stay in their folder, whatever the photo's name.
  private static func checkPaths(of recipe: Recipe) {
    for value in ["a", "..", "/", "../..", "a/../..", "", ".", "../\u{301}", "/\u{301}"] {
      for output in recipe.outputs {
        guard let path = try? output.template.path({ _ in value }) else { continue }
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        check(!names[0].isEmpty, "\(path) begins in the folder")
        check(!names.contains { $0.elementsEqual("..".utf8) }, "\(path) stays below the folder")
      }
    }
  }

  private static func render(_ recipe: Recipe) throws {
    for photo in photos {
      let info = try ImageCodec.probe(photo)
      let sources = try SourceSet(of: recipe, limits: fuzzLimits) { _ in photos[1] }
      let shapes = sources.shapes(forPhotos: info.depth)
      let plan = try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: shapes, limits: fuzzLimits)
      let bytes = plan.sharedBytes.values.reduce(plan.workingBytes, +)
      guard bytes <= byteLimit, plan.outputs.allSatisfy({ $0.written.bound.size.pixelCount <= pixelLimit }) else {
        continue
      }
      let context = try sources.renderContext(forPhotos: info.depth)
      _ = try plan.render(photo, limits: fuzzLimits, in: context) { output, shape in
        let options = EncodeOptions(output.output.encoding)
        if output.decodePath.leadsToEncoder {
          return .planes(try ImageCodec.makePlaneWriter(size: shape.size, options: options) { _ in })
        }
        return .rows(try ImageCodec.makeWriter(shape: shape, options: options) { _ in })
      }
    }
  }

  /// A JPEG, and a translucent PNG of 16 bits.
  private static let photos = [
    photo(.jpeg(), .encodedOpaque), photo(.png(), PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .straight)),
  ]

  private static func photo(_ coding: EncodeOptions.Coding, _ format: PixelFormat) -> EncodedImage {
    let shape = ImageShape(size: PixelSize(width: 37, height: 26), format: format)
    let samples = (0..<shape.bytesPerRow * shape.size.height).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    switch outcome({ try encode(samples, shape, EncodeOptions(coding)) }) {
    case .success(let file): return EncodedImage(file)
    case .failure(let error): fatalError("the photo can be written: \(error.message)")
    }
  }
}
