import Filters
import Recipes

extension RenderPlan {
  /// Throws if an output's name contains a size that is known only after rendering, because files are named before.
  package func checkSizesInNames(of recipe: Recipe) throws(RecipeError) {
    for output in outputs where output.written.exact == nil {
      let used = OutputTemplate.Field.allCases.first { field in
        OutputTemplate.Field.sizes.contains(field) && output.output.template.fields.contains(field)
      }
      guard let used, let late = (trunk.steps + output.chain.steps).first(where: \.plan.isLate) else { continue }
      let name = type(of: late.step.filter).name
      throw recipe.error(
        at: Recipe.Node(path: "\(output.output.node.path).file", location: output.output.node.location),
        .lateSizeInName(file: output.output.template.text, field: used.rawValue, filter: name))
    }
  }
}
