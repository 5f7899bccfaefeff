import Dispatch
import Glibc
import PackshotKit
import Synchronization

/// Ends a run in good order when it is told to stop: what is under way is finished and recorded.
final class Signals {
  private let sources: [any DispatchSourceSignal]
  private let received: Received

  private final class Received: Sendable {
    /// 0 while none has come.
    let signal = Atomic<Int32>(0)
  }

  /// Has SIGINT and SIGTERM ask `stop` for the end; a second one ends the program at once. SIGPIPE ends nothing any
  /// more: it is for who writes to notice.
  init(stop: StopRequest) {
    signal(SIGPIPE, SIG_IGN)
    let received = Received()
    self.received = received
    let queue = DispatchQueue(label: "packshot.signals")
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let (isFirst, _) = received.signal.compareExchange(
          expected: 0, desired: number, ordering: .acquiringAndReleasing)
        if !isFirst { _exit(128 + number) }
        stop.stop()
        if Console.isTerminal {
          Console.write("\r\u{1b}[Kstopping after the photos under way; again to stop at once\n")
        }
      }
      source.resume()
      return source
    }
  }

  /// Lets through the signals that end a program. Who is started from a thread that blocks them, as Dispatch's threads do,
  /// inherits that, and would be deaf to them.
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The exit status for the signal that came, if one did.
  var exitStatus: Int32? {
    let number = received.signal.load(ordering: .acquiring)
    return number == 0 ? nil : 128 + number
  }
}
