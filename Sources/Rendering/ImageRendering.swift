import Filters
import ImageCodecs
import PixelCore
import Recipes

/// Renders pictures into memory by built-in steps, in 8-bit encoded sRGB, for example thumbnails.
package struct ImageRendering: Sendable {
  private let prepared: PreparedRecipe
  private let limits: PhotoLimits

  /// - Parameter steps: Steps for an upright picture. They must be valid.
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

  /// Renders the picture that a renderer probed last.
  ///
  /// - Parameter subject: Values for fields in texts among the steps.
  package func image(
    of file: OpenFile, _ info: ImageInfo, about subject: PhotoSubject = PhotoSubject(), with renderer: any PhotoRenderer
  ) throws -> Image {
    let photo = try PlannedPhoto(
      photoBytes: file.status.byteCount, info: info, subject: subject, by: prepared.recipe, sources: prepared.sources,
      limits: limits)
    return try renderer.image(of: 0, of: photo, by: prepared)
  }
}
