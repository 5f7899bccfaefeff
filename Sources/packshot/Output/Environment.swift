import ArgumentParser
import Foundation
import Logging
import PackshotKit
import Parameters
import PixelKernels

/// What the program is told by its environment.
enum Environment {
  /// Checks `PACKSHOT_CPU`, which says which instructions to use.
  static func check() throws {
    _ = try CPULevel.chosen(environment: ProcessInfo.processInfo.environment)
  }

  /// Has the log say as much as `PACKSHOT_LOG` asks for, on standard error: nothing where it is not set.
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

  /// Whether this is continuous integration, all kinds of which set `CI`; who works elsewhere may set it to `false`.
  static var isContinuousIntegration: Bool {
    !["", "0", "false"].contains((ProcessInfo.processInfo.environment["CI"] ?? "").lowercased())
  }

  /// The catalog to use: the option, `PACKSHOT_CATALOG`, or `catalog.sqlite` here.
  static func catalogPath(_ option: String?) -> String { option ?? catalog ?? "catalog.sqlite" }

  /// `PACKSHOT_CATALOG`. Empty is not set, as with all such variables.
  static var catalog: String? {
    ProcessInfo.processInfo.environment["PACKSHOT_CATALOG"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
