import ImageCodecs
import Synchronization

/// The workers that a program's pictures are decoded in: each is lent to one thread at a time, and started when there is none
/// to lend. They live as long as the pool.
///
/// Where none can be started, pictures are decoded in this process, unless workers are required; ``takeWarnings()`` says so.
public final class WorkerPool: Sendable {
  /// No workers: everything is decoded in this process.
  public static let none = WorkerPool(program: nil)

  private let limits: PhotoLimits
  private let isRequired: Bool
  private let state: Mutex<State>

  private struct State {
    /// The packshot program, which is started as workers; nil to decode here.
    var program: String?
    var idle: [WorkerProcess] = []
    /// Formats whose libraries new workers load.
    var formats: Set<ImageFileFormat> = []
    /// Whether they load what texts are set with.
    var setsTexts = false
    /// The versions of the filters that workers have to know beside packshot's, by name.
    var ownFilters: [String: Int] = [:]
    /// Places of workers that have ended, and the first that no worker has had.
    var freePlaces: [Int] = []
    var nextPlace = 0
    /// Whether a worker has been ready: from then on it is a failure that there is none.
    var hasWorked = false
    var warnings: [String] = []

    mutating func takePlace() -> Int {
      if let place = freePlaces.popLast() { return place }
      defer { nextPlace += 1 }
      return nextPlace
    }
  }

  /// A pool; no worker is started yet.
  ///
  /// - Parameters:
  ///   - program: The packshot program, to start as workers; nil to decode in this process.
  ///   - isRequired: Whether it is an error that no worker can be started.
  ///   - limits: Of these, what a worker may hold in memory.
  public init(program: String?, isRequired: Bool = false, limits: PhotoLimits = PhotoLimits()) {
    (self.limits, self.isRequired) = (limits, isRequired)
    state = Mutex(State(program: program))
  }

  /// Whether pictures are decoded in workers, as far as is known.
  package var hasWorkers: Bool { state.withLock { $0.program != nil } }

  /// What the user should know of the sandbox, since this was asked last.
  public func takeWarnings() -> [String] {
    state.withLock { state in
      defer { state.warnings = [] }
      return state.warnings
    }
  }

  /// Has workers that are started from now on load the libraries of these formats at once. A worker that comes to need another
  /// one is replaced by a process that has it, which takes some milliseconds more.
  package func expect(_ formats: some Sequence<ImageFileFormat>) {
    state.withLock { $0.formats.formUnion(formats) }
  }

  /// Has workers that are started from now on load what texts are set with.
  func expectTexts() { state.withLock { $0.setsTexts = true } }

  /// Takes no workers from now on but those that know filters which are not packshot's, in these versions.
  func expect(ownFilters: [String: Int]) {
    if !ownFilters.isEmpty { state.withLock { $0.ownFilters.merge(ownFilters) { $1 } } }
  }

  /// Refuses a program whose filters are not those that recipes were read with.
  private func check(_ found: [String: Int], of program: String) throws(WorkerProgramError) {
    for (name, version) in state.withLock({ $0.ownFilters }).sorted(by: { $0.key < $1.key }) {
      guard let known = found[name] else { throw .workerWithoutFilter(program: program, filter: name) }
      guard known == version else {
        throw .workerWithOtherFilter(program: program, filter: name, found: known, wanted: version)
      }
    }
  }

  /// Lends a worker, or what does its work in this process.
  ///
  /// - Parameter photo: What is going to be read first, where that is known: a worker that is started for it expects its format.
  package func lend<Result>(
    for photo: OpenFile? = nil, _ body: (any PhotoRenderer) throws -> Result
  ) throws -> Result {
    if let format = photo?.format { expect([format]) }
    guard let worker = try take() else { return try body(InProcessRenderer()) }
    defer { giveBack(worker) }
    return try body(worker)
  }

  /// Starts as many workers as are missing to have so many, without waiting for them. What goes wrong is noticed by who needs
  /// them.
  package func begin(count: Int) {
    let (program, missing) = state.withLock { ($0.program, count - $0.idle.count) }
    guard let program, missing > 0 else { return }
    for _ in 0..<missing {
      guard let worker = try? start(program) else { return }
      state.withLock { $0.idle.append(worker) }
    }
  }

  /// Has so many workers ready, if there are to be any.
  package func start(count: Int) throws {
    begin(count: count)
    var workers: [WorkerProcess] = []
    defer { workers.forEach(giveBack) }
    while workers.count < count, let worker = try take() { workers.append(worker) }
  }

  /// A worker that is ready; nil to decode here.
  private func take() throws -> WorkerProcess? {
    let (program, idle) = state.withLock { ($0.program, $0.idle.popLast()) }
    guard let program else { return nil }
    // Otherwise each worker would start more of them.
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
          state.warnings += found.missing(all: isRequired).map {
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
    state.withLock { if worker.isAlive { $0.idle.append(worker) } else { $0.freePlaces.append(worker.place) } }
  }

  private func start(_ program: String) throws(RenderingError) -> WorkerProcess {
    let (place, formats, setsTexts) = state.withLock { ($0.takePlace(), $0.formats, $0.setsTexts) }
    do {
      return try WorkerProcess(
        program: program, formats: formats, setsTexts: setsTexts, limits: limits, place: place)
    } catch {
      state.withLock { $0.freePlaces.append(place) }
      throw error
    }
  }
}
