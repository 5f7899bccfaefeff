import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

extension PreparedRecipe {
  /// Throws if a name contains a size that is known only after rendering, or if two outputs have the same name for
  /// photos of every size.
  func checkNames() throws {
    let haveSizes = recipe.outputs.contains { !$0.template.fields.isDisjoint(with: OutputTemplate.Field.sizes) }
    guard recipe.outputs.count > 1 || haveSizes else { return }
    var clashes: Set<[Int]>?
    for size in Self.telltaleSizes {
      // The recipe may not be applicable to a photo of this size.
      guard let plan = try? plan(for: RenderPlan.Photo(size: size), limits: DecodeLimits()) else { continue }
      try plan.checkSizesInNames(of: recipe)
      let names = recipe.outputs.indices.map { plan.output(at: $0).flatMap { nameOfAnyPhoto($0, of: plan) } }
      let pairs = names.indices.flatMap { second in (0..<second).map { [$0, second] } }
      let same = pairs.filter { names[$0[0]] != nil && names[$0[0]] == names[$0[1]] }
      clashes = clashes?.intersection(same) ?? Set(same)
    }
    guard let clash = clashes?.min(by: { $0.lexicographicallyPrecedes($1) }) else { return }
    let (first, second) = (recipe.outputs[clash[0]], recipe.outputs[clash[1]])
    throw recipe.error(
      at: second.node, .sameFileForAll(second.template.text, other: first.node.path))
  }

  /// Returns an output's name without values for the photo's own fields.
  private func nameOfAnyPhoto(_ output: RenderPlan.OutputPlan, of plan: RenderPlan) -> String? {
    // The size depends on a per-photo image, which isn't known yet.
    if !plan.ownShapes.isEmpty, !output.output.template.fields.isDisjoint(with: OutputTemplate.Field.sizes),
      output.sourceNames(behind: plan.trunk).contains(where: { plan.ownShapes[$0] != nil })
    {
      return nil
    }
    return try? output.output.template.path { field in
      switch field {
      case .name: recipe.name
      case .width: String(output.written.bound.size.width)
      case .height: String(output.written.bound.size.height)
      case .stem, .relative, .extension, .sku, .view, .hash: "{\(field.rawValue)}"
      }
    }
  }

  /// Sizes of photos for finding out whether names differ: large and small, landscape and portrait, and wider and
  /// higher than any output.
  private static let telltaleSizes = [
    (4000, 3000), (3000, 4000), (60, 40), (40, 60), (1, 1), (16_000, 16_000), (200_000, 1000), (1000, 200_000),
    (1_000_000, 1), (1, 1_000_000),
  ].map { PixelSize(width: $0.0, height: $0.1) }
}
