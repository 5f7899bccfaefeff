extension Value {
  /// The value as JSON text (RFC 8259), over several lines and indented by two spaces. The text is for people, and
  /// equal for equal values. A list of plain values stays on one line. There is no line break at the end.
  public var prettyJSON: String {
    var text = ""
    writeJSON(to: &text, indent: "")
    return text
  }

  /// Writes the value as JSON, with `indent` before all lines but the first.
  private func writeJSON(to text: inout String, indent: String) {
    switch content {
    case .map(let entries) where !entries.isEmpty:
      Self.writeLines(entries, between: ("{", "}"), to: &text, indent: indent) { entry, text, indent in
        text += Value(.text(entry.key)).description + ": "
        entry.value.writeJSON(to: &text, indent: indent)
      }
    case .list(let values) where values.contains(where: \.isNested):
      Self.writeLines(values, between: ("[", "]"), to: &text, indent: indent) { $0.writeJSON(to: &$1, indent: $2) }
    default:
      text += description
    }
  }

  private static func writeLines<T>(
    _ items: [T], between braces: (String, String), to text: inout String, indent: String,
    write: (T, inout String, String) -> Void
  ) {
    text += braces.0
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + indent + "  "
      write(item, &text, indent + "  ")
    }
    text += "\n" + indent + braces.1
  }

  /// Whether the value is a list or a map.
  private var isNested: Bool {
    switch content {
    case .list, .map: true
    default: false
    }
  }
}
