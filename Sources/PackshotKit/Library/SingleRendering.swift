import Filters
import ImageCodecs
import PixelCore
import Recipes
import Rendering

/// Renders one photo by a recipe, without a catalog, into a file or into memory.
public struct SingleRendering {
  private let prepared: PreparedRecipe

  /// The source of the photo.
  public enum Input: Sendable {
    /// The file at a path.
    case file(String)
    /// Standard input.
    case standardInput
    /// The bytes of a file, with the photo's name in messages.
    case memory(EncodedImage, name: String)

    /// Creates the input from a command-line argument: a path, or `-` for standard input.
    public init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

    /// Name of the photo in messages.
    public var name: String {
      switch self {
      case .file(let path): path
      case .memory(_, let name): name
      case .standardInput: StandardStreams.inputName
      }
    }
  }

  /// The rendered picture.
  public struct Picture: Sendable, Equatable {
    /// Size in pixels.
    public var size: PixelSize
    /// Format of the file.
    public var format: ImageFileFormat
    /// Size of the file in bytes.
    public var byteCount: Int
    /// Warnings about the picture.
    public var warnings: [String]
  }

  /// Reads the recipe and its pictures.
  ///
  /// - Parameters:
  ///   - recipeFile: The recipe's file, or another argument that `Recipe.init(argument:)` accepts.
  ///   - cmyk: The profile that converts CMYK pictures without an embedded profile. Defaults to the recipe's.
  ///   - workers: The worker processes that decode the photo and the recipe's pictures.
  ///   - filters: The filters that the recipe can use.
  public init(
    recipeFile: String, limits: PhotoLimits = PhotoLimits(), cmyk: CMYKChoice = .recipe,
    workers: WorkerPool = .none, filters: FilterList = .standard
  ) throws {
    try limits.check()
    try self.init(Recipe(argument: recipeFile, filters: filters), limits, cmyk, workers)
  }

  /// Reads steps without a recipe file, and the pictures they use.
  ///
  /// - Parameters:
  ///   - steps: The steps as text, each as a recipe writes it, such as `sepiaTone: 0.5`. A picture is named by its
  ///     path, relative to the current folder: `sourceOver: { background: b.png }`.
  ///   - cmyk: The profile that converts CMYK pictures without an embedded profile. Defaults to the recipe's.
  ///   - workers: The worker processes that decode the photo and the steps' pictures.
  ///   - filters: The filters that the steps can use.
  /// - Throws: `RecipeError` with the position in the text of a step, such as `step 2:1:12`.
  public init(
    steps: [String], limits: PhotoLimits = PhotoLimits(), cmyk: CMYKChoice = .recipe,
    workers: WorkerPool = .none, filters: FilterList = .standard
  ) throws {
    try limits.check()
    try self.init(Recipe(steps: steps, filters: filters), limits, cmyk, workers)
  }

  package init(_ recipe: Recipe, _ limits: PhotoLimits, _ cmyk: CMYKChoice, _ workers: WorkerPool) throws {
    prepared = try PreparedRecipe(recipe, limits: limits, cmyk: cmyk, workers: workers)
  }

  /// Renders one of the recipe's outputs into a file. An existing file is replaced atomically when the new one is
  /// complete.
  ///
  /// - Parameters:
  ///   - output: Path of the file. Without `format`, its extension determines the format, such as `.png` or `.jpg`. The
  ///     encoder settings of the recipe's output apply only if the recipe's output has the same format.
  ///   - outputIndex: Index of the output in the recipe, from 0.
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
  /// - Parameters:
  ///   - format: The format. Defaults to the format of the recipe's output.
  ///   - focus: The photo's own focus, which takes the place of the recipe's.
  public func render(
    _ input: Input, outputIndex: Int = 0, format: ImageFileFormat? = nil, focus: Focus? = nil
  ) throws -> (file: EncodedImage, picture: Picture) {
    let part = try part(outputIndex, encoding: format.map { Recipe.Encoding($0) })
    var bytes: [UInt8] = []
    let picture = try render(input, by: part, focus) { { bytes.append(contentsOf: $0) } }
    return (EncodedImage(bytes), picture)
  }

  /// Renders a preview of one of the recipe's outputs into memory: as JPEG, or as PNG if the picture can be translucent.
  ///
  /// - Parameters:
  ///   - side: Maximum width and height of the preview in pixels.
  ///   - focus: The photo's own focus, which takes the place of the recipe's.
  /// - Returns: The preview, and the size of the output; nil if that is known only after rendering.
  package func preview(
    _ input: Input, outputIndex: Int, side: Int, focus: Focus? = nil
  ) throws -> (file: EncodedImage, picture: Picture, whole: PixelSize?) {
    let whole = try part(outputIndex, encoding: nil).recipe.outputs[0]
    let resize = "steps: [ { resize: { width: \(side), height: \(side), enlarge: false } } ]"
    let previews = try Recipe(
      text: """
        packshot: 1
        outputs:
          - { file: "{stem}.preview.jpg", \(resize) }
          - { file: "{stem}.preview.png", \(resize) }
        """, file: prepared.recipe.file
    ).outputs
    let reduced = previews.map { preview in
      var output = whole
      (output.template, output.steps) = (preview.template, whole.steps + preview.steps)
      // The encoder's settings stay, so that a low quality shows.
      if output.encoding.format != preview.encoding.format { output.encoding = preview.encoding }
      return output
    }
    let part = prepared.with(outputs: [whole] + reduced)
    var bytes: [UInt8] = []
    var size: PixelSize?
    let picture = try render(
      input, by: part, focus,
      choosing: { photo in
        let planned = try photo.plan.output(at: 0)?.written
        size = planned?.exact?.size
        return planned?.format.alpha == .opaque ? 1 : 2
      }, into: { { bytes.append(contentsOf: $0) } })
    return (EncodedImage(bytes), picture, size)
  }

  /// Returns the recipe with only one of its outputs.
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

  /// Refuses to replace a file that the rendering reads.
  private func checkNothingNeeded(at output: String, input: Input) throws {
    var needed = prepared.resources.map { (path: $0.path, role: $0.kind.role) }
    needed.append((prepared.recipe.file, "the recipe"))
    if case .file(let path) = input { needed.append((path, "the photo")) }
    try OutputPreflight.check(output, sparing: needed)
  }

  /// Renders one output of the recipe. Errors about the photo get its name.
  ///
  /// - Parameter choose: Returns the index of the output.
  private func render(
    _ input: Input, by part: PreparedRecipe, _ focus: Focus? = nil,
    choosing choose: (ReadPhoto) throws -> Int = { _ in 0 }, into makeSink: () throws -> ByteSink
  ) throws -> Picture {
    let photo =
      switch input {
      case .file(let path): try OpenFile(named: path, limits: part.limits)
      case .memory(let bytes, let name): try OpenFile(memory: bytes, name: name)
      case .standardInput:
        try OpenFile(
          memory: StandardStreams.readInput(redirecting: "a photo into it, such as < mug.jpg", limits: part.limits),
          name: StandardStreams.inputName)
      }
    var index = 0
    do {
      let result = try part.read(photo, as: PhotoAttributes(ofFile: input.name, by: part.recipe, focus)) {
        index = try choose($0)
        return try $0.render([index], makesSources: true, into: makeSink)
      }
      return Picture(
        size: result.outputs[0].size, format: part.recipe.outputs[index].encoding.format,
        byteCount: result.outputs[0].byteCount,
        warnings: result.warnings.map(\.message) + [part.recipe.warningWithoutCatalog].compactMap(\.self))
    } catch CodecError.sinkFailed(let cause) {
      throw cause
    } catch let error where Self.concernsPhoto(error) {
      throw PhotoFailure(error).naming(input.name)
    }
  }

  /// Whether the error is about the photo, or about the recipe for this photo only.
  private static func concernsPhoto(_ error: any Error) -> Bool {
    switch error {
    case is CodecError, is PhotoFailure: true
    case let error as RecipeError: error.concernsPhoto
    case let error as FilterError: error.isOfImage
    default: false
    }
  }
}
