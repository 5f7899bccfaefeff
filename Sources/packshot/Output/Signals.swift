import Dispatch
import Glibc
import PackshotKit

/// Ends a run in good order when it is told to stop: what is under way is finished and recorded.
final class Signals {
  private let sources: [any DispatchSourceSignal]
  private let received: Received

  private final class Received: @unchecked Sendable {
    var signal: Int32?
  }

  /// Has SIGINT and SIGTERM ask `stop` for the end; a second one ends the program at once.
  init(stop: StopRequest) {
    let received = Received()
    self.received = received
    let queue = DispatchQueue(label: "packshot.signals")
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if received.signal != nil { _exit(128 + number) }
        received.signal = number
        stop.stop()
        if Console.isTerminal {
          Console.write("\r\u{1b}[Kstopping after the photos under way; again to stop at once\n")
        }
      }
      source.resume()
      return source
    }
  }

  /// The exit status for the signal that came, if one did.
  var exitStatus: Int32? { received.signal.map { 128 + $0 } }
}
