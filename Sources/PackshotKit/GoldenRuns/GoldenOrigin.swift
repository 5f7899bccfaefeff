import Files
import ImageCodecs
import Rendering

/// What made an expected picture, which the picture itself keeps: so that a later check can tell whether anything but the engine
/// has changed since.
struct GoldenOrigin: Equatable {
  /// By what keyword a picture has it.
  static let keyword = "packshot origin"

  /// The cache key of the work: of the recipe's chain, its pictures, the photo and the engine.
  let cacheKey: String
  /// packshot's version and those of its libraries.
  let engine: String

  /// What makes a case's picture now, or would if another engine did.
  init(_ goldenCase: GoldenCase, _ settings: GoldenSettings, in context: GoldenContext, by engine: String = Engine.text)
    throws
  {
    let prepared = try context.recipes.recipe(goldenCase.recipeFile(settings), in: context)
    let input = try OpenFile(named: try goldenCase.inputFile(settings), limits: context.limits)
    let alone = prepared.with(outputs: [prepared.recipe.outputs[settings.output]])
    let stems = prepared.cacheKeyStems(engine: EngineText(engine), sourceHashes: prepared.sourceHashes)
    // The expected picture has one name, whatever the recipe calls its output.
    cacheKey = try alone.read(input, as: PhotoAttributes(ofFile: input.path, by: alone.recipe)) { photo in
      try stems[settings.output].key(of: photo.content, path: GoldenCase.expectedName)
    }
    self.engine = engine
  }

  /// As an expected picture has it; nil if it has none.
  init?(ofPictureIn file: EncodedImage) {
    guard let text = PNGText.text(keyword: Self.keyword, in: file), let end = text.firstIndex(of: " ") else {
      return nil
    }
    (cacheKey, engine) = (String(text[..<end]), String(text[end...].dropFirst()))
  }

  /// As an expected picture keeps it.
  var text: String { "\(cacheKey) \(engine)" }
}

extension GoldenCheck {
  /// The engine that an expected picture was made by, if that is all that has changed since; nil if anything else has, or the
  /// picture does not say what made it.
  func earlierEngine(of goldenCase: GoldenCase, _ settings: GoldenSettings) throws -> String? {
    let expected = try EncodedImage.contents(ofFile: goldenCase.expectedFile, limits: context.limitsOfOwn)
    guard let origin = GoldenOrigin(ofPictureIn: expected), origin.engine != Engine.text else { return nil }
    return try GoldenOrigin(goldenCase, settings, in: context, by: origin.engine) == origin ? origin.engine : nil
  }
}
