import Errors

/// The program started as a sandboxed worker is not a suitable one. This is a programming error, not an error of a
/// photo, so it ends the work whether or not the sandbox is required.
public enum WorkerProgramError: DescribedError, Equatable {
  /// The program doesn't know a custom filter of the recipe.
  case workerWithoutFilter(program: String, filter: String)
  /// The program has another version of a custom filter than the recipe was read with.
  case workerWithOtherFilter(program: String, filter: String, found: Int, wanted: Int)
  /// This process was itself started as a worker, but doesn't act as one.
  case workerDoesSomethingElse

  public var descriptor: ErrorDescriptor {
    switch self {
    case .workerWithoutFilter(let program, let name):
      .init(
        .noWorker,
        "\(program) has no filter `\(name)`, which the recipe uses; give its PhotoWorker the list of filters "
          + "that the recipe is read with")
    case .workerWithOtherFilter(let program, let name, let found, let wanted):
      .init(
        .noWorker,
        "\(program) has version \(found) of the filter `\(name)`, but the recipe uses version \(wanted); build both "
          + "programs of the same source")
    case .workerDoesSomethingElse:
      .init(
        .noWorker,
        "this process was started as a sandboxed worker, and starts workers itself; the first thing that its main does has to be "
          + "PhotoWorker(arguments:filters:)?.run()")
    }
  }
}
