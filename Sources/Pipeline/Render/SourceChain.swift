import Filters
import ImageCodecs
import PixelCore
import Recipes

/// The plan for a source's image: decode it, turn it upright, and apply the source's own steps. The steps of a group's
/// photo already start with turning it.
struct SourceChain: Sendable {
  let source: Recipe.Source
  /// The shape of the decoded rows, in the working format.
  private let stored: ImageShape
  private let chain: Chain

  /// - Parameters:
  ///   - size: Size of the picture as stored.
  ///   - planner: The planner of the recipe, with the picture's orientation and the sources that steps can use.
  /// - Throws: `RecipeError` if a step can't be applied to the picture.
  init(_ source: Recipe.Source, size: PixelSize, hasAlpha: Bool, by planner: ChainPlanner) throws(RecipeError) {
    self.source = source
    stored = ImageShape(size: size, format: planner.working.with(alpha: hasAlpha ? .premultiplied : .opaque))
    var steps = source.steps
    if case .member = source.content {} else { steps.insert(Recipe.Step(filter: Orient(), node: source.node), at: 0) }
    chain = try planner.chain(steps, in: .exact(stored))
    guard chain.output.exact != nil else {
      throw planner.recipe.error(
        at: source.node, .lateSizeOfSource)
    }
  }

  /// The shape of the image.
  var output: ImageShape { chain.output.bound }

  /// Memory needed to make the image in bytes, without the image itself.
  var workingBytes: Int { chain.workingBytes + chain.sharedBytes.values.reduce(0, +) }

  /// Makes the image from a reader that hasn't been read yet.
  func image(_ reader: any RowReader, _ colors: ColorHandling, in context: RenderContext) throws -> Image {
    let image = ImageCollector(shape: output)
    try reader.pushAllRows(
      into: chain.sink(from: stored, context) { _ in image }, shape: stored, context: context,
      toSRGB: reader.info.transform(colors))
    return image.takeImage()
  }
}
