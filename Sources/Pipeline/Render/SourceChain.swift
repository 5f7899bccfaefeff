import Filters
import ImageCodecs
import PixelCore
import Recipes

/// The plan for a source's image: decode it and turn it upright, or draw it, and apply the source's own steps. The steps of a
/// group's photo already start with turning it.
struct SourceChain: Sendable {
  let source: Recipe.Source
  /// The shape of the decoded rows or of the drawing, in the working format.
  private let stored: ImageShape
  private let chain: Chain

  /// Plans a picture.
  ///
  /// - Parameters:
  ///   - size: Size of the picture as stored.
  ///   - focus: The picture's own focus.
  ///   - planner: The planner of the recipe, with the picture's orientation and the sources that steps can use.
  /// - Throws: `RecipeError` if a step can't be applied to the picture.
  init(
    _ source: Recipe.Source, size: PixelSize, hasAlpha: Bool, _ focus: FollowedFocus, by planner: ChainPlanner
  ) throws(RecipeError) {
    let stored = ImageShape(size: size, format: planner.working.with(alpha: hasAlpha ? .premultiplied : .opaque))
    var steps = source.steps
    if case .member = source.content {} else { steps.insert(Recipe.Step(filter: Orient(), node: source.node), at: 0) }
    try self.init(source, steps, stored, focus, by: planner)
  }

  /// Plans a drawing of a known shape.
  ///
  /// - Throws: `RecipeError` if a step can't be applied to the drawing.
  init(_ source: Recipe.Source, drawn: ImageShape, by planner: ChainPlanner) throws(RecipeError) {
    try self.init(source, source.steps, drawn, .none, by: planner)
  }

  private init(
    _ source: Recipe.Source, _ steps: [Recipe.Step], _ stored: ImageShape, _ focus: FollowedFocus,
    by planner: ChainPlanner
  ) throws(RecipeError) {
    (self.source, self.stored) = (source, stored)
    chain = try planner.chain(steps, in: .exact(stored), focus)
    guard chain.output.exact != nil else {
      throw planner.recipe.error(
        at: source.node, .lateSizeOfSource)
    }
  }

  /// The shape of the image.
  var output: ImageShape { chain.output.bound }

  /// Memory needed to make the image in bytes, without the image itself.
  var workingBytes: Int { chain.workingBytes + chain.sharedBytes.values.reduce(0, +) }

  /// Adds the notes of steps that were made while planning.
  func takeNotes(_ notes: StepNotes) { chain.takeNotes(notes) }

  /// Makes the image from a reader that hasn't been read yet.
  func image(_ reader: any RowReader, _ colors: ColorHandling, in context: RenderContext) throws -> Image {
    let image = ImageCollector(shape: output)
    try reader.pushAllRows(
      into: chain.sink(from: stored, context) { _ in image }, shape: stored, context: context,
      toSRGB: reader.info.transform(colors))
    return image.takeImage()
  }

  /// Makes the image from the drawing.
  func image(of drawing: Image, in context: RenderContext) throws -> Image {
    let image = ImageCollector(shape: output)
    let sink = try chain.sink(from: stored, context) { _ in image }
    try drawing.withBand { try sink.push($0) }
    try sink.finish()
    return image.takeImage()
  }
}
