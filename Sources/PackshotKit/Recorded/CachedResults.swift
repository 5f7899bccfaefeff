import Catalog
import ObjectStore
import Rendering

/// The cache keys that outputs would have with the engine or the sources of an earlier run.
struct CachedResults: Sendable {
  /// The assumed engine, as recorded by runs.
  let engine: String
  /// The changes since the outputs were made, if they were made with the assumed engine and sources.
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

  /// Returns all combinations of engines and source images of this and earlier runs: today's combination first, then
  /// combinations with one change, then those with two changes. Today's engine text names the libraries of the recipe's
  /// formats. A recorded engine that differs only in the libraries of other formats gives the same cache keys, and is
  /// found after today's.
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

extension [CachedResults] {
  /// Finds how a recorded picture was made: the first engine and sources, and of these the first of several states of the
  /// photo, that give its cache key.
  func combination(
    giving key: String, ofOutput index: Int, photos: [PhotoContent], path: String
  ) -> (results: CachedResults, photo: Int)? {
    for results in self {
      for (place, photo) in photos.enumerated() where results.key(ofOutput: index, photo: photo, path: path) == key {
        return (results, place)
      }
    }
    return nil
  }
}
