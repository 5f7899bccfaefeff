import Filters
import ImageCodecs
import PixelCore
import Recipes
import Rendering

/// One photo by a recipe, without a catalog: into a file, or into memory.
public struct SingleRendering {
  private let prepared: PreparedRecipe

  /// Where the photo comes from.
  public enum Input: Equatable, Sendable {
    /// The file at a path.
    case file(String)
    /// What comes through standard input.
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

  /// What was rendered.
  public struct Picture: Sendable, Equatable {
    /// Pixels across and down.
    public var size: PixelSize
    /// Of its file.
    public var format: ImageFileFormat
    /// Of its file.
    public var byteCount: Int
    /// What the user should know, which is no failure.
    public var warnings: [String]
  }

  /// Reads the recipe and its pictures.
  ///
  /// - Parameters:
  ///   - recipeFile: What `Recipe.init(argument:)` takes.
  ///   - cmyk: Which profile CMYK is converted by that comes without one.
  ///   - workers: Decode the photo and the recipe's pictures.
  ///   - filters: Those that the recipe may use.
  public init(
    recipeFile: String, limits: PhotoLimits = PhotoLimits(), cmyk: CMYKChoice = .recipe,
    workers: WorkerPool = .none, filters: FilterList = .standard
  ) throws {
    try limits.check()
    prepared = try PreparedRecipe(
      Recipe(argument: recipeFile, filters: filters), limits: limits, cmyk: cmyk, workers: workers)
  }

  /// Renders one of the recipe's outputs into a file, which is replaced in one step once the new one is whole.
  ///
  /// - Parameters:
  ///   - output: The file. Unless there is a `format`, its extension says one: `.png`, `.jpg` or `.jpeg`. The output's
  ///     own options hold where the format is its own.
  ///   - outputIndex: Which of the recipe's outputs, counted from 0.
  public func render(
    _ input: Input, to output: String, outputIndex: Int = 0, format: ImageFileFormat? = nil
  ) throws -> Picture {
    let encoding = try format.map { Recipe.Encoding($0) } ?? Recipe.Encoding(forFile: output)
    let part = try part(outputIndex, encoding: encoding)
    try checkNothingNeeded(at: output, input: input)
    var (files, picture) = try TemporaryFile.write(to: [output]) { try render(input, by: part, into: $0) }
    try files[0].finish()
    if let marketplace = prepared.recipe.outputs[outputIndex].check {
      let check = try PictureCheck(for: marketplace, limits: prepared.limits)
      picture.warnings += try check.findings(in: output, workers: prepared.workers).map { $0.message(for: marketplace) }
    }
    return picture
  }

  /// Renders one of the recipe's outputs into memory, as the bytes of a file.
  ///
  /// - Parameter format: The format; nil for the output's own.
  public func render(
    _ input: Input, outputIndex: Int = 0, format: ImageFileFormat? = nil
  ) throws -> (file: EncodedImage, picture: Picture) {
    let part = try part(outputIndex, encoding: format.map { Recipe.Encoding($0) })
    var bytes: [UInt8] = []
    let picture = try render(input, by: part) { { bytes.append(contentsOf: $0) } }
    return (EncodedImage(bytes), picture)
  }

  /// The recipe with one of its outputs alone.
  private func part(_ outputIndex: Int, encoding: Recipe.Encoding?) throws -> PreparedRecipe {
    let outputs = prepared.recipe.outputs
    guard outputs.indices.contains(outputIndex) else {
      throw PackshotError.refusedSetting(
        "outputIndex", found: "\(outputIndex)", allowed: .described("0 to \(outputs.count - 1) with this recipe"))
    }
    var output = outputs[outputIndex]
    if let encoding, encoding.format != output.encoding.format { output.encoding = encoding }
    return prepared.with(outputs: [output])
  }

  /// Refuses to replace a file that the rendering is made of.
  private func checkNothingNeeded(at output: String, input: Input) throws {
    var needed = prepared.resources.map { (path: $0.path, role: $0.kind.role) }
    needed.append((prepared.recipe.file, "the recipe"))
    if case .file(let path) = input { needed.append((path, "the photo")) }
    try OutputPlace.check(output, sparing: needed)
  }

  /// Renders the photo by a recipe of one output, and names the photo in what goes wrong with it.
  private func render(
    _ input: Input, by part: PreparedRecipe, into makeSink: () throws -> ByteSink
  ) throws -> Picture {
    let photo =
      switch input {
      case .file(let path): try OpenFile(named: path, limits: part.limits)
      case .standardInput:
        try OpenFile(
          memory: StandardStreams.readInput(redirecting: "a photo into it, such as < mug.jpg", limits: part.limits),
          name: StandardStreams.inputName)
      }
    do {
      let result = try part.read(photo, as: PhotoAttributes(ofFile: input.name, by: part.recipe)) {
        try $0.render([0], makesSources: true, into: makeSink)
      }
      return Picture(
        size: result.outputs[0].size, format: part.recipe.outputs[0].encoding.format,
        byteCount: result.outputs[0].byteCount, warnings: result.warnings.map(\.message))
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    } catch let error where Self.concernsPhoto(error) {
      throw PhotoFailure(error).naming(input.name)
    }
  }

  /// Whether something is wrong with the photo, or with the recipe for this photo alone.
  private static func concernsPhoto(_ error: any Error) -> Bool {
    switch error {
    case is CodecError, is PhotoFailure: true
    case let error as RecipeError: error.concernsPhoto
    case let error as FilterError: error.isOfImage
    default: false
    }
  }
}
