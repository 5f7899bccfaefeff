import Foundation
public import Text

/// For whom CSV is written.
public enum CSVStyle: Hashable, Sendable {
  /// For programs: every value exactly, moments in UTC.
  case exact
  /// For spreadsheets: texts that would be formulas get an apostrophe, moments are in local time, and a byte order mark says
  /// that it is UTF-8. With a decimal comma, fields are separated by semicolons. An import reads the same values back.
  case spreadsheet(decimal: DecimalSeparator = .point)

  /// What stands between fields.
  var separator: String { self == .spreadsheet(decimal: .comma) ? ";" : "," }

  /// What a file begins with.
  var beginning: String { self == .exact ? "" : "\u{FEFF}" }

  /// A value of an attribute of `type` as a cell.
  func cell(_ value: AttributeValue, as type: AttributeType) -> String? {
    guard case .spreadsheet(let decimal) = self else { return cell(value.exchangedText(as: type)) }
    return switch value {
    case .integer, .real, .decimal:
      value.exchangedText(as: type).map { decimal == .comma ? $0.replacing(".", with: ",") : $0 }
    case .date(let moment): moment.localText()
    default: cell(value.text(as: type))
    }
  }

  /// A text as a cell.
  func cell(_ text: String?) -> String? { self == .exact ? text?.withApostropheKept : text?.withoutFormula }
}
