/// Access to values in an object by key.
extension JSONValue {
  /// The value of a key; nil if there is no such key, or this isn't an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text; nil for anything else.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
}
