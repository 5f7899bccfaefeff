import PackshotKit

extension RecordChange {
  /// The change as a line of text: `product “Mug”: price 12.50 → 13.00`.
  var line: String {
    let sign =
      switch kind {
      case .added: "+ "
      case .changed: ""
      case .removed: "− "
      }
    let shown = values.map { value in
      let (old, new) = (
        Self.text(value.old, value.oldName, value.type), Self.text(value.new, value.newName, value.type)
      )
      return switch kind {
      case .added: Self.named(value.name, new)
      case .changed: "\(value.name) \(old) → \(new)"
      case .removed: Self.named(value.name, old)
      }
    }
    return sign + subject + (shown.isEmpty ? "" : ": " + shown.joined(separator: ", "))
  }

  private static func text(_ value: AttributeValue, _ name: String?, _ type: AttributeType) -> String {
    if value == .null { return "none" }
    return name.map(withoutKind) ?? value.displayText(as: type)
  }

  /// Returns a record's name without the kind, which the relationship's name already says: `“Mug”` for `product “Mug”`.
  private static func withoutKind(_ name: String) -> String {
    guard let quote = name.firstIndex(of: "“"), name[..<quote].allSatisfy({ $0.isLetter || $0 == " " }) else {
      return name
    }
    return String(name[quote...])
  }

  /// Returns `product “Mug”`, but doesn't repeat a name that the text begins with, as in `sale sale of 2 × “Mug”`.
  private static func named(_ name: String, _ text: String) -> String {
    text.hasPrefix(name + " ") ? text : "\(name) \(text)"
  }
}
