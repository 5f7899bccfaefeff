import Filters
import ImageCodecs
import Pipeline

/// One photo by a recipe, without a catalog.
public struct Rendering {
  private let recipe: BatchRecipe
  private let limits: DecodeLimits

  /// Reads the recipe and its pictures.
  public init(recipeFile: String, maxPixels: Int? = nil) throws {
    limits = DecodeLimits(maxPixels: maxPixels ?? DecodeLimits().maxPixels)
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

    let content = try FileContent(path: input)
    do {
      let info = try ImageCodec.probe(content.image, limits: limits)
      let plan = try RenderPlan(part, photo: RenderPlan.Photo(info), sources: recipe.sources.shapes)
      let context = RenderContext(sources: try recipe.sources.images(RenderContext()))
      let reader = try ImageCodec.makeReader(bytes: content.image, limits: limits)
      let file = try TemporaryFile(for: output)
      try plan.render(reader, in: context) { planned in
        try ImageCodec.makeWriter(
          shape: planned.written,
          options: EncodeOptions(planned.output.encoding, iccProfile: plan.profile(of: info, for: planned))
        ) { bytes in try file.write(bytes) }
      }
      _ = try file.seal()
      try file.moveIntoPlace()
      return reader.warnings
    } catch let error as CodecError {
      if case .sinkFailed(let cause) = error { throw cause }
      let failure = PhotoFailure(error)
      throw PhotoFailure(failure.code, "\(input): \(failure.message)")
    }
  }
}

extension Recipe.Encoding {
  /// How to encode a file, from its extension; with the options that recipes have by default.
  init(forFile path: String) throws(PackshotError) {
    let dot = path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex
    switch ImageFileFormat(pathExtension: String(path[dot...])) {
    case .jpeg: self = .jpeg(quality: 82)
    case .png: self = .png(compression: 6)
    case nil: throw .option(name: "the file name", found: path, allowed: ".png, .jpg or .jpeg at its end")
    }
  }
}

extension RenderPlan {
  /// The photo's own profile, if it still says what an output's numbers mean: it is one for RGB, and nothing of another
  /// picture came in.
  func profile(of info: ImageInfo, for output: OutputPlan) -> [UInt8]? {
    let isComposited = (trunk.steps + output.chain.steps).contains { !$0.step.filter.sourceNames.isEmpty }
    return isComposited || !info.hasRGBProfile ? nil : info.iccProfile
  }
}

extension ImageInfo {
  /// Whether the file has a colour profile, and its header says it is one for RGB (ICC.1:2022, section 7.2). Grey and ink
  /// profiles say nothing of the RGB that was made of the file.
  var hasRGBProfile: Bool {
    guard let profile = iccProfile, profile.count >= 132 else { return false }
    let length = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
    return length == profile.count && profile[16..<20].elementsEqual("RGB ".utf8)
      && profile[36..<40].elementsEqual("acsp".utf8)
  }
}
