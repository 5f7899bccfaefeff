import Catalog
import Files

/// The identities that outputs would have, had some of what decides them not changed.
struct PastWork: Sendable {
  /// What would have changed since.
  let changes: [RenderReason]
  private let stems: [IdentityStem]

  func identity(ofOutput index: Int, photo: PhotoContent, path: String) -> String {
    stems[index].identity(of: photo, path: path)
  }

  static func all(of recipe: BatchRecipe, known: KnownWork?, workingFolder: String) -> [PastWork] {
    let earlier = recipe.sourceFiles.compactMapValues {
      known?.sourceHash(absolutePath($0.path, from: workingFolder))
    }
    return all(
      of: recipe, engines: known?.engineVersions ?? [],
      earlierSources: recipe.sourceHashes.merging(earlier) { $1 })
  }

  /// Every way in which an engine and the recipe's pictures of earlier runs may have come together: that of today first, then
  /// those with one change, then those with two.
  static func all(of recipe: BatchRecipe, engines: [String], earlierSources: [String: String]) -> [PastWork] {
    let sources: [(hashes: [String: String], changes: [RenderReason])] =
      [(recipe.sourceHashes, [])] + (earlierSources == recipe.sourceHashes ? [] : [(earlierSources, [.source])])
    let engines: [(text: String, changes: [RenderReason])] =
      [(Version.engineText, [])] + engines.filter { $0 != Version.engineText }.map { ($0, [.engine]) }
    let all = sources.flatMap { sources in
      engines.map { engine in
        PastWork(
          changes: sources.changes + engine.changes,
          stems: recipe.identityStems(engine: EngineText(engine.text), sourceHashes: sources.hashes))
      }
    }
    return all.sorted { $0.changes.count < $1.changes.count }
  }
}
