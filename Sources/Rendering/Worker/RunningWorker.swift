import Files
import Platform

/// A worker's process and the channel to it. The process ends when this object is deallocated.
final class RunningWorker {
  let channel: WorkerChannel
  private let process: pid_t
  private let socket: Int32
  private var state: WorkerState?
  /// Advice for the case that the program isn't packshot and doesn't act as a worker.
  private let advice: String
  private(set) var isAlive = true

  /// Time to wait beyond a time limit, because the worker itself stops at the limit and reports that.
  static let patience = Duration.seconds(1)
  /// Time limit for starting a worker, and for reading and checking a recipe.
  static let setupTime = Duration.seconds(60)

  /// Starts `program` as a worker. Doesn't wait until the worker is ready.
  init(_ program: String, _ setup: WorkerSetup) throws(RenderingError) {
    guard let ends = System.makeSocketPair() else { throw .noWorker(why: systemError()) }
    socket = ends.0
    advice =
      program.split(separator: "/").last == "packshot"
      ? "" : "; the first thing that the main of \(program) does has to be PhotoWorker(arguments:filters:)?.run()"
    channel = WorkerChannel(socket: socket, isWorkers: false)
    do {
      // Only the worker keeps its end of the socket open, so that this end is closed when the process ends.
      defer { close(ends.1) }
      process = try WorkerStart.process(program, socket: ends.1)
    } catch {
      close(socket)
      throw error
    }
    // A process that has already ended is detected when its answer is awaited.
    try? channel.send(.setup, setup, until: .now + Self.setupTime)
  }

  deinit {
    close(socket)
    if isAlive { finish(byForce: true) }
  }

  /// Waits until the worker is ready, and returns which parts of the sandbox are active.
  func ready() throws(RenderingError) -> WorkerState {
    if let state { return state }
    do {
      let state: WorkerState = try channel.receive([.ready], until: .now + Self.setupTime).value()
      self.state = state
      return state
    } catch {
      let status = finish(byForce: error != .closed)
      throw .noWorker(
        why: (error == .closed ? "it ended immediately: \(Self.describe(status))" : "it does not start") + advice)
    }
  }

  /// Ends the process. Without force, first waits briefly for it to end by itself. Returns its exit status.
  @discardableResult func finish(byForce: Bool) -> Int32 {
    isAlive = false
    var status: Int32 = 0
    let patience = ContinuousClock.now + Self.patience
    while !byForce, .now < patience {
      if waitpid(process, &status, WNOHANG) == process { return status }
      usleep(2000)
    }
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Returns a description of a process's exit status.
  static func describe(_ status: Int32) -> String {
    let signal = status & 0x7f
    if signal == 0 { return "it exited with status \(status >> 8 & 0xff)" }
    return String(cString: strsignal(signal)).lowercased() + " (signal \(signal))"
  }
}
