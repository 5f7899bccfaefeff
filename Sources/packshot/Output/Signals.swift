import Dispatch
import PackshotKit
import Platform
import Synchronization

/// Ends the program in an orderly way after a signal. Work in progress is finished and recorded, or abandoned if it
/// takes too long, without half-written files.
final class Signals {
  private let sources: [any DispatchSourceSignal]
  private let state: State

  private final class State: Sendable {
    private let state = Mutex<(signal: Int32, endsAtOnce: Bool, farewell: @Sendable () -> String)>((0, false, { "" }))

    /// The first signal received; 0 if there was none.
    var signal: Int32 { state.withLock { $0.signal } }

    /// The message to print if the program ends early.
    var farewell: String { state.withLock { $0.farewell() } }

    /// Records a signal. Returns whether the program must end now.
    func receive(_ number: Int32) -> Bool {
      state.withLock { state in
        if state.signal != 0 || state.endsAtOnce { return true }
        state.signal = number
        return false
      }
    }

    /// Makes the next signal end the program at once. Returns whether no signal has come yet.
    func endAtOnce(saying farewell: @escaping @Sendable () -> String) -> Bool {
      state.withLock { state in
        if state.signal == 0 { (state.endsAtOnce, state.farewell) = (true, farewell) }
        return state.signal == 0
      }
    }
  }

  /// Time for work in progress after a signal. The sender waits, and some senders use SIGKILL after a few seconds.
  private static let grace = DispatchTimeInterval.milliseconds(1500)

  /// Makes SIGINT, SIGTERM and SIGHUP call `stop`. A second signal, or work in progress that takes too long, ends the
  /// program at once. SIGPIPE and SIGXFSZ are ignored; writing then fails with an error instead.
  convenience init(stop: StopRequest) {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    self.init(State()) { end in
      stop.stop()
      // The timer starts before the message is written, because writing to a terminal may block.
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace, execute: end)
      if Console.isTerminal {
        Console.write("\r\u{1b}[Kstopping; unfinished photos will be rendered next time\n")
      }
    }
  }

  /// Makes SIGINT, SIGTERM and SIGHUP end the program at once, without leaving half-written files.
  ///
  /// - Parameter farewell: The message to print; empty for none.
  convenience init(saying farewell: @escaping @Sendable () -> String = { "" }) {
    let state = State()
    _ = state.endAtOnce(saying: farewell)
    self.init(state) { _ in }
  }

  /// Calls `write`. Meanwhile SIGINT, SIGTERM and SIGHUP end the program without leaving half-written files.
  ///
  /// - Parameter farewell: The message to print; empty for none.
  static func endingAtOnce<Result>(
    _ write: () throws -> Result, saying farewell: @escaping @Sendable () -> String = { "" }
  ) rethrows -> Result {
    let signals = Signals(saying: farewell)
    defer { withExtendedLifetime(signals) {} }
    return try write()
  }

  /// - Parameter begin: Handles the first signal if it doesn't end the program at once. Receives a function that ends
  ///   the program.
  private init(_ state: State, begin: @escaping @Sendable (_ end: @escaping @Sendable () -> Void) -> Void) {
    self.state = state
    let queue = DispatchQueue(label: "packshot.signals")
    let isListening = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let end: @Sendable () -> Void = {
          TemporaryFile.removeAll {
            let farewell = state.farewell
            if !farewell.isEmpty { Console.write(farewell + "\n") }
            _exit(128 + number)
          }
        }
        if state.receive(number) { end() } else { begin(end) }
      }
      source.setRegistrationHandler { isListening.signal() }
      source.resume()
      // Dispatch handles the signal only after a while. Until then, the signal ends the program. If it were ignored
      // meanwhile, as Dispatch requires on other systems, it would be lost.
      isListening.wait()
      return source
    }
  }

  /// From now on, makes a signal end the program at once and print a message. Returns false if a signal has already
  /// come. The caller then doesn't need to continue.
  func endAtOnce(saying farewell: @escaping @Sendable () -> String) -> Bool { state.endAtOnce(saying: farewell) }

  /// Whether the parent process made the program ignore hang-ups, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return number == SIGHUP && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Unblocks the signals that end the program. A program started from a thread that blocks them, such as a Dispatch
  /// thread, inherits the blocked signals and couldn't be stopped.
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The exit status for the signal received; nil if there was none.
  var exitStatus: Int32? { state.signal == 0 ? nil : 128 + state.signal }
}
