import PackshotKit
import Text

extension RecordChange {
  /// The change as a line for people: `product “Mug”: price 12.50 → 13.00`.
  var line: String {
    let sign =
      switch kind {
      case .added: "+ "
      case .changed: ""
      case .removed: "− "
      }
    let told = values.map { value in
      let (old, new) = (
        Self.text(value.old, value.oldName, value.type), Self.text(value.new, value.newName, value.type)
      )
      return switch kind {
      case .added: "\(value.name) \(new)"
      case .changed: "\(value.name) \(old) → \(new)"
      case .removed: "\(value.name) \(old)"
      }
    }
    return sign + subject + (told.isEmpty ? "" : ": " + told.joined(separator: ", "))
  }

  private static func text(_ value: AttributeValue, _ name: String?, _ type: AttributeType) -> String {
    if value == .null { return "none" }
    return name ?? value.displayText(as: type)
  }

  /// The change as an object, with values as the records' own JSON has them.
  var json: JSONValue {
    .object([
      .init("change", .string(kind.rawValue)), .init("entity", .string(entity)), .init("id", .string(id.text)),
      .init("subject", .string(subject)), .init("values", .array(values.map(\.json))),
    ])
  }
}

extension RecordChange.Value {
  fileprivate var json: JSONValue {
    let names = [("oldName", oldName), ("newName", newName)].compactMap { key, name in
      name.map { JSONValue.Member(key, .string($0)) }
    }
    return .object(
      [.init("name", .string(name)), .init("old", old.json(type)), .init("new", new.json(type))] + names)
  }
}
