/// Wraps usage lines that are too long for a terminal.
enum UsageLines {
  private static let columns = 80

  /// Returns the text with each line that begins with “Usage:” wrapped between its arguments.
  static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lowercased().hasPrefix("usage: ") && line.count > columns ? folded(line) : String(line)
    }.joined(separator: "\n")
  }

  private static func folded(_ line: Substring) -> String {
    var lines: [String] = [""]
    for word in words(of: line) {
      if lines[lines.count - 1].count + 1 + word.count > columns {
        lines.append(String(repeating: " ", count: "Usage: ".count) + "  " + word)
      } else {
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Splits a line into unbreakable parts: words, and everything in brackets. An option is kept with its value.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var depth = 0
    for word in line.split(separator: " ") {
      let isValue = word.hasPrefix("<") && words.last?.hasPrefix("--") == true
      if depth > 0 || isValue || word == "..." {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return words
  }
}
