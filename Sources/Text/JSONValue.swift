/// A JSON value. Objects keep the order of their keys, so that the same records give the same text.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case double(Double)
  /// A number of single precision, written with as many digits as it needs.
  case float(Float)
  /// A number as text, so that nothing is rounded before its use is known. Parsing returns it for every number that
  /// isn't an ``integer(_:)``. The text must be valid JSON.
  case number(String)
  /// A text.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Keys and values, in order.
  case object([Member])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// Creates a member of an object.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text (RFC 8259) on one line, without spaces. Characters that control a terminal or are invisible are
  /// escaped, so that the text is safe to display. Numbers have as many digits as needed to distinguish them from their
  /// neighbours. Numbers that aren't finite become null, because JSON can't represent them.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .double(let number): text += number.isFinite ? number.description : "null"
    case .float(let number): text += number.isFinite ? number.description : "null"
    case .number(let number): text += number
    case .string(let string): Self.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isHidden:
        for unit in UTF16.encode(scalar)! {
          text += "\\u" + String(0x10000 + UInt32(unit), radix: 16).dropFirst()
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
