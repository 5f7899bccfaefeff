import PackshotKit
import Parameters

extension ConditionError {
  /// What is wrong and what to do, with the word that was probably meant.
  var messageWithSuggestion: String {
    message(suggesting: Spelling.suggestion(Spelling.nearest(to: found, among: candidates)))
  }

  /// The condition, and below it carets under the place.
  var markedExcerpt: [String] {
    if text.isEmpty { return [] }
    let (before, marked, after) = excerpt
    let shown = [before, marked, after].map(Console.printable)
    let carets = String(repeating: "^", count: max(1, shown[1].displayWidth))
    return ["  " + shown.joined(), "  " + "".padding(to: shown[0].displayWidth) + carets]
  }
}
