import Files
import ImageCodecs
import Rendering

/// The inputs that made an expected picture, stored in the picture itself, so that a later check can tell whether only
/// the engine has changed.
struct GoldenOrigin: Equatable {
  /// The PNG text keyword.
  static let keyword = "packshot origin"

  /// The cache key of the recipe's chain, its images, the photo and the engine.
  let cacheKey: String
  /// Versions of packshot and its libraries.
  let engine: String

  /// Creates the origin that a case's picture has now, or would have with another engine.
  init(_ goldenCase: GoldenCase, _ settings: GoldenSettings, in context: GoldenContext, by engine: String = Engine.text)
    throws
  {
    let prepared = try context.recipes.recipe(goldenCase.recipeFile(settings), in: context)
    let input = try OpenFile(named: try goldenCase.inputFile(settings), limits: context.limits)
    let alone = prepared.with(outputs: [prepared.recipe.outputs[settings.output]])
    let stems = prepared.cacheKeyStems(engine: EngineText(engine), sourceHashes: prepared.sourceHashes)
    // The cache key depends on the file name, so it uses the same name whatever the recipe's template is.
    cacheKey = try alone.read(input, as: PhotoAttributes(ofFile: input.path, by: alone.recipe)) { photo in
      try stems[settings.output].key(of: photo.content, path: GoldenCase.expectedName)
    }
    self.engine = engine
  }

  /// Reads the origin from an expected picture. Returns nil if the picture contains none.
  init?(ofPictureIn file: EncodedImage) {
    guard let text = PNGText.text(keyword: Self.keyword, in: file), let end = text.firstIndex(of: " ") else {
      return nil
    }
    (cacheKey, engine) = (String(text[..<end]), String(text[end...].dropFirst()))
  }

  /// The text stored in the expected picture.
  var text: String { "\(cacheKey) \(engine)" }
}

extension GoldenCheck {
  /// Returns the engine that made an expected picture, if only the engine has changed since. Returns nil if anything
  /// else has changed, or if the picture contains no origin.
  func earlierEngine(of goldenCase: GoldenCase, _ settings: GoldenSettings) throws -> String? {
    let expected = try EncodedImage.contents(ofFile: goldenCase.expectedFile, limits: context.limitsOfOwn)
    guard let origin = GoldenOrigin(ofPictureIn: expected), origin.engine != Engine.text else { return nil }
    return try GoldenOrigin(goldenCase, settings, in: context, by: origin.engine) == origin ? origin.engine : nil
  }
}
