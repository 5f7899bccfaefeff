import Foundation

/// What a value must be beyond its type. An empty value of an optional attribute is not asked.
public enum AttributeRule: Hashable, Sendable {
  /// A number from the lower bound up.
  case atLeast(Double)
  /// A number in a closed range.
  case between(Double, Double)
  /// Text with so many characters as a person counts them.
  case length(ClosedRange<Int>)
  /// Text that a shell pattern matches whole: `*`, `?` and `[a-z]`. `wording` says it to people, as the end of a sentence.
  case pattern(String, wording: String)
  /// Text of so many lower-case hexadecimal digits: a hash.
  case hexadecimal(digits: Int)

  /// Whether it is about how long a text is that must be there.
  var needsText: Bool {
    if case .length(let range) = self { range.lowerBound > 0 } else { false }
  }

  /// Whether `value` obeys. A value of a type that the rule is not about does not.
  func allows(_ value: AttributeValue) -> Bool {
    switch self {
    case .atLeast(let lowest): value.number.map { $0 >= lowest } ?? false
    case .between(let lowest, let highest): value.number.map { $0 >= lowest && $0 <= highest } ?? false
    case .length(let range): value.text.map { range.contains($0.count) } ?? false
    case .pattern(let pattern, _): value.text.map { fnmatch(pattern, $0, 0) == 0 } ?? false
    case .hexadecimal(let digits): value.text.map { $0.isLowercaseHexadecimal(digits: digits) } ?? false
    }
  }
}

extension AttributeRule: CustomStringConvertible {
  /// The rule as the end of a sentence: “it goes from 0 to 5”.
  public var description: String {
    switch self {
    case .atLeast(let lowest): "it is at least \(AttributeValue.real(lowest))"
    case .between(let lowest, let highest):
      "it goes from \(AttributeValue.real(lowest)) to \(AttributeValue.real(highest))"
    case .length(let range): "it has \(range.lowerBound) to \(range.upperBound) characters"
    case .pattern(_, let wording): wording
    case .hexadecimal(let digits): "it is \(digits) hexadecimal digits in lower case"
    }
  }
}

extension AttributeValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    default: nil
    }
  }

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension String {
  fileprivate func isLowercaseHexadecimal(digits: Int) -> Bool {
    utf8.count == digits
      && utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}
