import Foundation

/// The outcome of a step.
struct Outcome: Codable {
  enum Kind: String, Codable {
    /// An undo is about to happen. Its outcome follows, unless the process is killed.
    case begun
    /// The step is in the catalog.
    case done
    /// The history showed later that the step was performed before the process was killed.
    case found
    /// Nothing had to be changed.
    case nothing
    /// An error was thrown, and nothing was changed.
    case refused
  }

  let kind: Kind
  /// For an undo or redo, the label of the edit that was undone or redone.
  var subject: String?
  /// For a refusal, the name of the error and its message.
  var reason: String?
  var message: String?

  init(_ kind: Kind, subject: String? = nil, reason: String? = nil, message: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
    self.message = message
  }
}

/// A step and its outcome.
struct LogLine: Codable {
  let step: Step
  let outcome: Outcome

  init(_ step: Step, _ outcome: Outcome) {
    self.step = step
    self.outcome = outcome
  }
}

/// The log of a process: a file with one JSON object per line. Appended lines survive a kill of the process.
struct WorkerLog {
  let path: String

  /// Appends a line in one system call.
  func append(_ line: LogLine) throws {
    let text = try JSONEncoder().encode(line) + Data("\n".utf8)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    defer { close(file) }
    let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == text.count else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// All lines so far. Empty if the file doesn't exist yet.
  func lines() throws -> [LogLine] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(LogLine.self, from: $0) }
  }
}
