import Filters
import Golden
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Rendering

/// A summary of a recipe, and its plan for a photo.
public struct RecipeOutline {
  private let prepared: PreparedRecipe

  /// Reads and checks the recipe and the headers of its images.
  ///
  /// - Parameters:
  ///   - recipeFile: The recipe's file, or another argument that `Recipe.init(argument:)` accepts.
  ///   - limits: Limits for the recipe's images, and for photos to plan for.
  ///   - cmyk: The profile that converts CMYK pictures without an embedded profile. Defaults to the recipe's.
  ///   - workers: The worker processes that read the headers of pictures.
  ///   - filters: The filters that the recipe can use.
  public init(
    recipeFile: String, limits: PhotoLimits = PhotoLimits(), cmyk: CMYKChoice = .recipe,
    workers: WorkerPool = .none, filters: FilterList = .standard
  ) throws {
    try limits.check()
    prepared = try PreparedRecipe(
      Recipe(argument: recipeFile, filters: filters), limits: limits, cmyk: cmyk, workers: workers)
    _ = try ProductTable(of: prepared.recipe, in: nil)
    _ = try ProductFinder(of: prepared.recipe)
    // Planning finds errors that reading can't, such as an unsuitable source. Errors that depend on the photo are
    // ignored here.
    do {
      _ = try plan(RenderPlan.Photo(size: PixelSize(width: 4000, height: 3000)))
    } catch let error as RecipeError where error.concernsPhoto {}
  }

  /// Name of the recipe in messages.
  public var file: String { prepared.recipe.file }

  /// Warnings about valid settings that are probably a mistake.
  public var warnings: [String] { prepared.recipe.warnings + prepared.recipe.warningsOfRuns }

  /// Number of sources: the pictures that steps can use by name.
  public var sourceCount: Int { prepared.recipe.sources.count }

  /// Number of steps written in the recipe for all outputs.
  public var stepCount: Int { prepared.recipe.steps.count { $0.node.location != nil } }

  /// Number of outputs. A photo can have fewer because of the outputs' `when`.
  public var outputCount: Int { prepared.recipe.outputs.count }

  /// Returns the plan for a photo.
  public func plan(forPhoto path: String) throws -> RecipePlan {
    let file = try OpenFile(named: path, limits: prepared.limits)
    return try prepared.read(file, as: PhotoAttributes(ofFile: path, by: prepared.recipe)) { photo in
      let info = photo.info
      let plan = try plan(photo.header)
      var outlined = outlined(plan, of: "\(path): \(info.size), \(info.format.rawValue)", own: try photo.own)
      let isConverted = plan.outputs.contains { $0.isConverted }
      outlined.colors = [info.colorSummary(isConverted: isConverted, handling: prepared.sources.colors)]
      if let warning = info.colorWarning { outlined.colors.append(warning) }
      outlined.colors += Set(plan.outputs.compactMap(\.gainMap.warning?.message)).sorted()
      return outlined
    }
  }

  /// Returns the plan for an opaque photo of a size.
  public func plan(for size: PixelSize) throws -> RecipePlan {
    try outlined(plan(RenderPlan.Photo(size: size)), of: "a photo of \(size)")
  }

  private func plan(_ photo: RenderPlan.Photo) throws -> RenderPlan {
    try RenderPlan(
      prepared.recipe.withUnknownFieldsAsWritten(for: photo.subject), photo: photo,
      sources: prepared.sources.shapes(forPhotos: photo.info.depth), colors: prepared.sources.colors)
  }

  private func outlined(_ plan: RenderPlan, of subject: String, own: PerPhotoFiles? = nil) -> RecipePlan {
    let shapes = prepared.sources.shapes(forPhotos: .eight)
    let sources = prepared.recipe.sources.map { source in
      let shape = shapes[source.name] ?? plan.ownShapes[source.name]
      return RecipePlan.Source(name: source.name, summary: Self.words(for: source, shape?.size, own))
    }
    return RecipePlan(
      recipe: prepared.recipe.name, subject: subject, sources: sources, photo: RecipePlan.Shape(plan.trunk.input),
      colors: [],
      working: plan.workingFormat.map { .init(bits: $0.depth.rawValue, transfer: $0.transfer.rawValue) },
      steps: plan.trunk.outlined(turnsLate: plan.outputs.allSatisfy { plan.turnsLate(for: $0) }),
      notMade: plan.notMade.map { PhotoReport.NotMade($0, of: prepared.recipe) },
      outputs: plan.outputs.map { output in
        let turnsLate = plan.turnsLate(for: output)
        return RecipePlan.Output(
          file: output.output.template.text,
          notes: Self.notes(
            on: output, turnsLate: turnsLate,
            overview: plan.trunk.awaitsOverview || output.chain.awaitsOverview ? plan.overviewScale : nil),
          steps: output.chain.outlined(turnsLate: turnsLate), encoding: "\(output.output.encoding)",
          encoded: RecipePlan.Shape(output.written))
      },
      bytesPerPhoto: plan.workingBytes, sharedBytes: plan.sharedBytes.values.reduce(0, +))
  }

  /// Returns a description of a source.
  ///
  /// - Parameters:
  ///   - size: Size of the source's image. Nil if no step uses it for the photo.
  ///   - own: The per-photo images. Nil without a photo.
  private static func words(for source: Recipe.Source, _ size: PixelSize?, _ own: PerPhotoFiles?) -> String {
    guard case .ownFile(let template, let missing) = source.content else {
      return (size.map { "\($0), " } ?? "") + (source.isOwn ? "made of each photo" : "made once per run")
    }
    guard let own else { return "\(template.text), looked for with each photo" }
    if own.missing.contains(source.name) {
      return "there is no picture for \(template.text), so the steps that use it are left out"
    }
    guard let size, let file = own.files.first(where: { $0.source == source.name }) else {
      return "\(template.text), not used for this photo"
    }
    return "\(size), \(file.file.path)" + (missing == .skip ? ", as it is there" : "")
  }

  /// Returns notes on how the photo's pixels are decoded for an output, and what the output keeps of the photo's file.
  ///
  /// - Parameter overview: The scale at which the output's steps look at the photo first, if they do.
  private static func notes(
    on output: RenderPlan.OutputPlan, turnsLate: Bool, overview: DecodeScale?
  ) -> [String] {
    var notes: [String] = []
    if let overview { notes.append("after a look at the photo\(decoded(overview))") }
    switch output.decodePath {
    case .pixels: break
    case .planes(let scale):
      let next = turnsLate ? "it is turned and converted" : "conversion"
      notes.append("from the JPEG's planes\(decoded(scale)), resized before \(next) to pixels")
    case .convertedPlanes(let scale):
      notes.append(
        "from the JPEG's planes\(decoded(scale)), converted to sRGB, resized\(turnsLate ? ", then turned" : "")")
    case .planesToEncoder(let scale):
      let turn = turnsLate ? ", resized before it is turned" : ""
      notes.append("from the JPEG's planes\(decoded(scale))\(turn), encoded without conversion to pixels")
    }
    if output.spaceProfile != nil { notes.append("in Display P3, with its profile") }
    if output.keepsProfile { notes.append("in the photo's own colours, with its profile") }
    switch output.metadata {
    case .strip: break
    case .copyright: notes.append("with the photo's artist, copyright notice and credit")
    case .keep: notes.append("with the photo's Exif, XMP and IPTC")
    }
    return notes
  }

  private static func decoded(_ scale: DecodeScale) -> String {
    scale == .full ? "" : ", decoded at 1/\(8 / scale.rawValue) of its size"
  }
}

extension Chain {
  /// Returns the steps as a plan shows them.
  fileprivate func outlined(turnsLate: Bool) -> [RecipePlan.Step] {
    groups.enumerated().flatMap { place, group in
      group.enumerated().map { index, step in
        let work: RecipePlan.Work =
          switch step.plan.work {
          case .barrier where turnsLate && place == 0 && step.plan.turn != .up: .late
          case .barrier, .lateBarrier: .whole
          case .rows where group.count > 1: index == 0 ? .fusedWithNext : .fused
          default: .rows
          }
        return RecipePlan.Step(
          filter: step.step.filter.briefText, output: RecipePlan.Shape(step.output), work: work)
      }
    }
  }
}

extension RecipePlan.Shape {
  fileprivate init(_ shape: PlannedShape) {
    let (size, format) = (shape.bound.size, shape.format)
    self.init(
      width: size.width, height: size.height, isLimit: shape.exact == nil, alpha: format.alpha.rawValue,
      bits: format.depth.rawValue)
  }
}
