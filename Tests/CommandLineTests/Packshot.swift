import Foundation
import PackshotKit

/// The program as a user runs it: a separate process in a temporary folder.
final class Packshot {
  let folder: String

  struct Result {
    let status: Int32
    let bytes: Data
    let errors: String

    var output: String { String(decoding: bytes, as: UTF8.self) }

    /// The lines of standard output, each of which is a JSON object.
    var events: [[String: Any]] {
      output.split(separator: "\n").map { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
      }
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/packshot-cli-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Whether a program with this name is installed.
  static func finds(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func run(_ arguments: String..., environment: [String: String] = [:], input: Data? = nil) throws -> Result {
    try run(arguments, environment: environment, input: input)
  }

  func run(_ arguments: [String], environment: [String: String] = [:], input: Data? = nil) throws -> Result {
    // Files rather than pipes: nothing has to be read at the same time, and nothing can fill up.
    let output = try file(".stdout")
    let result = try run(arguments, environment, input: input, output: output.handle)
    return Result(status: result.status, bytes: try Data(contentsOf: output.url), errors: result.errors)
  }

  /// Runs it with a pipe as standard output that nobody reads.
  func runWithoutReader(_ arguments: String...) throws -> Result {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try run(arguments, [:], input: nil, output: pipe.fileHandleForWriting)
    return Result(status: result.status, bytes: Data(), errors: result.errors)
  }

  /// Runs it with a full disk as standard output.
  func runOnFullDisk(_ arguments: String...) throws -> Result {
    let disk = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let result = try run(arguments, [:], input: nil, output: disk)
    return Result(status: result.status, bytes: Data(), errors: result.errors)
  }

  /// Runs it with a terminal of 80 × 24 characters as standard output, and as standard error on request.
  func runOnTerminal(
    _ arguments: String..., environment: [String: String], withErrors: Bool = false
  ) throws -> Result {
    try runOnTerminal(arguments, environment: environment, withErrors: withErrors)
  }

  func runOnTerminal(
    _ arguments: [String], environment: [String: String], withErrors: Bool = false
  ) throws -> Result {
    let terminal = try PseudoTerminal()
    let screen = terminal.readToEnd()
    let result = try run(
      arguments, environment, input: nil, output: terminal.device, errors: withErrors ? terminal.device : nil)
    try terminal.device.close()
    return Result(status: result.status, bytes: screen.wait(), errors: result.errors)
  }

  /// Runs it on a terminal on which `text` is typed.
  func runInteractively(_ arguments: String..., typing text: String) throws -> Result {
    let terminal = try PseudoTerminal()
    let screen = terminal.readToEnd()
    try terminal.type(text)
    let result = try run(
      arguments, ["TERM": "dumb"], input: nil, output: terminal.device, errors: terminal.device,
      keyboard: terminal.device)
    try terminal.device.close()
    return Result(status: result.status, bytes: screen.wait(), errors: result.errors)
  }

  /// Runs a bash script in the folder.
  func shell(_ script: String) throws -> Result {
    let output = try file(".stdout")
    let bash = URL(fileURLWithPath: "/bin/bash")
    let result = try run(["--norc", "-c", script], [:], input: nil, output: output.handle, program: bash)
    return Result(status: result.status, bytes: try Data(contentsOf: output.url), errors: result.errors)
  }

  /// Starts it without waiting for its end.
  ///
  /// - Parameter workingFolder: The folder below this one to start it in.
  func start(_ arguments: String..., in workingFolder: String) throws -> RunningPackshot {
    try start(arguments, in: workingFolder)
  }

  func start(_ arguments: String...) throws -> RunningPackshot { try start(arguments) }

  func start(_ arguments: [String], in workingFolder: String = ".") throws -> RunningPackshot {
    let (pipe, errors) = (LinePipe(), try file(".stderr-of-running"))
    let process = process(arguments, [:], output: pipe.end, errors: errors.handle)
    process.currentDirectoryURL = URL(fileURLWithPath: folder + "/" + workingFolder)
    try process.run()
    try pipe.end.close()
    return RunningPackshot(of: self, process, pipe, errors: errors.url)
  }

  private func run(
    _ arguments: [String], _ environment: [String: String], input: Data?, output: FileHandle,
    errors: FileHandle? = nil, keyboard: FileHandle? = nil, program: URL? = nil
  ) throws -> (status: Int32, errors: String) {
    let errorsFile = try file(".stderr")
    let process = process(arguments, environment, output: output, errors: errors ?? errorsFile.handle, program)
    process.standardInput =
      try input.map { input in
        let file = try file(".stdin")
        try input.write(to: file.url)
        return try FileHandle(forReadingFrom: file.url)
      } ?? keyboard ?? FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.shellStatus, try String(contentsOf: errorsFile.url, encoding: .utf8))
  }

  private func process(
    _ arguments: [String], _ environment: [String: String], output: FileHandle, errors: FileHandle,
    _ program: URL? = nil
  ) -> Process {
    let process = Process()
    process.executableURL = program ?? Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Environment variables that the developer has set must not affect the tests.
    let theirs = [
      "CI", "PACKSHOT_CATALOG", "NO_COLOR", "TERM", "COLORTERM", "TMUX", "TERM_PROGRAM", "LC_TERMINAL",
      "KITTY_WINDOW_ID",
      "WEZTERM_PANE",
    ]
    process.environment = ProcessInfo.processInfo.environment.filter { !theirs.contains($0.key) }
      .merging(environment) { $1 }
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
    return process
  }

  private func file(_ name: String) throws -> (url: URL, handle: FileHandle) {
    let url = URL(fileURLWithPath: folder + "/" + name)
    try Data().write(to: url)
    return (url, try FileHandle(forWritingTo: url))
  }

  /// The program that PACKSHOT_PROGRAM names, such as a release build, or else the one beside the test bundle.
  static let executable =
    ProcessInfo.processInfo.environment["PACKSHOT_PROGRAM"].map { URL(fileURLWithPath: $0) }
    ?? programBesideTests("packshot")

  /// Another program of the build that contains these tests.
  static func programBesideTests(_ name: String) -> URL {
    // The bundle is the running program itself, or an argument if `swift test` uses a runner.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
  }
}

extension Process {
  /// The exit status as shells report it: 128 plus the signal's number if a signal ended it.
  var shellStatus: Int32 { terminationReason == .exit ? terminationStatus : 128 + terminationStatus }
}
