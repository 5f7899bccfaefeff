import Files
import Glibc

/// A worker's process, and the channel to it. It lives no longer than this.
final class RunningWorker {
  let channel: WorkerChannel
  private let process: pid_t
  private let socket: Int32
  private var state: WorkerState?
  /// What to look at where the program is another one than packshot and does not become a worker.
  private let advice: String
  private(set) var isAlive = true

  /// How much longer than its time anything is waited for: the worker itself gives up in time, and says why.
  static let patience = Duration.seconds(1)
  /// How long it may take to be set up, and to read and check a recipe.
  static let setupTime = Duration.seconds(60)

  /// Starts `program`, which is packshot, and has it set up, which is waited for when it is first needed.
  init(_ program: String, _ setup: WorkerSetup) throws(RenderingError) {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .noWorker(why: systemError())
    }
    socket = ends[0]
    advice =
      program.split(separator: "/").last == "packshot"
      ? "" : "; the first thing that the main of \(program) does has to be PhotoWorker(arguments:filters:)?.run()"
    channel = WorkerChannel(socket: socket, isWorkers: false)
    do {
      // Its end is its own alone, so that ours is at its end when the process is.
      defer { close(ends[1]) }
      process = try WorkerStart.process(program, socket: ends[1])
    } catch {
      close(socket)
      throw error
    }
    // One that is gone already is noticed when it is waited for.
    try? channel.send(.setup, setup, until: .now + Self.setupTime)
  }

  deinit {
    close(socket)
    if isAlive { finish(byForce: true) }
  }

  /// Waits until it is set up; returns what is in force in it.
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

  /// Ends the process, or waits a moment for the end that it has come to, as it seems; returns its status.
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

  /// What a process's end says.
  static func describe(_ status: Int32) -> String {
    let signal = status & 0x7f
    if signal == 0 { return "it exited with status \(status >> 8 & 0xff)" }
    return String(cString: strsignal(signal)).lowercased() + " (signal \(signal))"
  }
}
