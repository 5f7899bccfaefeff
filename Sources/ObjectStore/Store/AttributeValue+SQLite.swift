import Foundation
internal import GRDB

/// The stored form of each type of value; ``AttributeType`` lists the storage classes.
extension AttributeValue {
  /// The value to bind. It has been validated, so it can be stored. Must not be used for `data`, which has two columns.
  var stored: DatabaseValue {
    switch self {
    case .data: preconditionFailure("data lies in two columns")
    case .null: .null
    case .string(let text): text.databaseValue
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .decimal(let number): number.tenThousandths?.databaseValue ?? .null
    case .boolean(let flag): flag.databaseValue
    case .date(let moment): moment.milliseconds.databaseValue
    case .uuid(let id): id.databaseValue
    case .uri(let address): address.absoluteString.databaseValue
    case .binary(let bytes): bytes.databaseValue
    }
  }

  /// Whether two values are stored as the same bytes. `==` also treats é as one scalar and as two scalars as equal.
  func isIdentical(to other: AttributeValue) -> Bool {
    guard case .string(let one) = self, case .string(let two) = other else { return self == other }
    return one.utf8.elementsEqual(two.utf8)
  }

  /// Creates the value from the contents of a column of `type`; nil if they are no such value.
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

extension AttributeType {
  /// Whether every value is read back exactly, neither rounded nor left unread.
  var isKeptExactly: Bool {
    switch self {
    case .string, .integer16, .integer32, .integer64, .float, .double, .boolean, .uuid, .binary: true
    case .decimal, .date, .uri, .data, .transformable: false
    }
  }
}
