import PixelCore
import Recipes
import Rendering

/// Images the recipe uses, sent to each worker before its first photo.
struct RecipeSources {
  private let prepared: PreparedRecipe
  /// Number of photos rendered at the same time.
  private let jobs: Int
  private var workers: WorkerPool { prepared.workers }
  private var limits: PhotoLimits { prepared.limits }

  init(_ prepared: PreparedRecipe, jobs: Int) { (self.prepared, self.jobs) = (prepared, jobs) }

  /// Memory that the images need at least, in bytes.
  private var leastBytes: Int { prepared.sources.sharedBytes(forPhotos: .eight).values.reduce(0, +) }

  /// Starts the workers for this many photos without waiting for them.
  func beginWorkers(forPhotos photos: Int) { workers.begin(count: workerCount(forPhotos: photos)) }

  /// Starts the workers for this many photos and waits for them. Returns the number of threads to use.
  func startWorkers(forPhotos photos: Int) throws -> Int {
    let count = workerCount(forPhotos: photos)
    try workers.start(count: count)
    return count
  }

  /// Returns the number of workers. Each worker process holds its own copy of the images, so the number is limited so
  /// that all copies use at most half of the memory limit.
  private func workerCount(forPhotos photos: Int) -> Int {
    let count = min(jobs, max(photos, 1))
    return workers.hasWorkers ? min(count, max(1, limits.maxMemory / 2 / max(leastBytes, 1))) : count
  }

  /// Decodes the images before the first photo, so that a damaged image is an error of the recipe and not of a photo.
  /// Returns warnings for the user.
  ///
  /// - Parameters:
  ///   - depth: Bit depth of most photos. Evaluated only if there are images.
  ///   - budget: The memory budget that photos share.
  func make(forPhotos depth: @autoclosure () -> PixelFormat.Depth, in budget: MemoryBudget) throws -> [String] {
    // Evaluating `depth` may read a photo's header.
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
