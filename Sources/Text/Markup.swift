// Text in the languages of the reports. Names of cases, recipes and messages may hold anything.

/// Text for HTML and XML, between tags and in attributes.
///
/// XML 1.0 knows no control characters but tab and line ends, not even escaped: they become U+FFFD. Tabs and line ends
/// are written by their numbers, as attributes would turn them into spaces.
package func markupText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
    case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": escaped.unicodeScalars.append("\u{FFFD}")
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// JSON that may stand in a `<script>`: there, what looks like a tag is one, even in a string. In JSON all these
/// characters occur in strings only, where a number means the same.
package func scriptJSON(_ json: some Sequence<UInt8>) -> [UInt8] {
  var escaped: [UInt8] = []
  for byte in json {
    switch byte {
    case UInt8(ascii: "<"): escaped += "\\u003c".utf8
    case UInt8(ascii: ">"): escaped += "\\u003e".utf8
    case UInt8(ascii: "&"): escaped += "\\u0026".utf8
    default: escaped.append(byte)
    }
  }
  return escaped
}

/// Text as Markdown shows it letter for letter, on one line, also in a table.
///
/// Backslashes do not do: in a table they cannot escape a `|` behind a backslash. So every sign that may mean something
/// is written by its number, which also keeps `@names`, `#1` and addresses from becoming links.
package func markdownText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", " ", ",", ".", ";", "/", "-", "+", "=", "%", "(", ")":
      escaped.unicodeScalars.append(scalar)
    case "!"..."~": escaped += "&#\(scalar.value);"
    case _ where scalar.isHidden: escaped += "⟨\(codePoint(of: scalar))⟩"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// A character's number, in four digits at least.
private func codePoint(of scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
