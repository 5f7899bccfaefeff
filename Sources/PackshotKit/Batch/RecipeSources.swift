import Pipeline
import Rendering

/// A recipe's own pictures, which workers have before the first photo.
struct RecipeSources {
  private let prepared: PreparedRecipe
  private let workers: WorkerPool
  private let options: BatchOptions

  init(_ prepared: PreparedRecipe, workers: WorkerPool, options: BatchOptions) {
    (self.prepared, self.workers, self.options) = (prepared, workers, options)
  }

  /// What they take at least.
  private var leastBytes: Int { prepared.sources.sharedBytes(forPhotos: .eight).values.reduce(0, +) }

  /// Starts the workers that so many photos are going to need, without waiting for them.
  func beginWorkers(forPhotos photos: Int) { workers.begin(count: workerCount(forPhotos: photos)) }

  /// Has workers ready to read photos; returns how many threads are to have them.
  func startWorkers(forPhotos photos: Int) throws -> Int {
    let count = workerCount(forPhotos: photos)
    try workers.start(count: count)
    return count
  }

  /// In processes of their own each worker has pictures of the recipe of its own, which take half of the memory at most.
  private func workerCount(forPhotos photos: Int) -> Int {
    let count = min(options.jobs, max(photos, 1))
    return workers.hasWorkers ? min(count, max(1, options.limits.maxMemory / 2 / max(leastBytes, 1))) : count
  }

  /// Makes the pictures here and now, so that a damaged one is the recipe's error and no photo's; for the depth of the first
  /// photo that has one, which is likely that of them all. Returns what the user should know of them.
  func make(for work: [PhotoJob]) throws -> [String] {
    // Without pictures there is nothing to make, and no header to read.
    if prepared.recipe.sources.isEmpty { return [] }
    guard leastBytes < options.limits.maxMemory else {
      throw PackshotError.option(
        name: "--max-memory", found: options.limits.maxMemory.megabytes,
        allowed: "\((leastBytes + 1).megabytes) or more for the recipe's own pictures")
    }
    let depth = work.lazy.compactMap(\.depth).first ?? .eight
    let shared = prepared.sources.sharedBytes(forPhotos: depth)
    guard shared.values.allSatisfy({ $0 < options.limits.maxMemory }) else { return [] }
    return try workers.lend { renderer in
      try work[0].context.budget.holding(0, sharing: renderer.own(shared)) {
        try renderer.makeSources(of: prepared, forPhotos: depth)
      }
    }
  }
}
