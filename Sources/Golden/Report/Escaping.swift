// Text in the languages of the reports. Names of cases, recipes and messages may hold anything.

/// Text for HTML and XML, between tags and in attributes.
///
/// XML 1.0 knows no control characters but tab and line ends, not even escaped: they become U+FFFD. Tabs and line ends
/// are written by their numbers, as attributes would turn them into spaces.
func markupText(_ text: String) -> String {
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
func scriptJSON(_ json: some Sequence<UInt8>) -> [UInt8] {
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
func markdownText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", " ", ",", ".", ";", "/", "-", "+", "=", "%", "(", ")":
      escaped.unicodeScalars.append(scalar)
    case "!"..."~": escaped += "&#\(scalar.value);"
    case _ where isInvisible(scalar): escaped += "⟨\(hexadecimal(scalar.value))⟩"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// A word for the shell, quoted where it has to be.
///
/// Characters that a terminal would act on or not show are written as bytes, in the `$'…'` of bash and zsh: what is
/// pasted into a terminal must be what was read.
package func shellWord(_ text: String) -> String {
  guard !text.unicodeScalars.contains(where: isInvisible) else {
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": word += "\\\(scalar)"
      case _ where isInvisible(scalar): for byte in Array("\(scalar)".utf8) { word += "\\x\(hexadecimal(byte))" }
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }
  let plain = text.unicodeScalars.allSatisfy { scalar in
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "@", "%", "+", ":", ",", ".", "/", "-": true
    default: false
    }
  }
  if plain, !text.isEmpty { return text }
  // By its scalars: a mark behind it would make another character of the quote.
  let inner = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { inner, scalar in
    inner.append(contentsOf: scalar == "'" ? Array("'\\''".unicodeScalars) : [scalar])
  }
  return "'\(String(inner))'"
}

/// Text for a terminal, where controls could steer it and others deceive: each is written as its number, `\u{1b}`.
///
/// - Parameter keepingLines: Whether lines may end.
package func printableText(_ text: String, keepingLines: Bool = false) -> String {
  let isEscaped = { (scalar: Unicode.Scalar) in isInvisible(scalar) && !(keepingLines && scalar == "\n") }
  guard text.unicodeScalars.contains(where: isEscaped) else { return text }
  return text.unicodeScalars.reduce(into: "") { safe, scalar in
    if isEscaped(scalar) {
      safe += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      safe.unicodeScalars.append(scalar)
    }
  }
}

/// Whether a character is not seen: controls, line separators, and those that turn the direction of text. The joiners
/// in words and emoji are not meant. JSON has the same rule, in `JSONValue`.
package func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
  default: false
  }
}

private func hexadecimal(_ value: some BinaryInteger) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  let length = value is UInt8 ? 2 : 4
  return String(repeating: "0", count: max(0, length - digits.count)) + digits
}
