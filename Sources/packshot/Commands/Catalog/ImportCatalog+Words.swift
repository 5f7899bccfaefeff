import Foundation
import PackshotKit
import Parameters
import Text

/// Messages about an import.
extension ImportCatalog {
  /// Returns what to do about invalid rows. A column that no record has makes all rows invalid.
  static func advice(_ problems: [ImportProblem], of count: Int) -> String {
    let columns = problems.compactMap { $0.record == nil ? $0.unknownName?.name : nil }
    if !columns.isEmpty, columns.count == count {
      let names = Spelling.list(columns.map { "“\($0)”" }, "and")
      let example = shellWord("NAME=\(columns[0])")
      return
        "rename the \(count == 1 ? "column" : "columns") \(names), or leave \(count == 1 ? "it" : "them") out of the file; "
        + "--column says what a column contains, such as --column \(example), and --ignore-unknown skips unknown columns"
    }
    let repeats = problems.contains(where: \.isRepeat) ? "; --allow-duplicates adds them again" : ""
    return "--keep-going skips the rows with errors and imports the rest" + repeats
  }

  /// Maximum number of corrections that are reported one by one.
  private static let shownCorrections = 5

  /// Reports values in the file for attributes that the catalog counts itself.
  static func tell(_ corrections: [ImportCorrection], of count: Int, isTrial: Bool) {
    if count == 0 { return }
    let shown = corrections.prefix(shownCorrections).map { "\($0.record): \($0.attribute) \($0.before) → \($0.after)" }
    let rest = count > shown.count ? "; and \(count - shown.count) more" : ""
    let (verb, values) = (
      isTrial ? "would be" : count == 1 ? "was" : "were", count == 1 ? "1 count" : "\(count) counts"
    )
    Console.note(
      Console.printable(
        "\(values) of existing records \(verb) corrected from the file: \(shown.joined(separator: "; "))\(rest)")
    )
    Console.note(
      "if the file is older than the last sales, \(isTrial ? "" : "undo this with `packshot catalog undo` and ")"
        + "leave the \(columns(corrections)) out of it")
  }

  private static func columns(_ corrections: [ImportCorrection]) -> String {
    let names = Set(corrections.map(\.attribute)).sorted()
    return (names.count == 1 ? "column " : "columns ") + Spelling.list(names, "and")
  }

  /// Reports values of existing records that empty cells remove.
  static func tell(_ emptied: [ImportEmptied], of count: Int, isTrial: Bool) {
    if count == 0 { return }
    let shown = emptied.prefix(shownCorrections).map { "\($0.record): \($0.attribute)" }
    let rest = count > shown.count ? "; and \(count - shown.count) more" : ""
    let verb = isTrial ? "would be" : count == 1 ? "was" : "were"
    Console.note(
      Console.printable(
        "\(count) \(count == 1 ? "value" : "values") of existing records \(verb) removed by empty cells: "
          + "\(shown.joined(separator: "; "))\(rest)"))
    let names = Spelling.list(Set(emptied.map(\.attribute)).sorted(), "and")
    Console.note("to keep them, \(isTrial ? "" : "run `packshot catalog undo` and ")leave \(names) out of the file")
  }

  /// Reports the ignored columns.
  static func tell(ignored columns: [String]) {
    if columns.isEmpty { return }
    let (noun, verb) = columns.count == 1 ? ("column", "is") : ("columns", "are")
    Console.note(
      Console.printable("the \(noun) \(Spelling.list(columns.map { "“\($0)”" }, "and")) \(verb) ignored"))
  }

  /// Reports the tables whose encoding was guessed.
  static func tell(encodingsOf sources: [ImportSource]) {
    for source in sources {
      guard let encoding = source.guessed else { continue }
      Console.note(
        Console.printable(
          "\(source.name) is not UTF-8 and is read as \(encoding.rawValue); --encoding \(encoding.rawValue) confirms it"
        ))
    }
  }

  /// Maximum number of rows whose changes are reported one by one.
  private static let shownChanges = 100

  /// Prints the changes that rows would make, in a format that terminals and editors turn into links.
  static func tell(_ changes: [ImportChange], of count: Int) {
    for change in changes.prefix(shownChanges) {
      let values = change.values.map { "\($0.name) \($0.before.display) → \($0.after.display)" }
      let what = (change.isNew ? "new " : "") + change.subject
      print(
        Console.printable(
          "\(change.source):\(change.line): \(what)" + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))))
    }
    if count > shownChanges { print("and \(rows(count - shownChanges)); --json has the first 1000") }
  }

  /// Maximum number of similar invalid rows that are reported one by one; an unknown column is reported once.
  private static let shownAlike = 3

  /// Prints the invalid rows, in a format that terminals and editors turn into links.
  static func tell(_ problems: [ImportProblem], of count: Int) {
    var counts: [ImportProblem.Likeness: Int] = [:]
    var order: [ImportProblem.Likeness] = []
    for problem in problems {
      if let likeness = problem.likeness {
        let count = counts[likeness, default: 0] + 1
        counts[likeness] = count
        if count == 1 { order.append(likeness) }
        if count > shownCount(of: likeness) { continue }
      }
      Console.note(Console.printable(Messages.withRemedy("\(problem)\(problem.suggestion)", problem.remedy)))
    }
    for likeness in order {
      let more = (counts[likeness] ?? 0) - shownCount(of: likeness)
      if more > 0 { Console.note(Console.printable("and \(rows(more)) \(words(likeness))")) }
    }
    if count > problems.count { Console.note("and \(count - problems.count) more") }
  }

  private static func shownCount(of likeness: ImportProblem.Likeness) -> Int {
    if case .column = likeness { 1 } else { shownAlike }
  }

  private static func words(_ likeness: ImportProblem.Likeness) -> String {
    switch likeness {
    case .repeats: "that the catalog has already"
    case .notUTF8: "that are not UTF-8"
    case .column(let name): "with \(name)"
    case .value(let name): "with an invalid \(name)"
    }
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 more row" : "\(count) more rows" }
}

extension ImportProblem {
  /// The error and what to do, without the position.
  var words: String { Messages.withRemedy(message + suggestion, remedy) }

  /// The likely intended name. If several names are run together, how to separate columns.
  fileprivate var suggestion: String {
    guard let (name, known) = unknownName else { return "" }
    let parts = name.split { ",;|\t".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
    if parts.count > 1, parts.contains(where: known.contains) {
      return "; separate columns by commas, semicolons or tabs, by the same in every line"
    }
    return Spelling.suggestion(Spelling.nearest(to: name, among: known))
  }
}

extension ImportSummary {
  /// Returns the numbers of records as text.
  func line(isTrial: Bool) -> String {
    let counts = "\(inserted) new, \(updated) changed, \(unchanged) unchanged"
    return (isTrial ? "Would import: " : "Imported: ") + counts
      + (skipped > 0 ? ", \(skipped) not in the catalog" : "") + (failed > 0 ? ", \(failed) wrong" : "")
      + (unread > 0 ? ", \(unread) not read" : "")
  }
}

extension JSONValue {
  /// The value as text for people.
  fileprivate var display: String {
    switch self {
    case .null: "none"
    case .string(let text): text
    default: description
    }
  }
}
