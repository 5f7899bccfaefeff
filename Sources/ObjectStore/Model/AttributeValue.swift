import Foundation

/// The value of an attribute of any type.
public enum AttributeValue: Hashable, Sendable {
  /// No value, for an optional attribute.
  case null
  /// Text, including the text form of a transformable.
  case string(String)
  /// An integer of any width.
  case integer(Int64)
  /// A floating-point number of either precision; a `float` is converted exactly.
  case real(Double)
  /// A decimal number.
  case decimal(Decimal)
  /// A Boolean.
  case boolean(Bool)
  /// A time.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// A web address.
  case uri(URL)
  /// Bytes.
  case binary(Data)
  /// Bytes that are read on request.
  case data(StoredData)
}

extension AttributeValue: CustomStringConvertible {
  /// The value in a message for people: text in quotes, other values without. Long text is cut off.
  public var description: String {
    switch self {
    case .null: "nothing"
    case .string(let text): "“\(text.excerpt)”"
    case .integer(let number): "\(number)"
    case .real(let number): number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
    case .decimal(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .date(let moment): moment.isRepresentable ? moment.rfc3339 : "\(moment.timeIntervalSince1970) s since 1970"
    case .uuid(let id): id.text
    case .uri(let address): address.absoluteString
    case .binary(let bytes): "\(bytes.count) bytes"
    case .data(let data): "\(data.byteCount) bytes"
    }
  }
}
