import ImageCodecs
import Pipeline
import Rendering

/// A photo whose header has been read, and what its recipe makes of it: all that is known before anything is rendered.
struct ReadPhoto {
  let info: ImageInfo
  /// As identities tell it.
  let content: PhotoContent
  /// The pictures that it has of its own.
  let own: OwnFiles
  let plan: RenderPlan
  /// What is to be made, with names and identities, and with nothing done yet.
  let outputs: [FinishedJob.Output]
  /// What the user should know of the photo's name.
  let warnings: [Warning]

  /// - Parameters:
  ///   - sha256: Of the photo's file.
  ///   - named: Its outputs, where they have been named already.
  ///   - renderer: Has probed it.
  /// - Throws: Where the recipe cannot be used for it, and where an output cannot be named.
  init(
    _ photo: InputPhoto, sha256: String, info: ImageInfo, named: [NamedOutput]? = nil, by names: OutputNames,
    _ prepared: PreparedRecipe, limits: PhotoLimits, with renderer: any PhotoRenderer
  ) throws {
    let limitsFromNow = limits.decodingFromNow()
    let probed = try ProbedPhoto(photo, info, by: names, prepared, limits: limits, with: renderer)
    let content = probed.content(sha256: sha256)
    own = probed.own
    let plan = try prepared.plan(for: probed.planned, limits: limitsFromNow)
    (self.info, self.content, self.plan) = (info, content, plan)
    warnings = [Self.warning(of: photo, by: prepared.recipe.skuPattern), names.notice(of: photo)].compactMap(\.self)
    // What kept the outputs from being named is thrown again here, where it is this photo's failure.
    outputs = try (named ?? names.outputs(of: photo) { plan }.made).map { named in
      guard let planned = plan.output(at: named.index) else {
        preconditionFailure("an output that is not made is not named")
      }
      return FinishedJob.Output(
        index: named.index, path: named.path,
        identity: prepared.identity(ofOutput: named.index, photo: content, path: named.path),
        picture: prepared.picture(of: planned, in: plan, photo: content),
        size: planned.written.exact?.size, hasAlpha: planned.written.format.alpha != .opaque,
        colors: info.colorSummary(isConverted: planned.isConverted, handling: prepared.sources.colors),
        sources: planned.sourceNames(behind: plan.trunk))
    }
  }

  private static func warning(of photo: InputPhoto, by pattern: SKUPattern?) -> Warning? {
    guard let pattern, pattern.match(photo.name) == nil else { return nil }
    let advice = { pattern.advice(on: photo.name, isQuoted: $0).map { "; " + $0 } ?? "" }
    return Warning(
      "the recipe's sku pattern does not match \"\(photo.name)\", so that is used as the sku" + advice(true),
      kind: "file name used as the sku",
      reason: "the recipe's sku pattern does not match it" + advice(false))
  }
}
