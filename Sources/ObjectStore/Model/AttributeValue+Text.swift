import Foundation
import Text

/// Values as plain text, in CSV fields and typed by people.
extension AttributeValue {
  /// The text that ``init(text:as:)`` reads back as the same value of an attribute of `type`; nil for no value. For
  /// bytes that were not read with the record, only their number.
  public func text(as type: AttributeType) -> String? {
    switch self {
    case .null: nil
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): type == .float ? Float(number).description : number.description
    case .decimal(let number): number.priceText
    case .boolean(let flag): flag.description
    case .date(let moment): moment.rfc3339
    case .uuid(let id): id.text
    case .uri(let address): address.absoluteString
    case .binary(let bytes): bytes.base64EncodedString()
    case .data(let data):
      if case .here(let bytes) = data.place { bytes.base64EncodedString() } else { "\(data.byteCount) bytes" }
    }
  }

  /// The text for other programs and for imports, in which a number can be read in only one way.
  func exchangedText(as type: AttributeType) -> String? {
    type.isNumber ? text(as: type)?.withOneReading : text(as: type)
  }

  /// Creates the value that `text` represents in an attribute of `type`; nil if there is none.
  /// ``AttributeType/expectation`` says what is accepted.
  ///
  /// Only floating-point numbers are rounded, and nothing is trimmed. No text represents a missing value, because text
  /// attributes can hold any text. Text of a transformable is not changed. A time without an offset from UTC is local
  /// time.
  public init?(text: String, as type: AttributeType) {
    switch type {
    case .string, .transformable: self = .string(text)
    case .integer16: self.init(Int16(text))
    case .integer32: self.init(Int32(text))
    case .integer64: self.init(Int64(text))
    case .float: self.init(text.isDecimal ? Float(text).flatMap { $0.isFinite ? $0 : nil } : nil)
    case .double: self.init(text.isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil)
    case .decimal: self.init(Decimal(priceText: text))
    case .boolean: self.init(Self.booleans[text.lowercased()])
    case .date: self.init(Date(rfc3339: text) ?? Date(local: text))
    case .uuid: self.init(UUID(text: text))
    case .uri: self.init(URL(string: text).flatMap { $0.absoluteString == text ? $0 : nil })
    case .binary: self.init(Data(base64Encoded: text))
    case .data: self.init(Data(base64Encoded: text).map { StoredData($0) })
    }
  }

  private init?(_ value: (some AttributeConvertible)?) {
    guard let value else { return nil }
    self = value.attributeValue
  }

  private static let booleans = ["true": true, "yes": true, "false": false, "no": false]
}

extension AttributeType {
  /// The form that a text must have, as the end of a sentence: “it must be true or false”.
  public var expectation: String {
    switch self {
    case .string: "it must be text"
    case .integer16, .integer32, .integer64, .float, .double, .decimal: expectation(within: nil)
    case .boolean: "it must be true or false"
    case .date: "it must be a time such as 2025-03-01T09:30:00Z, or in local time 2025-03-01 09:30 or 2025-03-01"
    case .uuid: "it must be a UUID such as 0195a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"
    case .uri: "it must be a web address such as https://shop.example/mug"
    case .binary, .data: "it must be bytes in base 64"
    case .transformable(let name): "it must be the text of a \(name)"
    }
  }

  /// Returns the form that a text must have to be read as a number that a rule allows, with the bounds of the type and
  /// the rule.
  func expectation(within rule: AttributeRule?) -> String {
    let (least, greatest) = rule?.bounds ?? (nil, nil)
    func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> String {
      "it must be a whole number from \(least ?? "\(type.min)") to \(greatest ?? "\(type.max)")"
    }
    switch self {
    case .integer16: return whole(Int16.self)
    case .integer32: return whole(Int32.self)
    case .integer64: return whole(Int64.self)
    case .decimal:
      return "it must be a number such as 12.50, with up to four decimal places, from "
        + "\(least ?? Decimal.leastPrice) to \(greatest ?? Decimal.greatestPrice)"
    default:
      guard let least else { return "it must be a number such as 4.5" }
      return greatest.map { "it must be a number from \(least) to \($0), such as 4.5" }
        ?? "it must be a number that is at least \(least), such as 4.5"
    }
  }

  /// Whether the values are numbers.
  package var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .float, .double, .decimal: true
    default: false
    }
  }
}

extension String {
  /// Whether the text contains only characters of decimal numbers. Swift also reads `nan`, `infinity` and hexadecimal
  /// numbers.
  fileprivate var isDecimal: Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
      default: byte.isDigit
      }
    }
  }
}
