// Escaping for the formats of reports: HTML, XML, JSON and Markdown. Names of cases, recipes and messages can contain
// any characters.

/// Escapes text for HTML and XML, between tags and in attributes.
///
/// XML 1.0 allows no control characters but tab and line ends, not even escaped, so other control characters become
/// U+FFFD. Tabs and line ends are written as character references, because attributes would turn them into spaces.
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

/// Escapes JSON for a `<script>` element, where HTML reads `</script>` as the end tag even within a string. In JSON,
/// the escaped characters occur only in strings, so the meaning is the same.
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

/// Escapes text so that Markdown displays it literally, on one line, also in a table.
///
/// Backslashes aren't enough: in a table they can't escape a `|` after a backslash. So every character with a possible
/// meaning is written as a character reference. This also keeps `@names`, `#1` and addresses from becoming links.
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

/// Returns a character's code point, with at least four digits.
private func codePoint(of scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
