import PackshotKit

extension BatchEvent {
  /// The event with messages that say what to do on the command line.
  var inWordsOfCommandLine: BatchEvent {
    switch self {
    case .warning(let warning):
      let kind = warning.kind == warning.message ? nil : warning.kind
      return .warning(Warning(warning.messageWithRemedy, kind: kind, reason: warning.reason, remedy: warning.remedy))
    case .photo(var report):
      report.failure = report.failure.map { $0.worded($0.messageWithRemedy) }
      return .photo(report)
    default: return self
    }
  }
}
