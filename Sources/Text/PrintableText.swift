/// Text for a terminal, where controls could steer it and others deceive: each is written as its number, `\u{1b}`.
///
/// - Parameter keepingLines: Whether lines may end.
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
