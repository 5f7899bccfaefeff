import Filters
import ImageCodecs
import PixelCore
import Recipes

/// How the picture of a source becomes its image: decoded, turned upright, and through the source's own steps.
struct SourceChain: Sendable {
  let source: Recipe.Source
  /// The decoded rows, in the format that photos are worked on in.
  private let stored: ImageShape
  private let chain: Chain

  /// - Parameters:
  ///   - size: As stored.
  ///   - planner: Of the recipe that has the source, with the picture's orientation and no sources.
  /// - Throws: Where a step does not suit the picture.
  init(_ source: Recipe.Source, size: PixelSize, hasAlpha: Bool, by planner: ChainPlanner) throws(RecipeError) {
    self.source = source
    stored = ImageShape(size: size, format: planner.working.with(alpha: hasAlpha ? .premultiplied : .opaque))
    chain = try planner.chain([Recipe.Step(filter: Orient(), node: source.node)] + source.steps, in: .exact(stored))
    guard chain.output.exact != nil else {
      throw planner.recipe.error(
        at: source.node, .lateSizeOfSource)
    }
  }

  /// The shape of the image.
  var output: ImageShape { chain.output.bound }

  /// Bytes held while the image is made, without its own.
  var workingBytes: Int { chain.workingBytes + chain.sharedBytes.values.reduce(0, +) }

  /// Makes the image of the picture that a reader is at the beginning of.
  func image(_ reader: any RowReader, _ colors: ColorHandling, in context: RenderContext) throws -> Image {
    let image = ImageCollector(shape: output)
    try reader.pushAllRows(
      into: chain.sink(from: stored, context) { _ in image }, shape: stored, context: context,
      toSRGB: reader.info.transform(colors))
    return image.takeImage()
  }
}
