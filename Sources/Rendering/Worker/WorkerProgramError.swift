import Errors

/// The program that is started as sandboxed workers is not what it has to be. It is a program's mistake, and no photo's: work ends
/// with it, whether or not the sandbox is required.
public enum WorkerProgramError: DescribedError, Equatable {
  /// The recipe has a filter of one's own that the program does not know.
  case workerWithoutFilter(program: String, filter: String)
  /// The program has another version of a filter of one's own than the recipe was read with.
  case workerWithOtherFilter(program: String, filter: String, found: Int, wanted: Int)
  /// This process was started as a worker itself, and does something else.
  case workerDoesSomethingElse

  public var descriptor: ErrorDescriptor {
    switch self {
    case .workerWithoutFilter(let program, let name):
      .init(
        .noWorker,
        "\(program) does not know the filter `\(name)`, and was to render a recipe with it; give its PhotoWorker the list of filters "
          + "that the recipe is read with")
    case .workerWithOtherFilter(let program, let name, let found, let wanted):
      .init(
        .noWorker,
        "\(program) has version \(found) of the filter `\(name)`, and was to render a recipe with version \(wanted); build both "
          + "programs of the same source")
    case .workerDoesSomethingElse:
      .init(
        .noWorker,
        "this process was started as a sandboxed worker, and starts workers itself; the first thing that its main does has to be "
          + "PhotoWorker(arguments:filters:)?.run()")
    }
  }
}
