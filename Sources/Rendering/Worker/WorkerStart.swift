import Files
import Foundation
import Platform

/// Starts the packshot program as worker processes.
enum WorkerStart {
  /// Starts a worker whose standard input is `socket`. It is ended immediately when this process ends.
  static func process(_ program: String, socket: Int32) throws(RenderingError) -> pid_t {
    // The kernel ends a child process when the thread that started it ends, so a permanent thread starts workers.
    if let thread = StartingThread.shared {
      return try thread.run { spawn(program, socket: socket, parent: getpid()) }.get()
    }
    // Without such a thread, the worker ends when it next reads from or writes to the closed socket.
    return try spawn(program, socket: socket, parent: nil).get()
  }

  private static func spawn(_ program: String, socket: Int32, parent: pid_t?) -> Result<pid_t, RenderingError> {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // A separate process group, so that Ctrl-C reaches only this process. The worker ends with it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var process: pid_t = 0
    let words = [program, PhotoWorker.word] + (parent.map { ["\($0)"] } ?? [])
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let settings: [UnsafeMutablePointer<CChar>?] = environment().map { strdup($0) } + [nil]
    defer { for setting in settings { free(setting) } }
    let error = posix_spawn(&process, program, &files, &attributes, arguments, settings)
    return error == 0 ? .success(process) : .failure(.noWorker(why: "\(program): \(systemError(error))"))
  }

  /// Returns the environment variables that a worker needs, without keys and passwords meant for other programs.
  private static func environment() -> [String] {
    let names = ["PATH", "LD_LIBRARY_PATH", "LANG", "TZ", "TMPDIR", "PACKSHOT_CPU", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    return ProcessInfo.processInfo.environment.compactMap { name, value in
      names.contains(name) || name.hasPrefix("LC_") ? "\(name)=\(value)" : nil
    }
  }
}

/// The thread that starts workers. It lives as long as this process, so that workers do too.
private final class StartingThread: @unchecked Sendable {
  /// Nil if the system can't create a thread.
  static let shared: StartingThread? = {
    let thread = StartingThread()
    return SystemThread.start { thread.work() } ? thread : nil
  }()

  private let condition = NSCondition()
  private var actions: [@Sendable () -> Void] = []

  /// Runs a closure on the thread and waits for it.
  func run<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) -> Outcome {
    let done = Done<Outcome>()
    condition.lock()
    actions.append { [condition] in
      let outcome = body()
      condition.lock()
      done.outcome = outcome
      condition.broadcast()
      condition.unlock()
    }
    condition.broadcast()
    while done.outcome == nil { condition.wait() }
    defer { condition.unlock() }
    return done.outcome!
  }

  private final class Done<Outcome>: @unchecked Sendable { var outcome: Outcome? }

  private func work() {
    while true {
      condition.lock()
      while actions.isEmpty { condition.wait() }
      let action = actions.removeFirst()
      condition.unlock()
      action()
    }
  }
}
