import PackshotKit

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
}
