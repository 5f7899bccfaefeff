/// A field of a text or a file name: the content of its braces, such as `price:2|on request`.
///
/// A field is the name of a value, optionally a colon with the number of decimal places, and optionally a bar with the
/// text for an empty value. A backslash before a brace, a bar or another backslash makes that character literal.
package struct TemplateField: Hashable, Sendable {
  /// The name of the value.
  package let name: String
  /// The required decimal places, 0 to 9. Nil if none are required.
  package let decimals: Int?
  /// The text for an empty value. Nil if the value is required.
  package let fallback: String?

  /// Reads the field at the start of `text`, after its opening brace, and removes it with its closing brace. Returns nil
  /// if the brace isn't closed before another one is opened.
  package init?(reading text: inout Substring) {
    var (name, fallback) = ("", String?.none)
    var rest = text.unicodeScalars
    var isEscaped = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case _ where isEscaped: isEscaped = false
      case "\\" where rest.first.map(Self.escapable.contains) == true:
        isEscaped = true
        continue
      case "|" where fallback == nil:
        fallback = ""
        continue
      case "{": return nil
      case "}":
        (self.name, decimals) = Self.nameAndDecimals(name)
        self.fallback = fallback
        text = Substring(rest)
        return
      default: break
      }
      if fallback == nil { name.unicodeScalars.append(scalar) } else { fallback?.unicodeScalars.append(scalar) }
    }
    return nil
  }

  private static let escapable: Set<Unicode.Scalar> = ["{", "}", "|", "\\"]

  private static func nameAndDecimals(_ text: String) -> (name: String, decimals: Int?) {
    guard let colon = text.lastIndex(of: ":"), let places = Int(text[text.index(after: colon)...]), 0...9 ~= places,
      text[text.index(after: colon)...].count == 1
    else { return (text, nil) }
    return (String(text[..<colon]), places)
  }
}
