import Filters
import Golden
import ImageCodecs
import Pipeline
import PixelCore
import Rendering
import Text

/// What a recipe will do, in words.
public struct RecipeOutline {
  private let prepared: PreparedRecipe
  private let limits: PhotoLimits
  private let workers: WorkerPool

  /// Reads and checks the recipe and the headers of its pictures.
  ///
  /// - Parameters:
  ///   - recipeFile: What `Recipe.init(argument:)` takes.
  ///   - limits: What those pictures, and photos to plan for, may be and take.
  ///   - cmyk: Which profile CMYK is converted by that comes without one.
  ///   - workers: Read the headers of pictures.
  ///   - filters: Those that the recipe may use.
  public init(
    recipeFile: String, limits: PhotoLimits = PhotoLimits(), cmyk: CMYKChoice = .recipe,
    workers: WorkerPool = .none, filters: FilterList = .standard
  ) throws {
    try limits.check()
    (self.limits, self.workers) = (limits, workers)
    prepared = try PreparedRecipe(
      Recipe(argument: recipeFile, filters: filters), limits: limits, cmyk: cmyk, workers: workers)
    _ = try ProductTable(of: prepared.recipe, in: nil)
    // A plan finds what reading cannot: a source that does not suit. Whether a photo suits is another question.
    do {
      _ = try plan(RenderPlan.Photo(size: PixelSize(width: 4000, height: 3000)))
    } catch let error as RecipeError where error.concernsPhoto {}
  }

  /// What messages call the recipe.
  public var file: String { prepared.recipe.file }

  /// What is allowed and probably not meant.
  public var warnings: [String] { prepared.recipe.warnings + prepared.recipe.warningsOfRuns }

  /// One line: how much there is of everything.
  public var summary: String {
    let count = { (count: Int, word: String) in "\(count) \(word)\(count == 1 ? "" : "s")" }
    return [
      count(prepared.recipe.sources.count, "source"),
      count(prepared.recipe.steps.count { $0.node.location != nil }, "step"),
      count(prepared.recipe.outputs.count, "output"),
    ].joined(separator: ", ")
  }

  /// The plan for a photo.
  public func plan(forPhoto path: String) throws -> String {
    let file = try OpenFile(named: path, limits: limits)
    let probed = try workers.lend(for: file) { renderer in
      try ProbedPhoto(
        ofFile: path, renderer.probe(file, limits: limits), by: prepared, limits: limits, with: renderer)
    }
    let info = probed.info
    return try text(
      of: plan(probed.planned), title: "\(path): \(info.size), \(info.format.rawValue)", info: info, own: probed.own)
  }

  /// The plan for an opaque photo of some size.
  public func plan(for size: PixelSize) throws -> String {
    try text(of: plan(RenderPlan.Photo(size: size)), title: "a photo of \(size)")
  }

  private func plan(_ photo: RenderPlan.Photo) throws -> RenderPlan {
    try RenderPlan(
      prepared.recipe.withUnknownFieldsAsWritten(for: photo.subject), photo: photo,
      sources: prepared.sources.shapes(forPhotos: photo.depth), colors: prepared.sources.colors)
  }

  private func text(of plan: RenderPlan, title: String, info: ImageInfo? = nil, own: OwnFiles? = nil) -> String {
    var lines = ["recipe \(prepared.recipe.name), \(title)"]
    let sources = prepared.sources.shapes(forPhotos: .eight)
    for source in prepared.recipe.sources {
      let size = sources[source.name] ?? plan.ownShapes[source.name]
      lines.append("source \(source.name): \(Self.words(for: source, size?.size, own))")
    }
    lines.append("photo: \(plan.trunk.input), \(plan.trunk.input.format.alpha.rawValue)")
    if let info {
      let isConverted = plan.outputs.contains { $0.isConverted }
      lines.append("colours: " + info.colorSummary(isConverted: isConverted, handling: prepared.sources.colors))
      if let warning = info.colorWarning { lines.append("  \(warning)") }
    }
    if let working = plan.workingFormat {
      lines.append("work in \(working.depth.rawValue) bits, \(working.transfer.rawValue)")
    } else {
      lines.append("only move pixels, which keep the file's values")
    }
    lines += self.lines(of: plan.trunk, turnsLate: plan.outputs.allSatisfy { plan.turnsLate(for: $0) })
    for output in plan.notMade {
      let template = prepared.recipe.outputs[output.place].template.text
      lines.append("output \(template): not made of this photo; its `when` does not hold, because \(output.reason)")
    }
    for output in plan.outputs {
      lines.append("output \(output.output.template.text)")
      let turnsLate = plan.turnsLate(for: output)
      switch output.decodePath {
      case .pixels: break
      case .planes(let scale):
        let next = turnsLate ? "it is turned and converted" : "conversion"
        lines.append("  from the JPEG's planes\(decoded(scale)), resized before \(next) to pixels")
      case .convertedPlanes(let scale):
        let turn = turnsLate ? ", then turned" : ""
        lines.append("  from the JPEG's planes\(decoded(scale)), converted to sRGB, resized\(turn)")
      case .planesToEncoder(let scale):
        let turn = turnsLate ? ", resized before it is turned" : ""
        lines.append("  from the JPEG's planes\(decoded(scale))\(turn), encoded without conversion to pixels")
      }
      if output.spaceProfile != nil { lines.append("  in Display P3, with its profile") }
      if output.keepsProfile { lines.append("  in the photo's own colours, with its profile") }
      switch output.metadata {
      case .strip: break
      case .copyright: lines.append("  with the photo's artist and copyright notice")
      case .keep: lines.append("  with the photo's Exif")
      }
      lines += self.lines(of: output.chain, turnsLate: turnsLate)
      lines.append(
        "  encode \(output.output.encoding): \(output.written), \(output.written.format.alpha.rawValue), "
          + "\(output.written.format.depth.rawValue) bits per channel")
    }
    lines.append(
      "memory for one photo: about \(plan.workingBytes.megabytes) plus the file itself; "
        + "shared by all photos: \(plan.sharedBytes.values.reduce(0, +).megabytes)")
    return lines.map { printableText($0) }.joined(separator: "\n") + "\n"
  }

  /// What a source is, in words.
  ///
  /// - Parameters:
  ///   - size: Nil where no step uses it for the photo.
  ///   - own: The pictures that the photo has of its own; nil without a photo.
  private static func words(for source: Recipe.Source, _ size: PixelSize?, _ own: OwnFiles?) -> String {
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

  private func decoded(_ scale: DecodeScale) -> String {
    scale == .full ? "" : ", decoded at 1/\(8 / scale.rawValue) of its size"
  }

  private func lines(of chain: Chain, turnsLate: Bool) -> [String] {
    chain.groups.enumerated().flatMap { place, group in
      group.enumerated().map { index, step in
        let how =
          switch step.plan.work {
          case .barrier where turnsLate && place == 0 && step.plan.turn != .up: ", once it is resized"
          case .barrier, .lateBarrier: ", needs the whole image (barrier)"
          case .rows where group.count > 1: index == 0 ? ", fused with the next" : ", fused"
          default: ""
          }
        return
          "  \(step.step.filter.briefText) → \(step.output), \(step.output.format.alpha.rawValue)\(how)"
      }
    }
  }
}
