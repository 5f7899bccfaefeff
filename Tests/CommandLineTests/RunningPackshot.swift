import Foundation
import Testing

/// The program while it runs.
final class RunningPackshot {
  /// The folder it runs in, which must outlive it.
  private let packshot: Packshot
  private let process: Process
  private let pipe: LinePipe
  private let errorsFile: URL

  init(of packshot: Packshot, _ process: Process, _ pipe: LinePipe, errors: URL) {
    (self.packshot, self.process, self.pipe, errorsFile) = (packshot, process, pipe, errors)
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The next line it prints, a JSON object.
  func event() throws -> [String: Any] {
    let line = try #require(pipe.line(), "no line came: \(errors)")
    return try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
  }

  /// Closes the reading end of its standard output.
  func stopReading() throws { try pipe.stopReading() }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// The processes it has started that are still running.
  var workers: [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { Self.parent(of: $0) == process.processIdentifier }
  }

  /// Waits until a process that isn't a child has ended. Returns false after a timeout.
  static func waits(forEndOf other: pid_t) -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(LinePipe.patience))
    while parent(of: other) != nil { if .now > end { return false } }
    return true
  }

  /// The parent of a process, or nil if the process has ended, even if it has not been waited for.
  private static func parent(of process: pid_t) -> pid_t? {
    // proc(5): the number, the name in parentheses, the state, the parent's number.
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      case let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " "), fields.count > 2,
      !["Z", "X"].contains(fields[1])
    else { return nil }
    return pid_t(fields[2])
  }

  /// Waits for its end and returns the exit status as a shell reports it. Kills it after a timeout.
  func status() -> Int32 {
    let kill = DispatchWorkItem { [self] in signal(SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(LinePipe.patience)), execute: kill)
    defer { kill.cancel() }
    process.waitUntilExit()
    return process.shellStatus
  }

  /// Its standard error so far.
  var errors: String { (try? String(contentsOf: errorsFile, encoding: .utf8)) ?? "" }
}

/// A pipe that is read line by line.
final class LinePipe {
  /// Milliseconds to wait for a line: far longer than needed, so that a test fails instead of hanging.
  static let patience: Int32 = 60_000

  /// The end that the program under test writes to.
  var end: FileHandle { pipe.fileHandleForWriting }
  private let pipe = Pipe()
  private var buffer = Data()

  /// The next line, or nil at the end or after the timeout.
  func line() -> Data? {
    while true {
      if let newline = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = Data(buffer[(newline + 1)...]) }
        return Data(buffer[..<newline])
      }
      let source = pipe.fileHandleForReading.fileDescriptor
      var ready = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.patience) > 0 else { return nil }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(source, &piece, piece.count)
      if count <= 0 { return nil }
      buffer += piece[..<count]
    }
  }

  func stopReading() throws { try pipe.fileHandleForReading.close() }
}
