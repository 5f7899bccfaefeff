import Glibc
import PackshotKit

/// Results on their way to standard output. It may meet a full disk, or a pipe that nobody reads any more.
enum StandardOutput {
  /// Sends on what was printed; returns the system's error number if that failed. What failed is not tried again.
  static func deliver() -> Int32? { fflush(nil) == 0 ? nil : errno }

  /// Sends on what was printed, or ends the program because that failed.
  static func finish() {
    if let error = deliver() { end(after: error) }
  }

  /// Whether there may still be somebody who reads: also a pipe to which nothing is written knows when its reader has
  /// gone away.
  static var hasReader: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) <= 0 || Int32(output.revents) & (POLLERR | POLLHUP) == 0
  }

  /// Ends the program after results could not be delivered: quietly by SIGPIPE where the reader has gone away, as
  /// everyone ends in a pipe (shells count it as 141), with a message otherwise.
  static func end(after error: Int32) -> Never {
    guard error == EPIPE else {
      ExitStatus.fail(PackshotError.cannotWrite(path: "standard output", code: error))
    }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
