import ImageCodecs
import Synchronization

/// A pool of worker processes in which pictures are decoded. Each worker is lent to one thread at a time. A new worker
/// is started if none is idle. Workers live as long as the pool.
///
/// If no worker can be started, pictures are decoded in process, unless workers are required. ``takeWarnings()`` then
/// returns a warning.
public final class WorkerPool: Sendable {
  /// A pool without workers: everything is decoded in process.
  public static let none = WorkerPool(program: nil)

  private let limits: PhotoLimits
  private let isRequired: Bool
  private let state: Mutex<State>

  private struct State {
    /// The program to start as workers. Nil to decode in process.
    var program: String?
    var idle: [WorkerProcess] = []
    /// Formats whose libraries new workers load.
    var formats: Set<ImageFileFormat> = []
    /// Whether new workers load the text-setting libraries.
    var setsTexts = false
    /// Versions of the filters that workers must know besides packshot's, by name.
    var ownFilters: [String: Int] = [:]
    /// Numbers of workers that have ended, and the next unused number.
    var freeIndices: [Int] = []
    var nextIndex = 0
    /// Whether a worker has ever been ready. After that, failing to start one is an error.
    var hasWorked = false
    var warnings: [String] = []

    mutating func takeIndex() -> Int {
      if let index = freeIndices.popLast() { return index }
      defer { nextIndex += 1 }
      return nextIndex
    }
  }

  /// Creates a pool without starting a worker.
  ///
  /// - Parameters:
  ///   - program: The packshot program, to start as workers. Nil to decode in process.
  ///   - isRequired: Whether to fail if no worker can be started.
  ///   - limits: The limits, which contain a worker's memory limit.
  public init(program: String?, isRequired: Bool = false, limits: PhotoLimits = PhotoLimits()) {
    (self.limits, self.isRequired) = (limits, isRequired)
    state = Mutex(State(program: program))
  }

  /// Whether pictures are decoded in workers, as far as is known.
  package var hasWorkers: Bool { state.withLock { $0.program != nil } }

  /// Returns warnings about the sandbox since the last call.
  public func takeWarnings() -> [String] {
    state.withLock { state in
      defer { state.warnings = [] }
      return state.warnings
    }
  }

  /// Lets new workers load the libraries of these formats at once. A worker that later needs another library is
  /// replaced by a new process, which takes some milliseconds longer.
  package func expect(_ formats: some Sequence<ImageFileFormat>) {
    state.withLock { $0.formats.formUnion(formats) }
  }

  /// Lets new workers load the text-setting libraries.
  func expectTexts() { state.withLock { $0.setsTexts = true } }

  /// Requires workers to know filters that aren't packshot's, in these versions.
  func expect(ownFilters: [String: Int]) {
    if !ownFilters.isEmpty { state.withLock { $0.ownFilters.merge(ownFilters) { $1 } } }
  }

  /// Throws if a program's filters differ from the filters that recipes were read with.
  private func check(_ found: [String: Int], of program: String) throws(WorkerProgramError) {
    for (name, version) in state.withLock({ $0.ownFilters }).sorted(by: { $0.key < $1.key }) {
      guard let known = found[name] else { throw .workerWithoutFilter(program: program, filter: name) }
      guard known == version else {
        throw .workerWithOtherFilter(program: program, filter: name, found: known, wanted: version)
      }
    }
  }

  /// Lends a worker, or a renderer that works in process.
  ///
  /// - Parameter photo: The file to be read first, if known. A worker started for it loads its format's libraries.
  package func lend<Result>(
    for photo: OpenFile? = nil, _ body: (any PhotoRenderer) throws -> Result
  ) throws -> Result {
    if let format = photo?.format { expect([format]) }
    guard let worker = try take() else { return try body(InProcessRenderer()) }
    defer { giveBack(worker) }
    return try body(worker)
  }

  /// Starts workers until `count` are idle, without waiting for them. Errors are reported when the workers are used.
  package func begin(count: Int) {
    let (program, missing) = state.withLock { ($0.program, count - $0.idle.count) }
    guard let program, missing > 0 else { return }
    for _ in 0..<missing {
      guard let worker = try? start(program) else { return }
      state.withLock { $0.idle.append(worker) }
    }
  }

  /// Starts `count` workers and waits until they are ready, if pictures are decoded in workers.
  package func start(count: Int) throws {
    begin(count: count)
    var workers: [WorkerProcess] = []
    defer { workers.forEach(giveBack) }
    while workers.count < count, let worker = try take() { workers.append(worker) }
  }

  /// Returns a ready worker, or nil to decode in process.
  private func take() throws -> WorkerProcess? {
    let (program, idle) = state.withLock { ($0.program, $0.idle.popLast()) }
    guard let program else { return nil }
    // Without this check, a program that doesn't act as a worker would start further workers forever.
    if CommandLine.arguments.dropFirst().first == PhotoWorker.word { throw WorkerProgramError.workerDoesSomethingElse }
    do {
      let worker = try idle ?? start(program)
      let found: WorkerState
      do {
        found = try worker.ready()
        try check(found.ownFilters ?? [:], of: program)
      } catch {
        giveBack(worker)
        throw error
      }
      state.withLock { state in
        if !state.hasWorked {
          state.warnings += (found.gaps.serious + (isRequired ? found.gaps.minor : [])).map {
            "the sandbox that pictures are read in is incomplete: \($0)"
          }
        }
        state.hasWorked = true
      }
      return worker
    } catch RenderingError.noWorker(let reason) where !isRequired {
      return try state.withLock { state in
        if state.hasWorked { throw RenderingError.noWorker(why: reason) }
        if state.program != nil {
          state.warnings.append(
            "pictures are read in this process, because no sandboxed process could be started: \(reason)")
        }
        (state.program, state.idle) = (nil, [])
        return nil
      }
    }
  }

  private func giveBack(_ worker: WorkerProcess) {
    worker.endUnlessDone()
    state.withLock { if worker.isAlive { $0.idle.append(worker) } else { $0.freeIndices.append(worker.workerIndex) } }
  }

  private func start(_ program: String) throws(RenderingError) -> WorkerProcess {
    let (index, formats, setsTexts) = state.withLock { ($0.takeIndex(), $0.formats, $0.setsTexts) }
    do {
      return try WorkerProcess(
        program: program, formats: formats, setsTexts: setsTexts, limits: limits, workerIndex: index)
    } catch {
      state.withLock { $0.freeIndices.append(index) }
      throw error
    }
  }
}
