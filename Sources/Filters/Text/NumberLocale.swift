import Parameters

/// Whose signs the numbers in a text have: the decimal sign, and the one between groups of three digits, as Unicode's Common Locale Data
/// Repository has them (version 44). Where that has a narrow no-break space, which few fonts have, a no-break space stands for it.
///
/// The signs are the program's own, so that a picture does not depend on the machine's.
public enum NumberLocale: String, ParameterChoice {
  /// Czech.
  case cs
  /// Danish.
  case da
  /// German.
  case de
  /// German, in Austria.
  case austrian = "de-AT"
  /// German, in Switzerland.
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
  /// Portuguese, in Brazil.
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

  /// The fewest digits before the decimal sign that are parted into groups.
  private var leastGrouped: Int {
    switch self {
    case .es, .pl, .pt: 5
    default: 4
    }
  }

  /// A number with a decimal point, such as `1299.00`, with this locale's signs: `1.299,00`. Anything else is returned as it is: whole
  /// numbers are also years and names.
  func formatted(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = text.hasPrefix("-")
    guard parts.count == 2, case let digits = parts[0].dropFirst(isNegative ? 1 : 0), !digits.isEmpty,
      !parts[1].isEmpty,
      (digits + parts[1]).allSatisfy({ "0"..."9" ~= $0 })
    else { return text }
    var whole = ""
    for (index, digit) in digits.enumerated() {
      let left = digits.count - index
      if index > 0, left % 3 == 0, digits.count >= leastGrouped { whole += groupSign }
      whole.append(digit)
    }
    return (isNegative ? "−" : "") + whole + decimalSign + parts[1]
  }
}
