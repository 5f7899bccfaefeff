import Errors
import Foundation

extension JSONValue: Codable {
  /// Encodes the JSON value itself.
  public func encode(to encoder: any Encoder) throws {
    if case .object(let members) = self {
      var container = encoder.container(keyedBy: NamedKey.self)
      for member in members { try container.encode(member.value, forKey: NamedKey(member.key)) }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .float(let number): try container.encode(number)
    case .number(let text): try container.encode(Decimal(string: text) ?? .nan)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object: break
    }
  }

  /// Decodes a JSON value. Foundation's decoders don't keep the order of keys, so keys are sorted alphabetically.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: NamedKey.self) {
      self = .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
          Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0))
        })
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .double(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }
}
