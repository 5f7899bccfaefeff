/// Returns text that is safe for a terminal. Control characters could steer the terminal, and other invisible ones
/// deceive; each of them is written as its code point, `\u{1b}`.
///
/// - Parameter keepingLines: Whether to keep line ends.
package func printableText(_ text: String, keepingLines: Bool = false) -> String {
  let isEscaped = { (scalar: Unicode.Scalar) in scalar.isHidden && !(keepingLines && scalar == "\n") }
  guard text.unicodeScalars.contains(where: isEscaped) else { return text }
  return text.unicodeScalars.reduce(into: "") { safe, scalar in
    if isEscaped(scalar) {
      safe += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      safe.unicodeScalars.append(scalar)
    }
  }
}
