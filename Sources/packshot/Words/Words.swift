import PackshotKit
import Parameters

/// What happened and what to do about it, in one sentence for people at a command line.
enum Words {
  /// A message, and behind it what to do.
  static func told(_ message: String, _ remedy: Remedy?) -> String {
    guard let words = remedy?.words else { return message }
    // An option that is the subject of a sentence reads on where the one before it is in two parts already.
    let reachesOn = words.hasPrefix("--") && message.contains("; ")
    return message + (reachesOn ? ", and " : "; ") + words
  }
}

extension DescribedError {
  /// The message, with options for settings, and what to do about it.
  var told: String {
    switch self as any Error {
    case let error as PackshotError: Words.told(error.described(\.option).message, remedy)
    case let error as RenderingError: PackshotError.rendering(error).told
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

extension RecipeError {
  /// A line for each mistake, with its place.
  var lines: [String] { ([self] + others).map { Words.told($0.description, $0.remedy) } }
}

extension WarningGroup {
  /// How many photos it is about, and what to do about it.
  func told(ofPhotos all: Int) -> String { Words.told(text(ofPhotos: all), remedy) }
}

extension Warning {
  /// The message, and what to do about it.
  var told: String { Words.told(message, remedy) }
}
