import Foundation
internal import GRDB

/// How each type of value lies in a column; ``AttributeType`` says which storage class.
extension AttributeValue {
  /// The value to bind, nil being NULL. It has been validated, so that it can be stored. Data has columns of its own.
  var stored: (any DatabaseValueConvertible)? {
    switch self {
    case .data: preconditionFailure("data lies in two columns")
    case .null: nil
    case .string(let text): text
    case .integer(let number): number
    case .real(let number): number
    case .decimal(let number): number.tenThousandths
    case .boolean(let flag): flag
    case .date(let moment): moment.milliseconds
    case .uuid(let id): id
    case .uri(let address): address.absoluteString
    case .binary(let bytes): bytes
    }
  }

  /// Reads back what a column of `type` holds; nil where it cannot be such a value.
  init?(_ stored: DatabaseValue, as type: AttributeType) {
    switch (type, stored.storage) {
    case (_, .null): self = .null
    case (.string, .string(let text)), (.transformable, .string(let text)): self = .string(text)
    case (.integer16, .int64(let number)), (.integer32, .int64(let number)), (.integer64, .int64(let number)):
      self = .integer(number)
    case (.float, .double(let number)), (.double, .double(let number)): self = .real(number)
    case (.decimal, .int64(let number)): self = .decimal(Decimal(tenThousandths: number))
    case (.boolean, .int64(let number)): self = .boolean(number != 0)
    case (.date, .int64(let number)): self = .date(Date(milliseconds: number))
    case (.uuid, .blob):
      guard let id = UUID.fromDatabaseValue(stored) else { return nil }
      self = .uuid(id)
    case (.uri, .string(let text)):
      guard let address = URL(string: text) else { return nil }
      self = .uri(address)
    case (.binary, .blob(let bytes)): self = .binary(bytes)
    case (.data, .int64(let byteCount)): self = .data(StoredData(.row(byteCount: Int(byteCount))))
    case (.data, .string(let text)):
      guard let reference = ExternalReference(text) else { return nil }
      self = .data(StoredData(.external(reference)))
    default: return nil
    }
  }
}
