import ArgumentParser

/// A mistake on the command line, in the words and the form of all other errors.
struct WrongCommandLine {
  let message: String
  /// How the command is called, and what explains it.
  let usage: String

  /// - Parameters:
  ///   - error: What ArgumentParser, or a command that it checked, has thrown.
  ///   - arguments: The command line without the program's name.
  init(_ error: any Error, arguments: ArraySlice<String>) {
    let told = Packshot.message(for: error)
    let usage = UsageLines.wrapped(Self.usage(in: Packshot.fullMessage(for: error), behind: told))
    if let word = UnknownCommand(in: arguments, of: Packshot.self) {
      self.init(
        message: word.message, usage: Self.usage(in: Packshot.fullMessage(for: ValidationError("")), behind: ""))
    } else if let option = UnknownOption(in: arguments, of: Packshot.self) {
      // What is said to be missing was probably meant by it.
      self.init(
        message: option.message,
        usage: usage.split(separator: "\n").filter { !$0.hasPrefix("Help:") }.joined(separator: "\n"))
    } else {
      self.init(message: Self.inOurForm(told), usage: usage)
    }
  }

  private init(message: String, usage: String) { (self.message, self.usage) = (message, usage) }

  private static func usage(in fullMessage: String, behind message: String) -> String {
    let head = "Error: \(message)\n"
    return fullMessage.hasPrefix(head) ? String(fullMessage.dropFirst(head.count)) : fullMessage
  }

  /// A sentence as the end of a line that begins with `error:`.
  private static func inOurForm(_ message: String) -> String {
    let isName = message.dropFirst().first?.isUppercase ?? false
    let text = isName ? message : message.prefix(1).lowercased() + message.dropFirst()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Lines that say how a command is called, folded where a terminal would break them.
enum UsageLines {
  private static let columns = 80

  /// The text with each line that begins with “Usage:” folded between its arguments.
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

  /// What is not to be parted: words, and all that stands in brackets. An option keeps its value.
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
