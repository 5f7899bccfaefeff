import PackshotKit
import Parameters

extension ConditionError {
  /// The error and what to do, with the likely intended word.
  var messageWithSuggestion: String {
    message(suggesting: Spelling.suggestion(Spelling.nearest(to: found, among: candidates)))
  }

  /// The condition, with carets below the position of the error.
  var markedExcerpt: [String] {
    if text.isEmpty { return [] }
    let (before, marked, after) = excerpt
    let shown = [before, marked, after].map(Console.printable)
    let carets = String(repeating: "^", count: max(1, shown[1].displayWidth))
    return ["  " + shown.joined(), "  " + "".padding(to: shown[0].displayWidth) + carets]
  }
}
