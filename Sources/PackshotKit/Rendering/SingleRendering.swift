import Filters
import ImageCodecs
import Pipeline

/// One photo by a recipe, without a catalog: into a file, or into memory.
public struct SingleRendering {
  private let recipe: BatchRecipe
  private let limits: PhotoLimits

  /// Where the photo comes from.
  public enum Input: Equatable, Sendable {
    case file(String)
    case standardInput

    /// What a command line says: a path, or `-`.
    public init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

    /// What messages call it.
    public var name: String {
      switch self {
      case .file(let path): path
      case .standardInput: StandardStreams.inputName
      }
    }
  }

  /// Reads the recipe and its pictures.
  public init(recipeFile: String, limits: PhotoLimits = PhotoLimits()) throws {
    try limits.check()
    self.limits = limits
    recipe = try BatchRecipe(Recipe(contentsOf: recipeFile), limits: limits)
  }

  /// Renders one of the recipe's outputs into a file, which is replaced in one step once the new one is whole.
  ///
  /// - Parameters:
  ///   - output: The file. Unless there is a `format`, its extension says one: `.png`, `.jpg` or `.jpeg`. The output's
  ///     own options hold where the format is its own.
  ///   - outputIndex: Which of the recipe's outputs, counted from 0.
  /// - Returns: What the user should know, which is no failure.
  public func render(
    _ input: Input, to output: String, outputIndex: Int = 0, format: ImageFileFormat? = nil
  ) throws -> [String] {
    let encoding = try format.map { Recipe.Encoding($0) } ?? Recipe.Encoding(forFile: output)
    let part = try part(outputIndex, encoding: encoding)
    try checkNothingNeeded(at: output, input: input)
    return try rendering(input, by: part) { rendering, photo, context in
      let (files, warnings) = try rendering.write(photo, to: [output], in: context)
      try files[0].finish()
      return warnings
    }
  }

  /// Renders one of the recipe's outputs into memory, as the bytes of a file.
  ///
  /// - Parameter format: The format; nil for the output's own.
  /// - Returns: The file, and what the user should know, which is no failure.
  public func render(
    _ input: Input, outputIndex: Int = 0, format: ImageFileFormat? = nil
  ) throws -> (file: EncodedImage, warnings: [String]) {
    let part = try part(outputIndex, encoding: format.map { Recipe.Encoding($0) })
    var bytes: [UInt8] = []
    let warnings = try rendering(input, by: part) { rendering, photo, context in
      try rendering.encode(photo, in: context) { { bytes.append(contentsOf: $0) } }
    }
    return (EncodedImage(bytes), warnings)
  }

  /// The recipe with one of its outputs alone.
  private func part(_ outputIndex: Int, encoding: Recipe.Encoding?) throws -> Recipe {
    let outputs = recipe.recipe.outputs
    guard outputs.indices.contains(outputIndex) else {
      throw PackshotError.option(
        name: "--output-index", found: "\(outputIndex)", allowed: "0 to \(outputs.count - 1) with this recipe")
    }
    var part = recipe.recipe(outputs: [outputIndex])
    if let encoding, encoding.format != part.outputs[0].encoding.format { part.outputs[0].encoding = encoding }
    return part
  }

  /// Refuses to replace a file that the rendering is made of.
  private func checkNothingNeeded(at output: String, input: Input) throws {
    guard let place = FileStatus(path: output) else { return }
    var needed = recipe.sourceFiles.values.map { ($0.path, "a picture of the recipe") }
    needed.append((recipe.recipe.file, "the recipe"))
    if case .file(let path) = input { needed.append((path, "the photo")) }
    for (path, role) in needed where FileStatus(path: path)?.isSameFile(as: place) == true {
      throw PackshotError.replacesInput(path: output, role: role)
    }
  }

  /// Reads the photo, has `work` render it, and names the photo in what goes wrong with it.
  private func rendering(
    _ input: Input, by part: Recipe, work: (FileRendering, EncodedImage, RenderContext) throws -> [String]
  ) throws -> [String] {
    let photo =
      switch input {
      case .file(let path): try FileContent.image(path: path, limits: limits)
      case .standardInput: try StandardStreams.readPicture(limits: limits)
      }
    do {
      let rendering = try FileRendering(of: photo, by: part, of: recipe, limits: limits)
      let warnings = try work(rendering, photo, recipe.sources.renderContext(forPhotos: rendering.info.depth))
      return recipe.sources.warnings + warnings
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    } catch let error where Self.concernsPhoto(error) {
      let failure = PhotoFailure(error)
      throw PhotoFailure(failure.code, "\(input.name): \(failure.message)")
    }
  }

  /// Whether something is wrong with the photo, or with the recipe for this photo alone.
  private static func concernsPhoto(_ error: any Error) -> Bool {
    switch error {
    case is CodecError, is PhotoFailure: true
    case let error as RecipeError: error.concernsPhoto
    default: false
    }
  }
}
