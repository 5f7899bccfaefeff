import Filters
import Recipes

extension Batch {
  /// Runs a batch, and tells of it as it goes on.
  ///
  /// ```swift
  /// let recipe = try Recipe(contentsOf: "storefront.yaml")
  /// let options = BatchOptions(inputs: ["photos"], outputFolder: "out")
  /// for try await event in Batch.events(of: recipe, options: options) {
  ///   if case .photo(let photo) = event { print(photo.input, photo.status) }
  /// }
  /// ```
  ///
  /// The work is done on threads of its own, and blocks no other task. When the task is cancelled, or the loop is left, photos
  /// under way are finished and recorded, and no other is begun: a loop that goes on gets their events and the summary, which says
  /// ``BatchSummary/isStopped``. The next run does what is left.
  ///
  /// - Parameters:
  ///   - confirm: Asked, on a thread of the run's, whether pictures that the recipe no longer produces are to be removed, where
  ///     ``BatchOptions/prune`` is set.
  /// - Returns: The events, in a stable order; the last is ``BatchEvent/summary(_:)``. What goes wrong with single photos is told
  ///   of; what keeps the run from going on is thrown.
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
  /// The work is done on threads of its own, and blocks no other task. When the task is cancelled, photos under way are finished
  /// and recorded, no other is begun, and the summary says ``BatchSummary/isStopped``. The next run does what is left.
  ///
  /// - Parameters:
  ///   - report: Told of everything, in a stable order. It is called on a thread of the run's, which waits for it.
  ///   - confirm: Asked whether pictures that the recipe no longer produces are to be removed, where ``BatchOptions/prune`` is set.
  /// - Throws: What keeps the run from beginning or from going on; `CancellationError` where the task was cancelled before it began.
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
  /// Runs a batch again whenever something changes in its folders, until the task is cancelled or the loop is left.
  ///
  /// - Parameter recipe: Reads the recipe, anew for each pass.
  public static func events(
    of recipe: @escaping @Sendable () throws -> Recipe, options: BatchOptions
  ) -> BatchEvents {
    BatchEvents { stop, report in
      try WatchedBatch(recipe, options: options, stop: stop, report: report).run()
    }
  }
}

extension GoldenCheck {
  /// Checks all cases from an asynchronous function; see ``run(stop:report:)``. When the task is cancelled, cases under way are
  /// finished, and the summary says ``GoldenSummary/isStopped``.
  ///
  /// - Parameter report: Told of each case, by name. It is called on a thread of the check's, which waits for it.
  /// - Throws: `CancellationError` where the task was cancelled before the check began; nothing else.
  public func run(report: @escaping @Sendable (GoldenOutcome) -> Void) async throws -> GoldenSummary {
    try await BlockingWork.runAlone { stop in self.run(stop: stop, report: report) }
  }
}
