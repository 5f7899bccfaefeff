import Filters
import ImageCodecs
import Parameters

extension Recipe {
  /// Creates a recipe from steps, without a file. Each step is written as an item of a recipe's `steps`, and names a
  /// picture that it uses by its path, relative to the current folder. The recipe has one output, a PNG.
  ///
  /// - Throws: `RecipeError`, with locations in the text of a step, such as `step 2:1:12`.
  package init(steps: [String], filters: FilterList = .standard) throws {
    var recipe = Recipe(file: "", name: "steps")
    recipe.outputs = [Recipe.Output(template: try OutputTemplate("{stem}.png"), encoding: Recipe.Encoding(.png))]
    self = try RecipeReader(file: "", filters: filters, nil).adding(steps, to: recipe)
  }
}

extension RecipeReader {
  fileprivate func adding(_ texts: [String], to recipe: Recipe) throws(RecipeError) -> Recipe {
    var recipe = recipe
    for (index, text) in texts.enumerated() {
      part { () throws(RecipeError) in
        let step = try step(value(of: text, named: "step \(index + 1)"), path: "steps[\(index)]")
        recipe.steps.append(step)
        for path in step.filter.sourceNames where !recipe.sources.contains(where: { $0.name == path }) {
          let content = try picture(path, missing: .error, at: step.node)
          recipe.sources.append(Recipe.Source(name: path, content: content, node: step.node))
        }
      }
    }
    return try checked(recipe)
  }

  /// Parses a step's text. As for an included file, each location contains a name, here the name of the text.
  private func value(of text: String, named name: String) throws(RecipeError) -> Value {
    do {
      return try Value.yaml(text, file: name, isIncluded: true)
    } catch {
      guard error.fault == .empty else { throw error }
      return Value(.null, at: Location(line: 1, column: 1, file: name))
    }
  }
}
