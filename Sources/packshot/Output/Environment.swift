import ArgumentParser
import Files
import Foundation
import Logging
import PackshotKit
import Parameters
import PixelKernels

/// Environment variables of the program.
enum Environment {
  /// Checks `PACKSHOT_CPU`, which selects the instruction set, and `PACKSHOT_ZIP_NAMES`, the encoding of names in archives.
  static func check() throws {
    _ = try CPULevel.chosen(environment: ProcessInfo.processInfo.environment)
    _ = try ArchiveNames.stated(in: ProcessInfo.processInfo.environment)
  }

  /// Starts the log on standard error with the level in `PACKSHOT_LOG`. Logs nothing if it isn't set.
  static func startLog() throws {
    let word = ProcessInfo.processInfo.environment["PACKSHOT_LOG"] ?? ""
    if word.isEmpty { return LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() } }
    guard let level = Logger.Level(rawValue: word) else {
      let levels = Spelling.list(Logger.Level.allCases.map(\.rawValue), "or")
      throw ValidationError("PACKSHOT_LOG is \"\(word)\"; it must be \(levels)")
    }
    LoggingSystem.bootstrap {
      var log = StreamLogHandler.standardError(label: $0)
      log.logLevel = level
      return log
    }
  }

  /// Whether the program runs in continuous integration: `CI` is set to something other than `0` or `false`.
  static var isContinuousIntegration: Bool {
    !["", "0", "false"].contains((ProcessInfo.processInfo.environment["CI"] ?? "").lowercased())
  }

  /// Returns the catalog to use: the option, `PACKSHOT_CATALOG`, or `catalog.sqlite` in the current folder.
  static func catalogPath(_ option: String?) -> String { option ?? catalog ?? "catalog.sqlite" }

  /// The value of `PACKSHOT_CATALOG`. An empty value counts as unset, as for the other variables.
  static var catalog: String? {
    ProcessInfo.processInfo.environment["PACKSHOT_CATALOG"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
