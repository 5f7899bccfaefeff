/// What is in an object, for who knows its keys.
extension JSONValue {
  /// What stands behind a key of an object; nil where there is no such key, or it is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text; nil of everything else.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
}
