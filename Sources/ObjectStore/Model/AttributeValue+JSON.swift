import Foundation
import Text

extension AttributeValue {
  /// The value of an attribute of `type` in JSON: decimals as strings, so that no reader rounds them; times in the
  /// format of RFC 3339; bytes in base 64, or only their number if they were not read with the record.
  package func json(_ type: AttributeType) -> JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number): type == .float ? .float(Float(number)) : .double(number)
    case .boolean(let flag): .boolean(flag)
    case .data(let data) where data.isElsewhere: .object([.init("bytes", .integer(Int64(data.byteCount)))])
    default: exchangedText(as: type).map(JSONValue.string) ?? .null
    }
  }

  /// Creates the value of an attribute of `type` from `json`, the inverse of ``json(_:)``; nil if `json` is no such
  /// value.
  ///
  /// Decimals can also be numbers, which are read from their text. Integers have neither point nor exponent.
  init?(json: JSONValue, as type: AttributeType) {
    switch (json, type) {
    case (.null, _): self = .null
    case (.boolean(let flag), .boolean): self = .boolean(flag)
    case (.integer(let number), _) where type.isNumber: self.init(text: String(number), as: type)
    case (.double(let number), _) where type.isNumber: self.init(text: number.description, as: type)
    case (.float(let number), _) where type.isNumber: self.init(text: number.description, as: type)
    case (.number(let text), _) where type.isNumber: self.init(text: text, as: type)
    case (.string(let text), .decimal): self.init(text: text, as: type)
    case (.string(let text), _) where !type.isNumber && type != .boolean: self.init(text: text, as: type)
    default: return nil
    }
  }
}
