/// Writes CSV (RFC 4180) that ``CSVReader`` reads back exactly.
///
/// Fields that begin with `=`, `+`, `-` or `@` are written unchanged. A spreadsheet may treat them as formulas;
/// `String.withoutFormula` prevents that.
package enum CSVWriter {
  /// Returns a row with its line feed. No value is an empty field; empty text is a pair of quotes.
  public static func line(_ fields: [String?], separator: String = ",") -> String {
    fields.map { $0.map(field) ?? "" }.joined(separator: separator) + "\n"
  }

  /// Quotes fields that contain a comma, semicolon or tab, because programs differ in the separator they expect. Also
  /// quotes fields with leading or trailing spaces, which some programs trim.
  private static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case .comma, .semicolon, .tab, .quote, .lineFeed, .carriageReturn: false
      default: true
      }
    }
    if isPlain, let first = text.utf8.first, first != .space, text.utf8.last != .space { return text }
    let parts = text.utf8.split(separator: .quote, omittingEmptySubsequences: false)
    return "\"" + parts.map { String(Substring($0)) }.joined(separator: "\"\"") + "\""
  }
}
