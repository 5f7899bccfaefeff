import Foundation
import Glibc
import ImageCodecs

/// A ``PhotoWorker`` in a process of its own, seen from here. One thread at a time has it.
///
/// After any failure but the photo's own it is of no use any more: ``isAlive`` says so, and another one is to be started.
final class WorkerProcess: PhotoRenderer, @unchecked Sendable {
  private let process: pid_t
  private let socket: Int32
  private let channel: WorkerChannel
  private let limits: PhotoLimits
  /// What its recipe makes, to be compared with what it says when it is ready.
  private let identity: String
  private var readyState: WorkerState?
  private(set) var isAlive = true
  /// When the photo's time is over.
  private var end = ContinuousClock.now
  /// Its place among the workers of a batch, which its successor has after it.
  let place: Int

  /// How much longer than its time a photo is waited for: the worker itself gives up in time, and says why.
  private static let patience = Duration.seconds(1)
  /// How long it may take to be set up: it reads and checks the recipe.
  private static let setupTime = Duration.seconds(60)

  /// Starts `program`, which is packshot, and has it set up, which is waited for when it is first needed.
  ///
  /// - Parameters:
  ///   - place: Its place among the workers of a batch.
  ///   - endsWithThread: Whether it ends with the calling thread, at once and whatever it is doing; otherwise it ends
  ///   when it next asks for work or has something to say, and nobody is there.
  init(program: String, _ recipe: BatchRecipe, limits: PhotoLimits, place: Int, endsWithThread: Bool) throws {
    (self.limits, self.place, identity) = (limits, place, recipe.identity)
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw PackshotError.noWorker(reason: systemError())
    }
    socket = ends[0]
    channel = WorkerChannel(socket: socket, isWorkers: false)
    do {
      // Its end is its own alone, so that ours is at its end when the process is.
      defer { close(ends[1]) }
      process = try Self.start(program, socket: ends[1], endsWithThread: endsWithThread)
    } catch {
      close(socket)
      throw error
    }
    let setup = WorkerSetup(
      recipe: recipe.recipe.canonicalYAML, recipeFile: recipe.recipe.file, limits: limits)
    // One that is gone already is noticed when it is waited for.
    try? channel.send(.setup, setup, until: .now + Self.setupTime)
  }

  /// Waits until it is set up; returns what is in force in it.
  func ready() throws -> WorkerState {
    if let readyState { return readyState }
    let state: WorkerState
    do {
      state = try channel.receive([.ready], until: .now + Self.setupTime).value()
    } catch {
      let status = finish(byForce: error != .closed)
      throw PackshotError.noWorker(
        reason: error == .closed ? "it ended at once: \(Self.describe(status))" : "it does not get ready")
    }
    guard state.identity == identity else {
      _ = finish(byForce: true)
      throw PackshotError.unreadable(
        path: "a picture of the recipe", reason: "it was changed while the run began; run again")
    }
    readyState = state
    return state
  }

  deinit {
    close(socket)
    if isAlive { _ = finish(byForce: true) }
  }

  /// Its own copies of what photos share.
  func own(_ shared: [String: Int]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: shared.map { ("\($0) of worker \(place)", $1) })
  }

  var isHere: Bool { false }

  func probe(_ photo: OpenFile, limits: DecodeLimits) throws -> ImageInfo {
    _ = try ready()
    beginTime()
    return try talking {
      try channel.send(.photo, WorkerPhoto(byteCount: photo.status.byteCount), with: photo.descriptor, until: end)
      let info: ImageInfo = try answer(.info, until: end).value()
      // It has looked at the limits itself.
      guard (try? limits.check(info)) != nil else { throw WorkerChannel.Failure.nonsense }
      return info
    }
  }

  func render(
    _ rendering: FileRendering, outputs: [Int], into makeSink: () throws -> ByteSink
  ) throws -> [String] {
    beginTime()
    return try talking {
      try channel.send(.render, WorkerRequest(outputs: outputs), until: end)
      var sinks: [(take: ByteSink, room: Int)] = []
      while true {
        let frame = try answer(.output, .bytes, .done, until: end)
        switch frame.kind {
        case .output:
          guard sinks.count < outputs.count else { throw WorkerChannel.Failure.nonsense }
          let shape = rendering.plan.outputs[sinks.count].written
          // More than a picture takes that cannot be compressed, with a profile.
          sinks.append((try makeSink(), 2 * shape.byteCount + limits.maxMetadata + 1 << 20))
        case .bytes:
          try frame.withOutput { number, bytes in
            guard sinks.indices.contains(number), bytes.count <= sinks[number].room else {
              throw WorkerChannel.Failure.nonsense
            }
            sinks[number].room -= bytes.count
            try sinks[number].take(bytes)
          }
        default:
          guard sinks.count == outputs.count else { throw WorkerChannel.Failure.nonsense }
          return try frame.value([String].self).prefix(20).map { $0.cut(to: 1000) }
        }
      }
    }
  }

  /// A photo may have waited for memory since its header was read.
  private func beginTime() { end = .now + .seconds(limits.maxSeconds) + Self.patience }

  /// The next frame, unless it is the photo's failure.
  private func answer(
    _ kinds: WorkerChannel.Kind..., until end: ContinuousClock.Instant
  ) throws -> WorkerChannel.Frame {
    let frame = try channel.receive(kinds + [.failure], until: end)
    if frame.kind == .failure { throw Reported(failure: try frame.value()) }
    return frame
  }

  /// What a worker says is wrong with its photo: it is ready for the next one.
  private struct Reported: Error { let failure: PhotoFailure }

  /// Talks to it; where that fails it is ended, and the failure told as one of the photo. So is one of who takes its bytes,
  /// which leaves it in the middle of an answer.
  private func talking<Result>(_ talk: () throws -> Result) throws -> Result {
    guard isAlive else { throw PhotoFailure(.fault, "the worker process has ended") }
    do {
      return try talk()
    } catch let reported as Reported {
      throw reported.failure
    } catch let failure as WorkerChannel.Failure {
      let status = finish(byForce: failure != .closed)
      throw switch failure {
      case .closed: PhotoFailure(.crashed, "reading it ended the process that did: \(Self.describe(status))")
      case .late: PhotoFailure(CodecError.tookTooLong(limit: limits.maxSeconds))
      case .nonsense, .oversized: PhotoFailure(.crashed, "the process that read it answered nonsense, and was ended")
      }
    } catch {
      _ = finish(byForce: true)
      throw error
    }
  }

  /// Ends the process, or waits a moment for the end that it has come to, as it seems; returns its status.
  private func finish(byForce: Bool) -> Int32 {
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
  private static func describe(_ status: Int32) -> String {
    let signal = status & 0x7f
    if signal == 0 { return "it left with status \(status >> 8 & 0xff)" }
    return String(cString: strsignal(signal)).lowercased() + " (signal \(signal))"
  }

  /// Starts a worker whose standard input is `socket`.
  private static func start(
    _ program: String, socket: Int32, endsWithThread: Bool
  ) throws(PackshotError) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // In a group of its own: what a person types to end us is not for it. It ends when we do.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var process: pid_t = 0
    let words = [program, PhotoWorker.word] + (endsWithThread ? ["\(getpid())"] : [])
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let settings: [UnsafeMutablePointer<CChar>?] = environment().map { strdup($0) } + [nil]
    defer { for setting in settings { free(setting) } }
    let error = posix_spawn(&process, program, &files, &attributes, arguments, settings)
    guard error == 0 else { throw .noWorker(reason: "\(program): \(systemError(error))") }
    return process
  }

  /// What a worker has to know of its surroundings: no keys and no passwords that somebody put there for others.
  private static func environment() -> [String] {
    let names = ["PATH", "LD_LIBRARY_PATH", "LANG", "TZ", "TMPDIR", "PACKSHOT_CPU", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    return ProcessInfo.processInfo.environment.compactMap { name, value in
      names.contains(name) || name.hasPrefix("LC_") ? "\(name)=\(value)" : nil
    }
  }
}
