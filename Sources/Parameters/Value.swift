/// A position in a recipe: line and column, counted from 1.
public struct Location: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// The included file that contains the position; nil for the recipe itself.
  public var file: String?

  /// Creates a position in a recipe or an included file.
  public init(line: Int, column: Int, file: String? = nil) {
    (self.line, self.column, self.file) = (line, column, file)
  }
}

/// A value in a recipe, before a filter interprets it. Values with the same content are equal, wherever they are.
public struct Value: Sendable {
  /// A key of a map with its value, in the order written.
  public struct Entry: Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: Value
    /// The position of the key.
    public var location: Location?

    /// Creates an entry.
    public init(key: String, value: Value, location: Location? = nil) {
      self.key = key
      self.value = value
      self.location = location
    }
  }

  /// The content of a value.
  public indirect enum Content: Sendable {
    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number, whole or not.
    case number(Double)
    /// A text.
    case text(String)
    /// Values in their order.
    case list([Value])
    /// Keys and values in their order.
    case map([Entry])
  }

  /// The content.
  public var content: Content
  /// The position in the recipe; nil for a value that wasn't read from a recipe.
  public var location: Location?
  /// A number as written in the recipe, for messages: `08` or `1e3`; nil for anything else.
  package var writtenNumber: String?

  /// Creates a value with its position in a recipe.
  public init(_ content: Content, at location: Location? = nil) {
    self.content = content
    self.location = location
  }

  /// Returns the entry of a map with this key.
  public func entry(_ key: String) -> Entry? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }
  }
}

extension Value: Equatable {
  public static func == (a: Value, b: Value) -> Bool {
    switch (a.content, b.content) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value on one line, valid as YAML flow style and as JSON. Equal for equal values, so it can be used in cache
  /// keys.
  public var description: String {
    switch content {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): Self.shortest(number)
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .map(let entries):
      "{ " + entries.map { "\(Self.quoted($0.key)): \($0.value)" }.joined(separator: ", ") + " }"
    }
  }

  /// The description for messages, shortened if it is long. Numbers appear as written in the recipe.
  public var excerpt: String {
    let text = writtenNumber ?? description
    return text.count <= 100 ? text : text.prefix(100) + "…"
  }

  /// Formats a number without a fraction if it has none.
  package static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // Escapes control characters, line breaks and noncharacters, because YAML replaces them by spaces or refuses the
      // whole text. Also escapes characters that change the text direction, because they make a different text appear.
      case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{200e}", "\u{200f}", "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}",
        "\u{feff}", "\u{fffe}", "\u{ffff}":
        quoted += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Value: Codable {
  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: EntryKey.self) {
      let entries = try keyed.allKeys.map {
        Entry(key: $0.stringValue, value: try keyed.decode(Value.self, forKey: $0))
      }
      self.init(.map(entries.sorted { $0.key < $1.key }))
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self.init(.null)
    } else if let flag = try? single.decode(Bool.self) {
      self.init(.boolean(flag))
    } else if let number = try? single.decode(Double.self) {
      self.init(.number(number))
    } else if let text = try? single.decode(String.self) {
      self.init(.text(text))
    } else {
      self.init(.list(try single.decode([Value].self)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if case .map(let entries) = content {
      var keyed = encoder.container(keyedBy: EntryKey.self)
      for entry in entries { try keyed.encode(entry.value, forKey: EntryKey(stringValue: entry.key)) }
      return
    }
    var single = encoder.singleValueContainer()
    switch content {
    case .null, .map: try single.encodeNil()
    case .boolean(let flag): try single.encode(flag)
    case .number(let number): try single.encode(number)
    case .text(let text): try single.encode(text)
    case .list(let values): try single.encode(values)
    }
  }

  private struct EntryKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
