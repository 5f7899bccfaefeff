import Filters
import ImageCodecs
import PixelCore
import Recipes

/// Plans chains of a recipe's steps.
struct ChainPlanner: Sendable {
  let recipe: Recipe
  /// The format for filters that change pixel values.
  let working: PixelFormat
  let context: PlanContext
  /// The limit on the photo's pixels. Outputs can have as many pixels, and at least as many as by default.
  let limits: DecodeLimits

  /// Plans steps for rows of a shape: in their own format if the steps only move pixels, otherwise in the working
  /// format.
  ///
  /// - Parameter focus: The photo's own focus in these rows.
  func chain(
    _ steps: [Recipe.Step], from input: PlannedShape, _ focus: FollowedFocus
  ) throws(RecipeError) -> Chain {
    let chain = try chain(steps, in: input.map(workingShape), focus)
    return chain.computes ? chain : try self.chain(steps, in: input, focus)
  }

  /// Plans the chain of an output. If its file format doesn't support alpha, a translucent picture is placed on the
  /// output's background.
  func chain(of output: Recipe.Output, behind trunk: Chain) throws(RecipeError) -> Chain {
    let (input, focus) = (trunk.output, trunk.focus)
    let chain = try chain(output.steps, from: input, focus)
    if output.encoding.format.canHoldAlpha || chain.output.format.alpha == .opaque { return chain }
    let flatten = Recipe.Step(filter: Flatten(background: output.background), node: output.node)
    return try self.chain(output.steps + [flatten], from: input, focus)
  }

  /// Plans steps for rows of a shape, in their own format.
  ///
  /// - Parameter overview: Returns whether the next step is planned with an overview, given the chain of the steps before.
  func chain(
    _ steps: [Recipe.Step], in input: PlannedShape, _ focus: FollowedFocus,
    overview: (Chain) -> OverviewState = { _ in .none }
  ) throws(RecipeError) -> Chain {
    var chain = Chain(from: input, focus, self)
    var context = context
    for var step in steps {
      context.overview = overview(chain)
      chain.focus.apply(to: &step)
      do {
        var plan = try step.filter.plan(chain.output, in: context)
        if let warning = chain.focus.warning(at: step, plan, in: chain.output) { plan.warn(warning) }
        chain.append(step, plan: plan, output: try limited(plan))
      } catch {
        var recipeError = recipe.error(at: step.node, .filter(error))
        recipeError.concernsPhoto = error.isOfImage
        throw recipeError
      }
    }
    return chain
  }

  /// Returns the shape of the output, limited to the maximum size of a picture. Steps that will be planned again are
  /// checked then, because the largest possible input may never occur.
  private func limited(_ plan: FilterPlan) throws(FilterError) -> PlannedShape {
    guard case .planAgain = plan.work else {
      try check(plan.output.bound.size)
      return plan.output
    }
    return plan.output.map { shape in
      let size = PixelSize(
        width: min(shape.size.width, DecodeLimits.longestSide), height: min(shape.size.height, DecodeLimits.longestSide)
      )
      return ImageShape(size: size, format: shape.format)
    }
  }

  private func check(_ size: PixelSize) throws(FilterError) {
    let maxPixels = max(limits.maxPixels, DecodeLimits().maxPixels)
    guard min(size.width, size.height) > 0, size.pixelCount <= maxPixels,
      max(size.width, size.height) <= DecodeLimits.longestSide
    else {
      throw .makesTooLarge(size: size, maxPixels: maxPixels, longestSide: DecodeLimits.longestSide)
    }
  }

  private func workingShape(of shape: ImageShape) -> ImageShape {
    let format = working.with(alpha: shape.format.alpha == .opaque ? .opaque : .premultiplied)
    return ImageShape(size: shape.size, format: format)
  }
}
