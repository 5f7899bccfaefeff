import ImageCodecs
import PixelCore
import Recipes

/// Decodes and renders pictures, either in process or in a sandboxed worker. Only one thread at a time can use it.
package protocol PhotoRenderer: AnyObject {
  /// Whether pictures are decoded in process.
  var isInProcess: Bool { get }
  /// Reads a picture's header and starts its time limit.
  ///
  /// - Parameter source: Name of the recipe's source, for a per-photo image of the photo probed before. Nil for a
  ///   photo.
  func probe(_ file: OpenFile, for source: String?, limits: PhotoLimits) throws -> ImageInfo
  /// Decodes a recipe's images before the first photo, so that a damaged image is an error of the recipe and not of a
  /// photo. Returns warnings for the user.
  func makeSources(of prepared: PreparedRecipe, forPhotos depth: PixelFormat.Depth) throws -> [String]
  /// Sets a recipe's texts in its fonts. Returns the sizes of texts that are sources, by source name.
  ///
  /// - Throws: `Recipe.TextError` if a text can't be set.
  func textSizes(of recipe: Recipe, fonts: [Resource], limits: PhotoLimits) throws -> [String: PixelSize]
  /// Renders files from the photo probed last. The sinks are requested in the order of the outputs.
  ///
  /// - Parameter photo: The plan for the request's outputs.
  func render(
    _ request: RenderRequest, of photo: PlannedPhoto, by prepared: PreparedRecipe, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult
  /// Renders an output of the photo probed last, without encoding it, in the shape that a PNG would have.
  ///
  /// - Parameters:
  ///   - output: Index of the recipe's output.
  ///   - photo: The plan for this output.
  func image(of output: Int, of photo: PlannedPhoto, by prepared: PreparedRecipe) throws -> Image
  /// Returns the stored rows of the picture probed last. They must be read before the next call.
  ///
  /// - Parameter spareMemory: Memory that can be used to be faster, in bytes.
  func rows(spareMemory: Int) throws -> any RowSource
  /// Returns the shared memory by name. The names are unique to this renderer if it has its own copies.
  func own(_ shared: [String: Int]) -> [String: Int]
}

extension PhotoRenderer {
  /// Reads a photo's header and starts its time limit.
  package func probe(_ photo: OpenFile, limits: PhotoLimits) throws -> ImageInfo {
    try probe(photo, for: nil, limits: limits)
  }
}
