import Foundation
import Text

/// A condition on an attribute's value beyond its type. It does not apply to a missing value of an optional attribute.
public enum AttributeRule: Hashable, Sendable {
  /// A minimum for a number.
  case atLeast(Double)
  /// A closed range for a number.
  case between(Double, Double)
  /// A price: a number of at least 0. The attribute named `currency` holds the code of its currency, which limits the
  /// decimal places.
  case price(currency: String)
  /// An ISO 4217 currency code.
  case currencyCode
  /// A display name: text whose length in characters is in the range. It is stored without spaces at its ends, and with
  /// single spaces between words.
  case name(ClosedRange<Int>)
  /// An e-mail address, as far as can be checked without sending mail to it.
  case emailAddress
  /// A web address with the scheme `http` or `https` and a host.
  case webAddress
  /// Text whose length is in the range, counted in characters as people see them.
  case length(ClosedRange<Int>)
  /// Text that matches a shell pattern with `*`, `?` and `[a-z]` as a whole. `wording` describes the pattern for
  /// people, as the end of a sentence.
  case pattern(String, wording: String)
  /// A hash: text of `digits` lower-case hexadecimal digits.
  case hexadecimal(digits: Int)

  /// Whether the rule requires text that is not empty.
  var needsText: Bool {
    switch self {
    case .length(let range), .name(let range): range.lowerBound > 0
    default: false
    }
  }

  /// Whether the rule applies to numbers.
  var isAboutNumbers: Bool {
    switch self {
    case .atLeast, .between, .price: true
    default: false
    }
  }

  /// The bounds of a rule for numbers, as people write them; nil if there are none.
  var bounds: (least: String?, greatest: String?) {
    switch self {
    case .atLeast(let lowest): ("\(AttributeValue.real(lowest))", nil)
    case .between(let lowest, let highest): ("\(AttributeValue.real(lowest))", "\(AttributeValue.real(highest))")
    case .price: ("0", nil)
    default: (nil, nil)
    }
  }

  /// Whether the rule allows only a known set of values. A condition with another value can never be met.
  var listsValues: Bool { self == .currencyCode }

  /// Whether the rule allows `value`. It does not allow values of types that it doesn't apply to.
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
  /// The rule as the end of a sentence: “it must be from 0 to 5”.
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
  /// Whether the text has exactly one `@`, with something on both sides, and neither spaces nor characters that
  /// separate addresses in lists; after the `@`, names separated by single dots. (RFC 5322 allows more, but no customer
  /// of a shop uses that.)
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
