import PackshotKit
import Text

extension GoldenOutcome {
  /// The case as a line for people.
  var line: String {
    let word = isFlaky ? "flaky" : state.rawValue
    let column = word + String(repeating: " ", count: 8 - word.count)
    let text = "\(column) \(Console.printable(name)): \(Console.printable(Words.told(messageWithFlakiness, remedy)))"
    return state == .passed ? text : text + damageText + engineText
  }

  /// What approving it would replace, for people.
  var replacement: String {
    state == .missing
      ? "new      \(Console.printable(name))"
      : "replaces \(Console.printable(name)): \(Console.printable(Words.told(message, remedy)))\(damageText)\(engineText)"
  }

  private var damageText: String {
    guard let result, result.changed > 0 else { return "" }
    let places = result.damageCount == 1 ? "1 place" : "\(result.damageCount) places"
    return "; up to \(Int(result.largest.rounded(.up))) of 255 levels, in \(places)"
  }

  private var engineText: String {
    engineDifferences.isEmpty ? "" : "; only the engine changed (\(engineDifferences.joined(separator: ", ")))"
  }

  /// The case for programs.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", .string("case")), .init("name", .string(name)), .init("state", .string(state.rawValue)),
    ]
    if isFlaky { members.append(.init("flaky", .boolean(true))) }
    if !message.isEmpty { members.append(.init("message", .string(Words.told(message, remedy)))) }
    if digest != nil { members.append(.init("approve", .string(approval))) }
    if !engineDifferences.isEmpty {
      members.append(.init("because", .string(GoldenApproval.Cause.engine.rawValue)))
      members.append(.init("changed", .array(engineDifferences.map { .string($0) })))
    }
    if let result, state == .failed { members.append(.init("result", result.json)) }
    return .object(members)
  }
}

extension GoldenSummary {
  /// The counts for people.
  var line: String {
    var parts = GoldenOutcome.State.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    if flaky > 0 { parts.append("\(flaky) flaky") }
    if parts.isEmpty { parts = ["no cases"] }
    return parts.joined(separator: ", ") + " in \((seconds * 100).rounded() / 100) s" + (isStopped ? ", stopped" : "")
      + (note.isEmpty ? "" : ": \(note)")
  }

  /// The counts for programs.
  var json: JSONValue {
    var members: [JSONValue.Member] =
      [.init("event", .string("summary"))]
      + GoldenOutcome.State.allCases.map { .init($0.rawValue, .integer(Int64(self[$0]))) } + [
        .init("flaky", .integer(Int64(flaky))), .init("stopped", .boolean(isStopped)),
        .init("seconds", .double((seconds * 1000).rounded() / 1000)),
      ]
    if !note.isEmpty { members.append(.init("note", .string(note))) }
    return .object(members)
  }
}

extension SuiteReport.Case {
  /// The case as a line for people.
  var line: String {
    let word = isFlaky ? "flaky" : state.rawValue
    let text = "\(word)\(String(repeating: " ", count: 8 - word.count)) \(Console.printable(name))"
    return text + (headline.isEmpty ? "" : ": \(Console.printable(headline))")
  }
}
