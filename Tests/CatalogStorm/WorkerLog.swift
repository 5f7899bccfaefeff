import Foundation

/// What became of a step.
struct Outcome: Codable {
  enum Kind: String, Codable {
    /// An undo is about to happen; what became of it follows, unless the process was killed.
    case begun
    /// It is in the catalog.
    case done
    /// It had been performed when the process was killed, which the history showed later.
    case found
    /// There was nothing to change.
    case nothing
    /// An error was thrown, and nothing was changed.
    case refused
  }

  let kind: Kind
  /// Of an undo or redo: the label of the edit that was taken back or done again.
  var subject: String?
  /// Of a refusal: the name of the error, and what it says.
  var reason: String?
  var message: String?

  init(_ kind: Kind, subject: String? = nil, reason: String? = nil, message: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
    self.message = message
  }
}

/// A step and what became of it.
struct LogLine: Codable {
  let step: Step
  let outcome: Outcome

  init(_ step: Step, _ outcome: Outcome) {
    self.step = step
    self.outcome = outcome
  }
}

/// What a process did, in a file with one JSON object a line. What was appended stays when the process is killed.
struct WorkerLog {
  let path: String

  /// Adds a line, in one call of the system.
  func append(_ line: LogLine) throws {
    let text = try JSONEncoder().encode(line) + Data("\n".utf8)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    defer { close(file) }
    let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == text.count else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// All lines so far; none where there is no file yet.
  func lines() throws -> [LogLine] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(LogLine.self, from: $0) }
  }
}
