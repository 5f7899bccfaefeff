import Filters
import ImageCodecs
import PixelCore

/// Makes chains of a recipe's steps.
struct ChainPlanner {
  let recipe: Recipe
  /// What filters work in that do more than move pixels.
  let working: PixelFormat
  let context: PlanContext
  /// How many pixels the photo may have. What is made of it may have as many, and never fewer than by default.
  let limits: DecodeLimits

  /// Plans steps for rows of some shape: in their own format if the steps only move pixels, otherwise in the working format.
  func chain(_ steps: [Recipe.Step], from input: ImageShape) throws(RecipeError) -> Chain {
    let chain = try chain(steps, in: workingShape(of: input))
    return chain.computes ? chain : try self.chain(steps, in: input)
  }

  /// The chain of an output. If its file's format cannot hold alpha, a translucent picture is laid on the output's
  /// background.
  func chain(of output: Recipe.Output, from input: ImageShape) throws(RecipeError) -> Chain {
    let chain = try chain(output.steps, from: input)
    if output.encoding.format.canHoldAlpha || chain.output.format.alpha == .opaque { return chain }
    let flatten = Recipe.Step(filter: Flatten(background: output.background), node: output.node)
    return try self.chain(output.steps + [flatten], from: input)
  }

  private func chain(_ steps: [Recipe.Step], in input: ImageShape) throws(RecipeError) -> Chain {
    var chain = Chain(from: input)
    for step in steps {
      do {
        let plan = try step.filter.plan(chain.output, in: context)
        try check(plan.output.size)
        chain.append(step, plan: plan)
      } catch {
        var recipeError = recipe.error(at: step.node, error.message)
        if case .imageUnsuitable = error { recipeError.concernsPhoto = true }
        throw recipeError
      }
    }
    return chain
  }

  private func check(_ size: PixelSize) throws(FilterError) {
    let maxPixels = max(limits.maxPixels, DecodeLimits().maxPixels)
    guard min(size.width, size.height) > 0, size.pixelCount <= maxPixels,
      max(size.width, size.height) <= DecodeLimits.longestSide
    else {
      throw .imageUnsuitable(
        why:
          "this would make \(size) pixels; a picture may have \(maxPixels) (--max-pixels raises the limit), and no "
          + "side longer than \(DecodeLimits.longestSide)")
    }
  }

  private func workingShape(of shape: ImageShape) -> ImageShape {
    ImageShape(
      size: shape.size, format: working.with(alpha: shape.format.alpha == .opaque ? .opaque : .premultiplied))
  }
}
