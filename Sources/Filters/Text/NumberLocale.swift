import Parameters

/// The locale of the numbers in a text: the decimal separator, and the separator between groups of three digits, from
/// Unicode's Common Locale Data Repository (version 44). A no-break space replaces the narrow no-break space, which few
/// fonts contain.
///
/// The separators are built in, so that a picture doesn't depend on the machine.
public enum NumberLocale: String, ParameterChoice {
  /// Czech.
  case cs
  /// Danish.
  case da
  /// German.
  case de
  /// Austrian German.
  case austrian = "de-AT"
  /// Swiss German.
  case swiss = "de-CH"
  /// Greek.
  case el
  /// English.
  case en
  /// Spanish.
  case es
  /// Finnish.
  case fi
  /// French.
  case fr
  /// Hungarian.
  case hu
  /// Italian.
  case it
  /// Norwegian.
  case nb
  /// Dutch.
  case nl
  /// Polish.
  case pl
  /// Portuguese.
  case pt
  /// Brazilian Portuguese.
  case brazilian = "pt-BR"
  /// Romanian.
  case ro
  /// Slovak.
  case sk
  /// Slovenian.
  case sl
  /// Swedish.
  case sv
  /// Turkish.
  case tr
  /// Ukrainian.
  case uk

  private var decimalSign: String {
    switch self {
    case .en, .swiss: "."
    default: ","
    }
  }

  private var groupSign: String {
    switch self {
    case .en: ","
    case .swiss: "’"
    case .da, .de, .el, .es, .it, .nl, .brazilian, .ro, .sl, .tr: "."
    case .austrian, .cs, .fi, .fr, .hu, .nb, .pl, .pt, .sk, .sv, .uk: "\u{a0}"
    }
  }

  /// Minimum number of digits before the decimal separator for grouping.
  private var leastGrouped: Int {
    switch self {
    case .es, .pl, .pt: 5
    default: 4
    }
  }

  /// Returns a number with a decimal point, such as `1299.00`, with this locale's separators: `1.299,00`.
  func formatted(_ digits: String) -> String {
    let isNegative = digits.hasPrefix("-")
    let parts = digits.dropFirst(isNegative ? 1 : 0).split(separator: ".")
    var whole = ""
    for (index, digit) in parts[0].enumerated() {
      let left = parts[0].count - index
      if index > 0, left % 3 == 0, parts[0].count >= leastGrouped { whole += groupSign }
      whole.append(digit)
    }
    return (isNegative ? "−" : "") + whole + (parts.count > 1 ? decimalSign + parts[1] : "")
  }
}
