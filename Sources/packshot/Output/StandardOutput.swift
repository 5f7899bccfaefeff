import Glibc
import PackshotKit

/// The end of standard output.
enum StandardOutput {
  /// Sends what was printed on its way. It may still meet a full disk, or a pipe that nobody reads any more; both end
  /// the program.
  static func finish() {
    if fflush(nil) == 0 { return }
    if errno == EPIPE { endByBrokenPipe() }
    ExitStatus.fail(PackshotError.cannotWrite(path: "standard output", reason: String(cString: strerror(errno))))
  }

  /// Ends the program as everyone's is ended whose reader has gone away: by SIGPIPE, which shells count as 141.
  private static func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
