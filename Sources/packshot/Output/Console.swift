import PackshotKit
import Platform
import Text

/// Output to the terminal: results go to standard output, everything else to standard error.
enum Console {
  /// Whether standard error is a terminal.
  static let isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  /// Whether standard output is a terminal.
  static let showsResults = isatty(STDOUT_FILENO) == 1
  /// Whether to use colours: on a terminal, unless `NO_COLOR` is set.
  static let hasColor = isTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)

  /// Prints a message.
  static func note(_ text: String) { tell(text + "\n") }

  /// Prints an error.
  static func error(_ text: String, keepingLines: Bool = false) {
    tell(styled("error:", "31") + " " + printableText(text, keepingLines: keepingLines) + "\n")
  }

  /// Prints a warning.
  static func warning(_ text: String) { tell(styled("warning:", "33") + " " + printable(text) + "\n") }

  /// Prints a warning with its remedy.
  static func warning(_ warning: Warning) { self.warning(warning.messageWithRemedy) }

  /// Writes a message after the results so far, because both can go to the same file.
  private static func tell(_ text: String) {
    StandardOutput.flush()
    write(text)
  }

  /// Writes text to standard error unchanged, without waiting for results that can't be written. Ignores errors, because
  /// they can't be reported.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Platform.write(STDERR_FILENO, rest.baseAddress!, rest.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Returns text without control characters, which could steer the terminal. File names may contain them.
  static func printable(_ text: String) -> String { printableText(text) }

  /// Returns a path as part of a command that the user can copy. A leading hyphen is protected, because it would be
  /// taken for an option.
  static func shellPath(_ path: String) -> String {
    shellWord(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }

  /// Returns less prominent text for standard output.
  static func faint(_ text: String) -> String { hasColor ? "\u{1b}[2m\(text)\u{1b}[0m" : text }

  private static func styled(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1b}[1;\(code)m\(text)\u{1b}[0m" : text
  }
}
