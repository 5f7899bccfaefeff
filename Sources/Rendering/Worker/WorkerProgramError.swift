import Errors

/// The program that is started as sandboxed workers is not what it has to be. It is a program's mistake, and no photo's: work ends
/// with it, whether or not the sandbox is required.
public enum WorkerProgramError: DescribedError, Equatable {
  /// The recipe has a filter of one's own that the program does not know.
  case unknownFilter(program: String, name: String)
  /// The program has another version of a filter of one's own than the recipe was read with.
  case otherFilterVersion(program: String, name: String, found: Int, wanted: Int)
  /// This process was started as a worker itself, and does something else.
  case isWorkerItself

  /// As where there is no worker.
  public var code: ErrorCode { .noWorker }

  /// The case, as a word.
  public var reason: String {
    switch self {
    case .unknownFilter: "worker-without-filter"
    case .otherFilterVersion: "worker-with-other-filter"
    case .isWorkerItself: "worker-does-something-else"
    }
  }

  /// The program, the filter and its versions.
  public var facts: Facts {
    switch self {
    case .unknownFilter(let program, let name): ["program": .text(program), "filter": .text(name)]
    case .otherFilterVersion(let program, let name, let found, let wanted):
      ["program": .text(program), "filter": .text(name), "found": .count(found), "wanted": .count(wanted)]
    case .isWorkerItself: [:]
    }
  }

  /// None that is not in the message.
  public var remedy: (any Remedy)? { nil }

  /// What was found, and what to do.
  public var message: String {
    switch self {
    case .unknownFilter(let program, let name):
      "\(program) does not know the filter `\(name)`, and was to render a recipe with it; give its PhotoWorker the list of filters "
        + "that the recipe is read with"
    case .otherFilterVersion(let program, let name, let found, let wanted):
      "\(program) has version \(found) of the filter `\(name)`, and was to render a recipe with version \(wanted); build both "
        + "programs of the same source"
    case .isWorkerItself:
      "this process was started as a sandboxed worker, and starts workers itself; the first thing that its main does has to be "
        + "PhotoWorker(arguments:filters:)?.run()"
    }
  }
}
