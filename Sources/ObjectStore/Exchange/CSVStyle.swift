import Foundation
public import Text

/// The intended reader of CSV.
public enum CSVStyle: Hashable, Sendable {
  /// Programs: exact values, times in UTC.
  case exact
  /// Spreadsheets: an apostrophe precedes texts that would be formulas, times are local, and the file begins with a
  /// byte order mark, which identifies it as UTF-8. With a decimal comma, fields are separated by semicolons. An import
  /// reads the same values back.
  case spreadsheet(decimal: DecimalSeparator = .point)

  /// The separator of fields.
  var separator: String { self == .spreadsheet(decimal: .comma) ? ";" : "," }

  /// The beginning of a file.
  var beginning: String { self == .exact ? "" : "\u{FEFF}" }

  /// Returns the value of an attribute of `type` as a cell.
  func cell(_ value: AttributeValue, as type: AttributeType) -> String? {
    guard case .spreadsheet(let decimal) = self else { return cell(value.exchangedText(as: type)) }
    return switch value {
    case .integer, .real, .decimal:
      value.exchangedText(as: type).map { decimal == .comma ? $0.replacing(".", with: ",") : $0 }
    case .date(let moment): moment.localText()
    default: cell(value.text(as: type))
    }
  }

  /// Returns a text as a cell.
  func cell(_ text: String?) -> String? { self == .exact ? text?.withApostropheKept : text?.withoutFormula }
}
