import Dispatch
import Glibc
import PackshotKit
import Synchronization

/// Ends the program in good order when it is told to stop: what is under way is finished and recorded, or, where it is
/// not worth waiting for, left undone with nothing half-written.
final class Signals {
  private let sources: [any DispatchSourceSignal]
  private let state: State

  private final class State: Sendable {
    private let state = Mutex<(signal: Int32, endsAtOnce: Bool, farewell: @Sendable () -> String)>((0, false, { "" }))

    /// The signal that came first, 0 while none has.
    var signal: Int32 { state.withLock { $0.signal } }

    /// What to say when the program ends before its time.
    var farewell: String { state.withLock { $0.farewell() } }

    /// Takes a signal; returns whether the program is to end now.
    func receive(_ number: Int32) -> Bool {
      state.withLock { state in
        if state.signal != 0 || state.endsAtOnce { return true }
        state.signal = number
        return false
      }
    }

    /// Whether no signal has come yet.
    func endAtOnce(saying farewell: @escaping @Sendable () -> String) -> Bool {
      state.withLock { state in
        if state.signal == 0 { (state.endsAtOnce, state.farewell) = (true, farewell) }
        return state.signal == 0
      }
    }
  }

  /// How long what is under way may go on after a signal: who sent it waits, and some send SIGKILL after a few seconds.
  private static let grace = DispatchTimeInterval.milliseconds(1500)

  /// Has SIGINT, SIGTERM and SIGHUP ask `stop` for the end; a second one, or what is under way taking too long, ends the
  /// program at once. SIGPIPE and SIGXFSZ end nothing any more: they are for who writes to notice.
  convenience init(stop: StopRequest) {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    self.init(State()) { end in
      stop.stop()
      // First of all: a terminal may be held up.
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace, execute: end)
      if Console.isTerminal {
        Console.write("\r\u{1b}[Kstopping; unfinished photos will be rendered next time\n")
      }
    }
  }

  /// Has SIGINT, SIGTERM and SIGHUP end the program at once, without leaving half-written files.
  ///
  /// - Parameter farewell: What to say to the person then; empty for nothing.
  convenience init(saying farewell: @escaping @Sendable () -> String = { "" }) {
    let state = State()
    _ = state.endAtOnce(saying: farewell)
    self.init(state) { _ in }
  }

  /// Does what writes files; SIGINT, SIGTERM and SIGHUP end the program meanwhile, without leaving half-written ones.
  ///
  /// - Parameter farewell: What to say to the person then; empty for nothing.
  static func endingAtOnce<Result>(
    _ write: () throws -> Result, saying farewell: @escaping @Sendable () -> String = { "" }
  ) rethrows -> Result {
    let signals = Signals(saying: farewell)
    defer { withExtendedLifetime(signals) {} }
    return try write()
  }

  /// - Parameter begin: What the first signal does where it does not end the program at once, given what ends it.
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
            if !farewell.isEmpty { Console.note(farewell) }
            _exit(128 + number)
          }
        }
        if state.receive(number) { end() } else { begin(end) }
      }
      source.setRegistrationHandler { isListening.signal() }
      source.resume()
      // Dispatch takes the signal over in a while; until then it ends the program. Ignored meanwhile, as Dispatch
      // elsewhere wants it, a signal would be lost.
      isListening.wait()
      return source
    }
  }

  /// From now on a signal ends the program at once, which says something to the person then. Returns false where a signal
  /// has come before, which asks for no more than that.
  func endAtOnce(saying farewell: @escaping @Sendable () -> String) -> Bool { state.endAtOnce(saying: farewell) }

  /// Whether whoever started the program wants it to go on after a hang-up, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return number == SIGHUP && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Lets through the signals that end a program. Who is started from a thread that blocks them, as Dispatch's threads do,
  /// inherits that, and would be deaf to them.
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The exit status for the signal that came, if one did.
  var exitStatus: Int32? { state.signal == 0 ? nil : 128 + state.signal }
}
