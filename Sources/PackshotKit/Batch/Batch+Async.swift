import Filters
import Recipes

extension Batch {
  /// Runs a batch and returns its events as they happen.
  ///
  /// ```swift
  /// let recipe = try Recipe(contentsOf: "storefront.yaml")
  /// let options = BatchOptions(inputs: ["photos"], outputFolder: "out")
  /// for try await event in Batch.events(of: recipe, options: options) {
  ///   if case .photo(let photo) = event { print(photo.input, photo.status) }
  /// }
  /// ```
  ///
  /// The run uses its own threads and blocks no other task. If the task is cancelled, or the loop ends early, the run
  /// finishes and records the photos already started and starts no more. A loop that continues still receives their
  /// events and the summary, in which ``BatchSummary/isStopped`` is true. The next run processes the remaining photos.
  ///
  /// - Parameters:
  ///   - confirm: Whether to remove the pictures that the recipe no longer produces. Called on one of the run's
  ///     threads, and only if ``BatchOptions/prune`` is set.
  /// - Returns: The events, in a stable order. The last one is ``BatchEvent/summary(_:)``. A photo that fails is
  ///   reported as an event. An error that stops the run is thrown.
  public static func events(
    of recipe: Recipe, options: BatchOptions, confirm: @escaping @Sendable ([Orphan]) -> Bool = { _ in true }
  ) -> BatchEvents {
    BatchEvents { stop, report in
      _ = try Batch(recipe, options: options, stop: stop, confirm: confirm, report: report).run()
    }
  }

  /// Runs a batch from an asynchronous function.
  ///
  /// ```swift
  /// let summary = try await Batch.run(recipe, options: options) { event in
  ///   if case .warning(let text) = event { print(text) }
  /// }
  /// print(summary.rendered)
  /// ```
  ///
  /// The run uses its own threads and blocks no other task. If the task is cancelled, the run finishes and records the
  /// photos already started and starts no more. ``BatchSummary/isStopped`` is then true, and the next run processes the
  /// remaining photos.
  ///
  /// - Parameters:
  ///   - report: Receives every event, in a stable order. Called on one of the run's threads, which waits until it
  ///     returns.
  ///   - confirm: Whether to remove the pictures that the recipe no longer produces. Called only if
  ///     ``BatchOptions/prune`` is set.
  /// - Throws: An error that stops the run, or `CancellationError` if the task was cancelled before the run started.
  public static func run(
    _ recipe: Recipe, options: BatchOptions, report: @escaping @Sendable (BatchEvent) -> Void = { _ in },
    confirm: @escaping @Sendable ([Orphan]) -> Bool = { _ in true }
  ) async throws -> BatchSummary {
    try await BlockingWork.runAlone { stop in
      try Batch(recipe, options: options, stop: stop, confirm: confirm, report: report).run()
    }
  }
}

extension WatchedBatch {
  /// Runs a batch, and runs it again whenever its folders change, until the task is cancelled or the loop ends.
  ///
  /// - Parameter recipe: Reads the recipe. Called once for each pass.
  public static func events(
    of recipe: @escaping @Sendable () throws -> Recipe, options: BatchOptions
  ) -> BatchEvents {
    BatchEvents { stop, report in
      try WatchedBatch(recipe, options: options, stop: stop, report: report).run()
    }
  }
}
