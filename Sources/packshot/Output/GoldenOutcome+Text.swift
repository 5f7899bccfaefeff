import PackshotKit

extension GoldenOutcome {
  /// The case as a line of text.
  var line: String {
    let word = isFlaky ? "flaky" : state.rawValue
    let column = word + String(repeating: " ", count: 8 - word.count)
    let text =
      "\(column) \(Console.printable(name)): \(Console.printable(Messages.withRemedy(messageWithFlakiness, remedy)))"
    return state == .passed ? text : text + damageText + engineText
  }

  /// What approving the case would replace, as text.
  var replacement: String {
    state == .missing
      ? "new      \(Console.printable(name))"
      : "replaces \(Console.printable(name)): \(Console.printable(Messages.withRemedy(message, remedy)))\(damageText)\(engineText)"
  }

  private var damageText: String {
    guard let result, result.changed > 0 else { return "" }
    let places = result.damageCount == 1 ? "1 place" : "\(result.damageCount) places"
    return "; up to \(Int(result.largest.rounded(.up))) of 255 levels, in \(places)"
  }

  private var engineText: String {
    engineDifferences.isEmpty ? "" : "; only the engine changed (\(engineDifferences.joined(separator: ", ")))"
  }
}

extension GoldenCaseResult {
  /// Creates the JSON result of a case.
  init(_ outcome: GoldenOutcome) {
    self.init(name: outcome.name, state: outcome.state.rawValue)
    flaky = outcome.isFlaky ? true : nil
    message = outcome.message.isEmpty ? nil : Messages.withRemedy(outcome.message, outcome.remedy)
    approve = outcome.digest == nil ? nil : outcome.approval
    if !outcome.engineDifferences.isEmpty {
      (cause, changed) = (GoldenApproval.Cause.engine.rawValue, outcome.engineDifferences)
    }
    result = outcome.state == .failed ? outcome.result.map { ComparisonResult($0) } : nil
  }
}

extension GoldenSummary {
  /// The counts as text.
  var line: String {
    var parts = GoldenOutcome.State.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    if flaky > 0 { parts.append("\(flaky) flaky") }
    if parts.isEmpty { parts = ["no cases"] }
    return parts.joined(separator: ", ") + " in \((seconds * 100).rounded() / 100) s" + (isStopped ? ", stopped" : "")
      + (note.isEmpty ? "" : ": \(note)")
  }
}

extension GoldenSummaryResult {
  /// Creates the JSON result of the counts.
  init(_ summary: GoldenSummary) {
    self.init(
      passed: summary[.passed], failed: summary[.failed], missing: summary[.missing], obsolete: summary[.obsolete],
      broken: summary[.broken], flaky: summary.flaky, stopped: summary.isStopped,
      seconds: (summary.seconds * 1000).rounded() / 1000, note: summary.note.isEmpty ? nil : summary.note)
  }
}

extension SuiteReport.Case {
  /// The case as a line of text.
  var line: String {
    let word = isFlaky ? "flaky" : state.rawValue
    let text = "\(word)\(String(repeating: " ", count: 8 - word.count)) \(Console.printable(name))"
    return text + (headline.isEmpty ? "" : ": \(Console.printable(headline))")
  }
}
