import PixelCore
import Recipes
import Rendering

/// A recipe's own pictures, which workers have before the first photo.
struct RecipeSources {
  private let prepared: PreparedRecipe
  /// Photos at work at a time.
  private let jobs: Int
  private var workers: WorkerPool { prepared.workers }
  private var limits: PhotoLimits { prepared.limits }

  init(_ prepared: PreparedRecipe, jobs: Int) { (self.prepared, self.jobs) = (prepared, jobs) }

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
    let count = min(jobs, max(photos, 1))
    return workers.hasWorkers ? min(count, max(1, limits.maxMemory / 2 / max(leastBytes, 1))) : count
  }

  /// Makes the pictures here and now, so that a damaged one is the recipe's error and no photo's. Returns what the user should
  /// know of them.
  ///
  /// - Parameters:
  ///   - depth: That of most photos; asked for where there are pictures.
  ///   - budget: What photos at work share.
  func make(forPhotos depth: @autoclosure () -> PixelFormat.Depth, in budget: MemoryBudget) throws -> [String] {
    // Without pictures there is nothing to make, and no header to read.
    if prepared.recipe.sources.isEmpty { return [] }
    guard leastBytes < limits.maxMemory else {
      throw PackshotError.refusedSetting(
        "maxMemory", found: limits.maxMemory.megabytes,
        allowed: .described("\((leastBytes + 1).megabytes) or more for the recipe's own pictures"))
    }
    let depth = depth()
    let shared = prepared.sources.sharedBytes(forPhotos: depth)
    guard shared.values.allSatisfy({ $0 < limits.maxMemory }) else { return [] }
    return try workers.lend { renderer in
      try budget.holding(0, sharing: renderer.own(shared)) {
        try renderer.makeSources(of: prepared, forPhotos: depth)
      }
    }
  }
}
