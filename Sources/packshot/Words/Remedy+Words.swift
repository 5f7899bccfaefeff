import PackshotKit
import Parameters

extension Remedy {
  /// What to do on the command line: each module's remedies have their words in a function of their own.
  var wordsOfCommandLine: String {
    switch self {
    case let remedy as StoreRemedy: remedy.words
    case let remedy as ShopRemedy: remedy.words
    case let remedy as ExchangeRemedy: remedy.words
    case let remedy as ProblemRemedy: remedy.words
    default: suggestion
    }
  }
}

/// What happened and what to do about it, in one sentence for people at a command line.
enum Words {
  /// A message, and behind it what to do.
  static func told(_ message: String, _ remedy: (any Remedy)?) -> String {
    guard let words = remedy?.wordsOfCommandLine else { return message }
    return message + "; " + words
  }
}

extension DescribedError {
  /// The message, and what to do about it.
  var told: String {
    switch self as any Error {
    // A condition or a name may be misspelt.
    case StoreError.unreadableCondition(let error): error.messageWithSuggestion
    case StoreError.unknownName(_, let name, let known):
      message + Spelling.suggestion(Spelling.nearest(to: name, among: known))
    case ExchangeError.refused(let problems, let count, _):
      (problems.map { Words.told($0.description, $0.remedy) }
        + (count > problems.count ? ["and \(count - problems.count) more rows have errors"] : []))
        .joined(separator: "\n")
    default: Words.told(message, remedy)
    }
  }
}
