import ArgumentParser
import PackshotKit
import Platform

/// Where pictures are decoded: in sandboxed processes or in process.
struct SandboxArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Read photos in processes without access to files or the network (default: on if the system supports it)."
  )
  var sandbox: Bool?

  /// The program to start as workers; nil to decode in process.
  var program: String? { sandbox == false ? nil : System.programPath }
  /// Whether it is an error if workers can't be started.
  var isRequired: Bool { sandbox == true }

  /// Returns a pool of workers, which are started on demand.
  func workers(_ limits: PhotoLimits = PhotoLimits()) -> WorkerPool {
    WorkerPool(program: program, isRequired: isRequired, limits: limits)
  }

  /// Calls `body` with the workers, and prints their warnings at the end.
  func withWorkers<Result>(
    _ limits: PhotoLimits = PhotoLimits(), _ body: (WorkerPool) throws -> Result
  ) rethrows -> Result {
    let workers = workers(limits)
    defer { workers.warn() }
    return try body(workers)
  }
}

extension WorkerPool {
  /// Prints warnings about the sandbox.
  func warn() { takeWarnings().forEach(Console.warning) }
}
