import Filters
import Parameters

/// What people most often mean where YAML cannot be read: a tab, or a text that needs quotes.
struct YAMLHint {
  /// What to do, as a part of a sentence.
  let text: String

  /// Nil if nothing of the kind stands there.
  ///
  /// - Parameters:
  ///   - place: Where the parser failed.
  ///   - first: The line where what it was reading begins.
  init?(_ yaml: String, failedAt place: Location, sinceLine first: Int) {
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(place.line - 1) else { return nil }
    let line = lines[place.line - 1]
    // A comment can swallow the rest of a line, so that what is missing is missed at the next one.
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

  /// What is wrong in the last of some lines where something is.
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
