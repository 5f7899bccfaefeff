import ImageCodecs
import PixelCore
import Recipes

/// Who decodes pictures and renders them: this process, or a worker that has nothing to lose. One thread at a time has it.
package protocol PhotoRenderer: AnyObject {
  /// Whether pictures are decoded in this process, which then holds them.
  var isInProcess: Bool { get }
  /// Reads a picture's header; its time begins.
  ///
  /// - Parameter source: The recipe's source that it is, if it is a picture that the photo probed before has of its own.
  func probe(_ file: OpenFile, for source: String?, limits: PhotoLimits) throws -> ImageInfo
  /// Makes a recipe's own pictures, so that a damaged one is the recipe's error and no photo's; returns what the user should
  /// know of them.
  func makeSources(of prepared: PreparedRecipe, forPhotos depth: PixelFormat.Depth) throws -> [String]
  /// Sets a recipe's texts in its fonts; returns the sizes of those that are sources, by their names.
  ///
  /// - Throws: `Recipe.TextError` where one cannot be.
  func textSizes(of recipe: Recipe, fonts: [Resource], limits: PhotoLimits) throws -> [String: PixelSize]
  /// Makes files of the photo that was probed last, into sinks of bytes that are asked for in their order.
  ///
  /// - Parameter photo: Planned for the request's outputs.
  func render(
    _ request: RenderRequest, of photo: PlannedPhoto, by prepared: PreparedRecipe, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult
  /// Makes an output of the photo that was probed last, before it is encoded: in the shape that a PNG would hold.
  ///
  /// - Parameters:
  ///   - output: Which of the recipe's outputs.
  ///   - photo: Planned for this output.
  func image(of output: Int, of photo: PlannedPhoto, by prepared: PreparedRecipe) throws -> Image
  /// The rows of the picture that was probed last, as they are stored. They are to be read before anything else is asked.
  ///
  /// - Parameter spareMemory: Bytes that may be held to be faster.
  func rows(spareMemory: Int) throws -> any RowSource
  /// What photos share, by names that are its own where it has copies of its own.
  func own(_ shared: [String: Int]) -> [String: Int]
}

extension PhotoRenderer {
  /// Reads a photo's header and starts its time limit.
  package func probe(_ photo: OpenFile, limits: PhotoLimits) throws -> ImageInfo {
    try probe(photo, for: nil, limits: limits)
  }
}
