import Errors

/// The reason why a text can't be read as a number.
public enum NumberError: DescribedError, Hashable {
  /// The text is one number if it is read with a decimal point, and another number with a decimal comma. Both are given
  /// in an unambiguous form.
  case ambiguousNumber(point: String, comma: String)
  /// The text has groups of digits or a currency, which are read only in a table whose decimal separator is declared.
  /// `reading` is the number in a form that is always accepted. `decimal` is the separator to declare; nil if both
  /// separators give that number.
  case undeclaredDecimal(reading: String, decimal: DecimalSeparator?)
  /// The text isn't a number: it has other characters, an exponent, a percent sign, parentheses, or groups of the wrong
  /// length.
  case notANumber

  /// The message is worded as the end of a sentence: “it can be 1.5 or 1500; write the one you mean”.
  public var descriptor: ErrorDescriptor {
    switch self {
    case .ambiguousNumber(let point, let comma):
      .init(.unreadable, "it can be \(point) or \(comma); write the one you mean")
    case .undeclaredDecimal(let reading, _): .init(.unreadable, "write it as \(reading)")
    case .notANumber: .init(.unreadable, "it must be a number such as 12.50 or 12,50")
    }
  }
}
