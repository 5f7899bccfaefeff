import Foundation
import PackshotKit

/// How a form asks for an attribute or a relationship.
struct FieldStyle: Sendable {
  let name: String
  let label: String
  let hint: String?
  /// The kind of record whose names are suggested.
  let suggests: String?
  /// Whether the field can be empty in a new record; the value then comes from elsewhere.
  let isOptional: Bool

  init(_ name: String, _ label: String, hint: String? = nil, suggests: String? = nil, isOptional: Bool = false) {
    (self.name, self.label, self.hint, self.suggests, self.isOptional) = (name, label, hint, suggests, isOptional)
  }
}

/// A field of a form, with its value.
struct Field {
  /// Identifies the field on the page.
  let id: String
  let name: String
  let label: String
  let hint: String?
  let value: String
  /// The value when the page was rendered, to detect changes; nil in forms for actions.
  let was: String?
  /// The type of the `input`; nil for text of several lines.
  let input: String?
  let isLong: Bool
  let isCheckbox: Bool
  let isChecked: Bool
  let isRequired: Bool
  let inputMode: String?
  /// The ID of the list of suggestions.
  let list: String?
  /// Why the value was refused.
  let refusal: String?
  let isDescribed: Bool

  init(
    _ name: String, _ label: String, value: String, was: String? = nil, input: String? = "text", hint: String? = nil,
    isRequired: Bool = false, inputMode: String? = nil, suggests: String? = nil, refusal: String? = nil
  ) {
    id = was == nil ? "action-" + name : name
    (self.name, self.label, self.hint, self.value, self.was) = (name, label, hint, value, was)
    (self.input, self.isRequired, self.inputMode, self.refusal) = (input, isRequired, inputMode, refusal)
    list = suggests.map { "names-of-\($0)" }
    isCheckbox = input == "checkbox"
    isLong = input == nil
    isChecked = isCheckbox && value == "true"
    isDescribed = hint != nil || refusal != nil
  }

  /// A field for an attribute or a relationship of an entity.
  init(_ style: FieldStyle, of entity: Entity, value: String, was: String, refusal: String?) {
    let attribute = entity.attribute(style.name)
    let isRequired =
      attribute.map { !$0.isOptional && $0.defaultValue == nil } ?? entity.relationship(style.name).map {
        !$0.isOptional
      } ?? false
    let (input, inputMode): (String?, String?) =
      switch attribute?.type {
      case .boolean: ("checkbox", nil)
      case .date: ("datetime-local", nil)
      case .uri: ("url", nil)
      case .decimal, .double, .float: ("text", "decimal")
      case .integer16, .integer32, .integer64: ("text", "numeric")
      case .string where style.name == "note": (nil, nil)
      case .string where style.name == "email": ("email", nil)
      case .string where style.name == "phone": ("tel", nil)
      default: ("text", nil)
      }
    self.init(
      style.name, style.label, value: value, was: was, input: input, hint: style.hint,
      isRequired: isRequired && !style.isOptional, inputMode: inputMode, suggests: style.suggests, refusal: refusal)
  }
}
