import Errors

/// What is wrong with the words of errors, of which there is one for each case: reasons that are no words, or are those of two;
/// sentences that name an option or a command, or end with a full stop.
public func objections(to errors: [any DescribedError]) -> [String] {
  errors.flatMap { objections(toReason: $0.reason) + objections(toSentence: $0.message) }
    + errors.compactMap(\.remedy).flatMap { objections(to: [$0]) } + repeated(errors.map(\.reason))
}

/// The same of remedies.
public func objections(to remedies: [any Remedy]) -> [String] {
  remedies.flatMap { objections(toReason: $0.name) + objections(toSentence: $0.suggestion) }
}

private func objections(toReason word: String) -> [String] {
  word.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) == nil ? ["“\(word)” is no word"] : []
}

private func objections(toSentence text: String) -> [String] {
  text.contains(/--[a-z]/) || text.contains("`packshot ") || text.hasSuffix(".") || text.isEmpty ? ["“\(text)”"] : []
}

private func repeated(_ words: [String]) -> [String] {
  Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys.sorted().map { "“\($0)” is said of two" }
}
