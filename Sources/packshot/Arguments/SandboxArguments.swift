import ArgumentParser
import PackshotKit

/// Where pictures are decoded.
struct SandboxArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Read photos in separate processes that have no access to files or the network (default: on where supported)."
  )
  var sandbox: Bool?

  /// The program that is started as workers; nil to decode in this process.
  var program: String? { sandbox == false ? nil : "/proc/self/exe" }
  /// Whether it is an error that it cannot be.
  var isRequired: Bool { sandbox == true }

  /// The workers, none of which is started before it is needed.
  func workers(_ limits: PhotoLimits = PhotoLimits()) -> WorkerPool {
    WorkerPool(program: program, isRequired: isRequired, limits: limits)
  }

  /// Calls `body` with the workers, and says at the end what the user should know of them.
  func withWorkers<Result>(
    _ limits: PhotoLimits = PhotoLimits(), _ body: (WorkerPool) throws -> Result
  ) rethrows -> Result {
    let workers = workers(limits)
    defer { workers.warn() }
    return try body(workers)
  }
}

extension WorkerPool {
  /// Says what the user should know of the sandbox.
  func warn() { takeWarnings().forEach(Console.warning) }
}
