import PackshotKit
import Platform
import Synchronization

/// Writing results to standard output, which can be a file on a full disk, or a pipe without a reader.
enum StandardOutput {
  /// The system's error number of the first flush that failed, which loses the output it was to write.
  private static let failure = Mutex<Int32?>(nil)

  /// Flushes the output so far. A failure is reported by ``deliver()``.
  static func flush() {
    if fflush(nil) == 0 { return }
    let code = errno
    failure.withLock { $0 = $0 ?? code }
  }

  /// Flushes the output. Returns the system's error number on failure. Failed output isn't retried.
  static func deliver() -> Int32? {
    flush()
    if let code = failure.withLock(\.self) { return code }
    // A long output is written in parts. If an earlier part failed, its error number may be gone.
    return System.hasLostOutput ? (errno == 0 ? EIO : errno) : nil
  }

  /// Flushes the output, or ends the program on failure.
  static func finish() {
    if let error = deliver() { end(after: error) }
  }

  /// Whether there may still be a reader. Works for a pipe even without writing to it.
  static var hasReader: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) <= 0 || Int32(output.revents) & (POLLERR | POLLHUP) == 0
  }

  /// Ends the program after a write error. If the reader has closed the pipe, ends silently by SIGPIPE, as usual in a
  /// pipeline (shells report 141); otherwise with a message.
  static func end(after error: Int32) -> Never {
    guard error == EPIPE else {
      ExitStatus.fail(PackshotError.cannotWrite(path: "standard output", code: error))
    }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }
}
