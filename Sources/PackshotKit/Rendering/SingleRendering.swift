import Filters
import ImageCodecs
import Pipeline

/// One photo by a recipe, without a catalog.
public struct SingleRendering {
  private let recipe: BatchRecipe
  private let limits: DecodeLimits
  private let maxMemory: Int

  /// Reads the recipe and its pictures. The limits are those of ``BatchOptions``.
  public init(recipeFile: String, maxPixels: Int? = nil, maxMemory: Int? = nil) throws {
    limits = DecodeLimits(maxPixels: maxPixels ?? DecodeLimits().maxPixels)
    self.maxMemory = maxMemory ?? BatchOptions.defaultMaxMemory
    recipe = try BatchRecipe(Recipe(contentsOf: recipeFile), limits: limits)
  }

  /// Renders one of the recipe's outputs into a file, which is replaced in one step once the new one is whole.
  ///
  /// - Parameters:
  ///   - output: The file, whose extension says the format: `.png`, `.jpg` or `.jpeg`. The output's own options hold
  ///     where the format is its own.
  ///   - outputIndex: Which of the recipe's outputs, counted from 0.
  /// - Returns: What the user should know, which is no failure.
  public func render(_ input: String, to output: String, outputIndex: Int = 0) throws -> [String] {
    let outputs = recipe.recipe.outputs
    guard outputs.indices.contains(outputIndex) else {
      throw PackshotError.option(
        name: "--output-index", found: "\(outputIndex)", allowed: "0 to \(outputs.count - 1) with this recipe")
    }
    var part = recipe.recipe(outputs: [outputIndex])
    let encoding = try Recipe.Encoding(forFile: output)
    // The output's own options hold where the format is its own.
    if encoding.format != part.outputs[0].encoding.format { part.outputs[0].encoding = encoding }

    let needed =
      [(input, "the photo"), (recipe.recipe.file, "the recipe")]
      + recipe.sourceFiles.values.map { ($0.path, "a picture of the recipe") }
    if let place = FileStatus(path: output) {
      for (path, role) in needed where FileStatus(path: path)?.isSameFile(as: place) == true {
        throw PackshotError.replacesInput(path: output, role: role)
      }
    }
    let photo = try FileContent.image(path: input, limit: maxMemory)
    do {
      let info = try ImageCodec.probe(photo, limits: limits)
      let plan = try RenderPlan(part, photo: RenderPlan.Photo(info), sources: recipe.sources.shapes(forPhotos: info.depth))
      let rendering = FileRendering(photo: photo, info: info, plan: plan, limits: limits)
      try rendering.check(within: maxMemory)
      let (files, warnings) = try rendering.write(
        to: [output], in: try recipe.sources.renderContext(forPhotos: info.depth))
      _ = try files[0].seal()
      try files[0].moveIntoPlace()
      return recipe.sources.warnings + warnings
    } catch let error as CodecError {
      if case .sinkFailed(let cause) = error { throw cause }
      let failure = PhotoFailure(error)
      throw PhotoFailure(failure.code, "\(input): \(failure.message)")
    }
  }
}
