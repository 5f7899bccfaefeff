import Foundation

/// Protection against texts that a spreadsheet takes for formulas.
///
/// Opening a CSV file with `=HYPERLINK(…)` in a cell runs the formula, even if the cell is quoted. An apostrophe before
/// the formula makes the cell text. So in CSV files of records, an apostrophe before a formula isn't part of the text.
/// A text that itself begins with apostrophes and a formula gets one more apostrophe.
///
/// The formula `="0012"` is a text, too: other programs write it so that zeros at the beginning aren't lost.
extension String {
  /// The text as a cell of a file for spreadsheets, with an apostrophe if it would be a formula.
  package var withoutFormula: String { startsFormula || hasFormulaBehindApostrophes ? "'" + self : self }

  /// The text as a cell of a file for programs, which run no formulas. Adds an apostrophe only if reading would
  /// otherwise remove one.
  package var withApostropheKept: String { hasFormulaBehindApostrophes || textOfFormula != nil ? "'" + self : self }

  /// The text of a cell, without the added apostrophe.
  package var withoutApostrophe: String { hasFormulaBehindApostrophes ? String(dropFirst()) : self }

  /// The text that a formula consists of: `="0012"` is 0012. Nil for any other text.
  package var textOfFormula: String? {
    guard utf8.count >= 3, hasPrefix("=\""), hasSuffix("\"") else { return nil }
    let parts = dropFirst(2).dropLast().components(separatedBy: "\"\"")
    return parts.contains { $0.contains("\"") } ? nil : parts.joined(separator: "\"")
  }

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
