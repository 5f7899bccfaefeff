import Glibc
import PackshotKit
import Text

/// Where lines go: results to standard output, everything else to standard error.
enum Console {
  /// Whether a person is looking at standard error.
  static let isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  /// Whether a person is looking at standard output.
  static let showsResults = isatty(STDOUT_FILENO) == 1
  /// Whether colours are welcome: on a terminal, unless `NO_COLOR` says otherwise.
  static let hasColor = isTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)

  /// A line for a person.
  static func note(_ text: String) { write(text + "\n") }

  /// What went wrong.
  static func error(_ text: String, keepingLines: Bool = false) {
    write(styled("error:", "31") + " " + printableText(text, keepingLines: keepingLines) + "\n")
  }

  /// What a person should know.
  static func warning(_ text: String) { write(styled("warning:", "33") + " " + printable(text) + "\n") }

  /// What a person should know, and what they can do about it.
  static func warning(_ warning: Warning) { self.warning(warning.told) }

  /// Text to standard error as it is. Nobody can be told if it does not get there.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(STDERR_FILENO, rest.baseAddress!, rest.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Text without the control characters that a file's name may hold: they could steer the terminal.
  static func printable(_ text: String) -> String { printableText(text) }

  /// A path in a command to be copied: one that begins with a hyphen would be taken for an option.
  static func shellPath(_ path: String) -> String {
    shellWord(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }

  /// Text that steps back behind other text on standard output.
  static func faint(_ text: String) -> String { hasColor ? "\u{1b}[2m\(text)\u{1b}[0m" : text }

  private static func styled(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1b}[1;\(code)m\(text)\u{1b}[0m" : text
  }
}
