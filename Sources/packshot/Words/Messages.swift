import PackshotKit
import Parameters

/// Messages with remedies, worded for the command line.
enum Messages {
  /// Returns a message followed by the remedy.
  static func withRemedy(_ message: String, _ remedy: Remedy?) -> String {
    guard let words = remedy?.words else { return message }
    // If the message already has two parts, a remedy that starts with an option is joined with “and”.
    let reachesOn = words.hasPrefix("--") && message.contains("; ")
    return message + (reachesOn ? ", and " : "; ") + words
  }
}

extension DescribedError {
  /// The message, with options in place of settings, and what to do.
  var messageWithRemedy: String {
    switch self as any Error {
    case let error as PackshotError: Messages.withRemedy(error.described(\.option).message, remedy)
    case let error as RenderingError: PackshotError.rendering(error).messageWithRemedy
    // A misspelt word in a condition, or a misspelt name, gets a suggestion.
    case StoreError.unreadableCondition(let error): error.messageWithSuggestion
    case StoreError.unknownName(_, let name, let known):
      message + Spelling.suggestion(Spelling.nearest(to: name, among: known))
    case ExchangeError.refused(let problems, let count, _):
      (problems.map { Messages.withRemedy($0.description, $0.remedy) }
        + (count > problems.count ? ["and \(count - problems.count) more rows have errors"] : []))
        .joined(separator: "\n")
    default: Messages.withRemedy(message, remedy)
    }
  }
}

extension RecipeError {
  /// A line for each mistake, with its position.
  var lines: [String] { ([self] + others).map { Messages.withRemedy($0.description, $0.remedy) } }
}

extension WarningGroup {
  /// Returns the number of photos concerned, and what to do.
  func messageWithRemedy(ofPhotos all: Int) -> String { Messages.withRemedy(text(ofPhotos: all), remedy) }
}

extension Warning {
  /// The message, and what to do.
  var messageWithRemedy: String { Messages.withRemedy(message, remedy) }
}
