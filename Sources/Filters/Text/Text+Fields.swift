/// Fields in texts: names in braces, such as `{price}`, in whose place each photo's product has its own words.
extension Text {
  /// A text, or a field's name.
  enum Part: Equatable {
    case words(String)
    case field(String)
  }

  /// What a text is made of; nil where braces do not match, or there is nothing in them.
  static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { "{}".contains($0) }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = rest[rest.index(after: open)..<close]
      if name.isEmpty || name.contains("{") { return nil }
      parts += [.words(String(rest[..<open])), .field(String(name))]
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.words(String(rest))]
  }

  /// The names of its fields, in their order. Of a text that is filled in, none.
  public var fields: [String] {
    if isFilled { return [] }
    return (Self.parts(of: text) ?? []).compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// The text of one photo.
  ///
  /// - Parameter values: What stands for each of ``fields``.
  public func filled(with values: [String: String]) -> Text {
    guard !fields.isEmpty, let parts = Self.parts(of: text) else { return self }
    var filled = self
    filled.text = parts.map { part in
      switch part {
      case .words(let words): words
      case .field(let name): values[name].map { locale?.formatted($0) ?? $0 } ?? ""
      }
    }.joined()
    filled.isFilled = true
    return filled
  }
}
