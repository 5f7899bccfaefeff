import Catalog
import Files
import Filters
import ImageCodecs
import Pipeline
import PixelCore

/// An output of a photo, with its name.
struct NamedOutput: Sendable {
  /// Which of the recipe's outputs it is.
  var index: Int
  /// Where its file goes, below the output folder.
  var path: String
}

extension BatchRecipe {
  /// Which product a photo shows. Where the recipe has no pattern, or it does not match, the photo's own name is unique; a
  /// name in which there is nothing to be seen is no SKU, and is taken with the file's extension.
  func product(of photo: InputPhoto) -> SKUPattern.Match {
    if let match = recipe.skuPattern?.match(photo.name), !match.sku.isBlank { return match }
    return SKUPattern.Match(sku: photo.name.isBlank ? "\(photo.name).\(photo.extension)" : photo.name, view: nil)
  }

  /// The files that are made of a photo. Two outputs may come to the same file, as two widths do of a small photo that is not
  /// enlarged; the first of them stands for both.
  ///
  /// - Parameter makePlan: The plan for the photo; asked for where names depend on sizes, or are the same.
  func namedOutputs(of photo: InputPhoto, plan makePlan: () throws -> RenderPlan) throws -> [NamedOutput] {
    var plan = namesNeedSizes ? try makePlan() : nil
    var named: [NamedOutput] = []
    for (index, output) in recipe.outputs.enumerated() {
      let path = try path(of: output, photo, size: plan?.outputs[index].chain.output.size)
      guard let other = named.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) else {
        named.append(NamedOutput(index: index, path: path))
        continue
      }
      let planned = try plan ?? makePlan()
      plan = planned
      guard planned.outputs[index].isSameWork(as: planned.outputs[other.index]) else {
        throw PhotoFailure(
          .badName,
          "\(recipe.outputs[other.index].node.path) and \(output.node.path) of this photo would both be written to \(path), "
            + "but are different pictures; give one of them another name")
      }
    }
    return named
  }

  private func path(of output: Recipe.Output, _ photo: InputPhoto, size: PixelSize?) throws(PhotoFailure) -> String {
    let path: String
    do {
      path = try output.template.path { field in
        switch field {
        case .stem: photo.stem
        case .relative: photo.relative
        case .extension: photo.extension
        case .sku: product(of: photo).sku
        case .view: product(of: photo).view ?? ""
        case .name: recipe.name
        case .width: size.map { String($0.width) } ?? ""
        case .height: size.map { String($0.height) } ?? ""
        }
      }
    } catch {
      throw PhotoFailure(.badName, error.message)
    }
    if path.utf8.count > 255, let long = path.pathNames.first(where: { $0.utf8.count > 255 }) {
      throw PhotoFailure(.badName, "the output's name \"\(long.prefix(40))…\" is longer than 255 bytes")
    }
    return path
  }

  /// Refuses two outputs that have the same name for every photo, whatever its size.
  func checkNames() throws {
    guard recipe.outputs.count > 1 else { return }
    var clashes: Set<[Int]>?
    for size in Self.telltaleSizes {
      // A recipe may not suit a photo of this size.
      guard let plan = try? plan(recipe, for: RenderPlan.Photo(size: size), limits: DecodeLimits()) else { continue }
      let names = plan.outputs.map { nameOfAnyPhoto($0) }
      let pairs = names.indices.flatMap { second in (0..<second).map { [$0, second] } }
      let same = pairs.filter { names[$0[0]] != nil && names[$0[0]] == names[$0[1]] }
      clashes = clashes?.intersection(same) ?? Set(same)
    }
    guard let clash = clashes?.min(by: { $0.lexicographicallyPrecedes($1) }) else { return }
    let (first, second) = (recipe.outputs[clash[0]], recipe.outputs[clash[1]])
    throw recipe.error(
      at: second.node,
      "this writes the same file as \(first.node.path) for every photo, \"\(second.template.text)\"; give it another name"
    )
  }

  /// An output's name with the photo's own fields left open.
  private func nameOfAnyPhoto(_ output: RenderPlan.OutputPlan) -> String? {
    try? output.output.template.path { field in
      switch field {
      case .name: recipe.name
      case .width: String(output.chain.output.size.width)
      case .height: String(output.chain.output.size.height)
      case .stem, .relative, .extension, .sku, .view: "{\(field.rawValue)}"
      }
    }
  }

  /// Photos that tell sizes apart: large and small, wide and tall, and wider and taller than any output can be.
  private static let telltaleSizes = [
    (4000, 3000), (3000, 4000), (60, 40), (40, 60), (1, 1), (16_000, 16_000), (200_000, 1000), (1000, 200_000),
    (1_000_000, 1), (1, 1_000_000),
  ].map { PixelSize(width: $0.0, height: $0.1) }
}
