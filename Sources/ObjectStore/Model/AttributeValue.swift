import Foundation

/// The value of any attribute: what reading one by its name gives.
public enum AttributeValue: Hashable, Sendable {
  /// No value, where the attribute is optional.
  case null
  /// Text, also a transformable's.
  case string(String)
  /// A whole number of any width.
  case integer(Int64)
  /// A number of either precision; a `float` is widened exactly.
  case real(Double)
  /// An exact number.
  case decimal(Decimal)
  /// True or false.
  case boolean(Bool)
  /// A moment.
  case date(Date)
  /// An identifier.
  case uuid(UUID)
  /// A web address.
  case uri(URL)
  /// Bytes.
  case binary(Data)
  /// Bytes that are fetched when they are asked for.
  case data(StoredData)
}

extension AttributeValue: CustomStringConvertible {
  /// The value as a person reads it in a message: text in quotes, the rest as in JSON; of long text the beginning.
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
