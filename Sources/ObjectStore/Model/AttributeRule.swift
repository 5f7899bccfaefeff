import Foundation
import Text

/// What a value must be beyond its type. An empty value of an optional attribute is not asked.
public enum AttributeRule: Hashable, Sendable {
  /// A number from the lower bound up.
  case atLeast(Double)
  /// A number in a closed range.
  case between(Double, Double)
  /// A price: a number from 0 up, with no more decimal places than the currency has whose code is in the attribute
  /// `currency`.
  case price(currency: String)
  /// The code of a currency in ISO 4217.
  case currencyCode
  /// What people call something: text with so many characters. It is kept without blanks at its ends, and with one between words.
  case name(ClosedRange<Int>)
  /// An address for mail, as far as can be told without writing to it.
  case emailAddress
  /// The address of a web page: `http` or `https`, and a host.
  case webAddress
  /// Text with so many characters as a person counts them.
  case length(ClosedRange<Int>)
  /// Text that a shell pattern matches whole: `*`, `?` and `[a-z]`. `wording` says it to people, as the end of a sentence.
  case pattern(String, wording: String)
  /// Text of so many lower-case hexadecimal digits: a hash.
  case hexadecimal(digits: Int)

  /// Whether it is about how long a text is that must be there.
  var needsText: Bool {
    switch self {
    case .length(let range), .name(let range): range.lowerBound > 0
    default: false
    }
  }

  /// Whether it is about numbers.
  var isAboutNumbers: Bool {
    switch self {
    case .atLeast, .between, .price: true
    default: false
    }
  }

  /// The bounds of a rule about numbers, as people write them; nil for none.
  var bounds: (least: String?, greatest: String?) {
    switch self {
    case .atLeast(let lowest): ("\(AttributeValue.real(lowest))", nil)
    case .between(let lowest, let highest): ("\(AttributeValue.real(lowest))", "\(AttributeValue.real(highest))")
    case .price: ("0", nil)
    default: (nil, nil)
    }
  }

  /// Whether all values that it allows are known: a condition that names another one finds nothing, ever.
  var listsValues: Bool { self == .currencyCode }

  /// Whether `value` obeys. A value of a type that the rule is not about does not.
  func allows(_ value: AttributeValue) -> Bool {
    switch self {
    case .atLeast(let lowest): value.number.map { $0 >= lowest } ?? false
    case .between(let lowest, let highest): value.number.map { $0 >= lowest && $0 <= highest } ?? false
    case .price: value.number.map { $0 >= 0 } ?? false
    case .currencyCode: value.text.map { Currency($0) != nil } ?? false
    case .length(let range), .name(let range): value.text.map { range.contains($0.count) } ?? false
    case .emailAddress: value.text.map(\.isEmailAddress) ?? false
    case .webAddress: if case .uri(let address) = value { address.isWebAddress } else { false }
    case .pattern(let pattern, _): value.text.map { fnmatch(pattern, $0, 0) == 0 } ?? false
    case .hexadecimal(let digits): value.text.map { $0.isLowercaseHexadecimal(digits: digits) } ?? false
    }
  }
}

extension AttributeRule: CustomStringConvertible {
  /// The rule as the end of a sentence: “it goes from 0 to 5”.
  public var description: String {
    switch self {
    case .atLeast(let lowest): "it must be at least \(AttributeValue.real(lowest))"
    case .between(let lowest, let highest):
      "it must be from \(AttributeValue.real(lowest)) to \(AttributeValue.real(highest))"
    case .price: "it must be at least 0"
    case .currencyCode: "it must be an ISO 4217 currency code, such as EUR"
    case .emailAddress: "it must look like name@example.com"
    case .webAddress: "it must begin with https:// or http:// and a host, such as https://shop.example/mug"
    case .length(let range), .name(let range): "it must have \(range.lowerBound) to \(range.upperBound) characters"
    case .pattern(_, let wording): wording
    case .hexadecimal(let digits): "it must be \(digits) lower-case hexadecimal digits"
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

extension URL {
  fileprivate var isWebAddress: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host.map { !$0.isEmpty } == true
  }
}

extension String {
  /// Something on both sides of one `@`, without blanks and what lists of addresses are written with; behind it names with
  /// single dots between them. (RFC 5322 allows more, which no shop's customer has.)
  fileprivate var isEmailAddress: Bool {
    let sides = split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty else { return false }
    let isAllowed = { (scalar: Unicode.Scalar) in
      !scalar.properties.isWhitespace && !scalar.isInvisible && !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
    }
    return unicodeScalars.allSatisfy(isAllowed)
      && sides[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }
}
