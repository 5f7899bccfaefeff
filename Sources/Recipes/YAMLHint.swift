import Filters
import Parameters

/// A hint about common causes of YAML errors: a tab, or a text that needs quotes.
struct YAMLHint {
  /// The hint as part of a sentence.
  let text: String

  /// Returns nil if no common cause is found.
  ///
  /// - Parameters:
  ///   - place: Location at which the parser failed.
  ///   - first: The line where the unfinished element starts.
  init?(_ yaml: String, failedAt place: Location, sinceLine first: Int) {
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(place.line - 1) else { return nil }
    let line = lines[place.line - 1]
    // A comment can hide the rest of a line, so that the error occurs in the next one.
    let last = lines[..<(place.line - 1)].lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
    if line.prefix(while: \.isWhitespace).contains("\t") {
      text = "this line is indented with a tab; YAML allows only spaces"
    } else if let character = line.dropFirst(place.column - 1).first, "@`%".contains(character) {
      text = "text that begins with \(character) must be quoted"
    } else if let part = Self.part(in: lines[min(first - 1, last, place.line - 1)..<place.line]) {
      text = part
    } else {
      return nil
    }
  }

  /// Returns a hint about the last of the lines that has a common mistake.
  private static func part(in lines: ArraySlice<Substring>) -> String? {
    for line in lines.reversed() {
      if let color = line.firstMatch(of: /\s(#[0-9A-Fa-f]{3,8})\b/)?.1 {
        return "`\(color)` starts a comment; put colours in quotes: \"\(color)\""
      }
      if let text = line.firstMatch(of: /[:\[,]\s+(\{\w+\}[^\s,]*)/)?.1 {
        return "text that begins with { must be quoted: \"\(text)\""
      }
    }
    return nil
  }
}
