import Catalog
import Files
import ImageCodecs
import Pipeline
import PixelCore
import Rendering

/// An output of a photo, with its name.
struct NamedOutput: Sendable {
  /// Which of the recipe's outputs it is.
  var index: Int
  /// Where its file goes, below the output folder.
  var path: String
}

/// Names the files that a recipe makes of photos, and the products that photos show.
struct OutputNames: Sendable {
  private let recipe: Recipe
  /// Whether an output's name depends on its size, so that the photo's header is needed to name it.
  private let needSizes: Bool

  init(of recipe: Recipe) {
    self.recipe = recipe
    needSizes = recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
  }

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
  func outputs(of photo: InputPhoto, plan makePlan: () throws -> RenderPlan) throws -> [NamedOutput] {
    var plan = needSizes ? try makePlan() : nil
    var named: [NamedOutput] = []
    for (index, output) in recipe.outputs.enumerated() {
      let path = try path(of: output, photo, size: plan?.outputs[index].written.exact?.size)
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
}
