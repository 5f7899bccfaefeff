/// Texts that a spreadsheet takes for formulas.
///
/// Whoever opens a CSV file with `=HYPERLINK(…)` in a cell runs it, whether the cell is quoted or not. An apostrophe before it makes the
/// cell text. So in CSV of records, an apostrophe before such a text is no part of it, and a text that itself has apostrophes there
/// gets one more.
extension String {
  /// The text as a cell of a file for spreadsheets: with an apostrophe if it would be a formula.
  package var withoutFormula: String { startsFormula || hasFormulaBehindApostrophes ? "'" + self : self }

  /// The text as a cell of a file for programs, which run no formulas: only what would be read back without its apostrophe gets
  /// one more.
  package var withApostropheKept: String { hasFormulaBehindApostrophes ? "'" + self : self }

  /// The text that a cell stands for.
  package var withoutApostrophe: String { hasFormulaBehindApostrophes ? String(dropFirst()) : self }

  private var startsFormula: Bool { utf8.first?.startsFormula ?? false }

  private var hasFormulaBehindApostrophes: Bool {
    guard utf8.first == UInt8(ascii: "'") else { return false }
    return utf8.first { $0 != UInt8(ascii: "'") }?.startsFormula ?? false
  }
}

extension UInt8 {
  fileprivate var startsFormula: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), .tab, .carriageReturn, .lineFeed:
      true
    default: false
    }
  }
}
