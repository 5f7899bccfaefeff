import Errors
import Foundation

/// Mistakes in the texts of errors, one example per case: malformed or duplicate reasons, and sentences that name an option or a
/// command or end with a full stop.
public func objections(to errors: [any DescribedError]) -> [String] {
  errors.flatMap { objections(toReason: $0.reason) + objections(toSentence: $0.message) }
    + errors.compactMap(\.remedy).flatMap { objections(to: [$0]) } + repeated(errors.map(\.reason))
    + otherWords(of: errors)
}

/// Differences from `Tests/ErrorWords.tsv`, which has the former reason and names of details of each error that existed before
/// they were derived from cases and labels. Each case of an error type must have one example.
public func otherWords(of errors: [any DescribedError]) -> [String] {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../ErrorWords.tsv")
  guard let text = try? String(contentsOf: file, encoding: .utf8) else { return ["\(file.path) cannot be read"] }
  var rows: [String: [String]] = [:]
  for line in text.split(separator: "\n").dropFirst() {
    let fields = line.split(separator: "\t").map(String.init)
    rows[fields[0]] = fields
  }
  var wrong: [String] = []
  var found: Set<String> = []
  for error in errors {
    let name = type(of: error).nameInModule + "." + caseName(of: error)
    guard let row = rows[name] else { continue }
    found.insert(name)
    if row[2] != "=", row[2] != error.reason { wrong.append("\(name) is \(error.reason), not \(row[2])") }
    let details = Set(error.details.values.keys).subtracting(row[4].split(separator: " ").map(String.init))
    if row[2] != "=", !details.isEmpty { wrong.append("\(name) has the details \(details.sorted())") }
  }
  let types = Set(errors.map { type(of: $0).nameInModule })
  let missing = rows.keys.filter { name in
    types.contains(String(name[..<name.lastIndex(of: ".")!])) && rows[name]?[2] != "=" && !found.contains(name)
  }
  return wrong + missing.sorted().map { "there is no \($0)" }
}

extension DescribedError {
  /// The type's name with the names of the enclosing types.
  fileprivate static var nameInModule: String {
    String(reflecting: Self.self).split(separator: ".").dropFirst().joined(separator: ".")
  }
}

/// The same for remedies.
public func objections(to remedies: [Remedy]) -> [String] {
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
