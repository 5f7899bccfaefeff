import Filters
import ImageCodecs
import PixelCore
import Recipes

/// Pictures made small and the like, into memory: some steps without a recipe of the user's, in encoded sRGB of 8 bits.
package struct ImageRendering {
  private let prepared: PreparedRecipe
  private let limits: PhotoLimits

  /// - Parameter steps: What is done to a picture that stands upright; known to be right.
  package init(_ name: String, _ steps: [any Filter], limits: PhotoLimits) throws {
    self.limits = limits
    let node = Recipe.Node(path: "")
    let output = Recipe.Output(
      template: try OutputTemplate("{stem}"), encoding: .png(compression: 0, depth: .eight))
    let recipe = Recipe(
      file: name, name: name, steps: ([Orient()] + steps).map { Recipe.Step(filter: $0, node: node) },
      outputs: [output])
    prepared = try PreparedRecipe(recipe, limits: limits)
  }

  /// Renders the picture that a renderer has probed last.
  ///
  /// - Parameter subject: What texts among the steps ask of it.
  package func image(
    of file: OpenFile, _ info: ImageInfo, about subject: PhotoSubject = PhotoSubject(), with renderer: any PhotoRenderer
  ) throws -> Image {
    let photo = try PlannedPhoto(
      photoBytes: file.status.byteCount, info: info, subject: subject, by: prepared.recipe, sources: prepared.sources,
      limits: limits)
    return try renderer.image(of: 0, of: photo, by: prepared)
  }
}
