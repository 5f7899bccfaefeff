import Catalog
import ObjectStore
import Rendering

/// The cache keys that outputs would have, had some of what decides them not changed.
struct CachedResults: Sendable {
  /// The engine that would have made them, as runs have it on record.
  let engine: String
  /// What would have changed since.
  let changes: [RenderReason]
  private let stems: [CacheKeyStem]

  func key(ofOutput index: Int, photo: PhotoContent, path: String) -> String {
    stems[index].key(of: photo, path: path)
  }

  static func all(of prepared: PreparedRecipe, known: KnownWork?, workingFolder: String) -> [CachedResults] {
    var earlier: [String: String] = [:]
    for source in prepared.recipe.sources {
      guard let resource = prepared.resource(of: source) else { continue }
      earlier[source.name] = known?.source(absolutePath(resource.path, from: workingFolder))?.sha256
    }
    return all(
      of: prepared, engines: known?.engineVersions ?? [],
      earlierSources: prepared.sourceHashes.merging(earlier) { $1 })
  }

  /// Every way in which an engine and the recipe's pictures of earlier runs may have come together: that of today first, then
  /// those with one change, then those with two. Of today's engine the libraries of the recipe's formats are known; one on
  /// record that differs only by others is the same to work that those have no part in, and found after today's.
  static func all(of prepared: PreparedRecipe, engines: [String], earlierSources: [String: String]) -> [CachedResults] {
    let sources: [(hashes: [String: String], changes: [RenderReason])] =
      [(prepared.sourceHashes, [])] + (earlierSources == prepared.sourceHashes ? [] : [(earlierSources, [.source])])
    let today = Engine.text(for: prepared.formats, withTexts: prepared.setsTexts)
    let engines: [(text: String, engine: EngineText, changes: [RenderReason])] =
      [(today, .current, [])] + engines.filter { $0 != today }.map { ($0, EngineText($0), [.engine]) }
    let all = sources.flatMap { sources in
      engines.map { engine in
        CachedResults(
          engine: engine.text, changes: sources.changes + engine.changes,
          stems: prepared.cacheKeyStems(engine: engine.engine, sourceHashes: sources.hashes))
      }
    }
    return all.sorted { $0.changes.count < $1.changes.count }
  }
}
