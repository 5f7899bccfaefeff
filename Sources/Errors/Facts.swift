/// What an error knows, by name, in the order in which it is told.
public struct Facts: Hashable, Sendable {
  /// One thing that is known.
  public struct Fact: Hashable, Sendable {
    /// In camel case, as keys of JSON are: `maxPixels`.
    public let name: String
    /// What is known under this name.
    public let value: FactValue
  }

  /// All of them.
  public private(set) var all: [Fact] = []

  /// Nothing that is known.
  public init() {}

  /// The fact with this name.
  public subscript(name: String) -> FactValue? { all.first { $0.name == name }?.value }

  /// The text that is known under this name.
  public func text(_ name: String) -> String? { if case .text(let text)? = self[name] { text } else { nil } }

  /// Those and others behind them; of two with one name, the first.
  public func with(_ others: Facts) -> Facts {
    var facts = self
    facts.all += others.all.filter { self[$0.name] == nil }
    return facts
  }

  /// As many as a message of a process that is not trusted may have, each no longer than that.
  public func cut(toCount count: Int, length: Int) -> Facts {
    var facts = Facts()
    facts.all = all.prefix(count).map {
      Fact(name: $0.name.cut(to: 100), value: $0.value.cut(toCount: count, length: length))
    }
    return facts
  }
}

extension Facts: ExpressibleByDictionaryLiteral {
  public typealias Key = String
  public typealias Value = FactValue?

  /// Facts in their order. A fact that is nil is left out.
  public init(dictionaryLiteral facts: (Key, Value)...) {
    all = facts.compactMap { name, value in value.map { Fact(name: name, value: $0) } }
  }
}

/// The value of a fact.
public enum FactValue: Hashable, Sendable {
  /// A word, a name, a path.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// Several values.
  case list([FactValue])

  /// Several texts.
  public static func texts(_ texts: some Sequence<String>) -> FactValue { .list(texts.map(FactValue.text)) }

  /// A whole number of any width.
  public static func count(_ number: some BinaryInteger) -> FactValue { .integer(Int64(clamping: number)) }
}

extension FactValue {
  fileprivate func cut(toCount count: Int, length: Int) -> FactValue {
    switch self {
    case .text(let text): .text(text.cut(to: length))
    case .list(let values): .list(values.prefix(count).map { $0.cut(toCount: 0, length: length) })
    case .integer, .number, .flag: self
    }
  }
}

extension String {
  /// Its beginning, of so many bytes at most.
  package func cut(to count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}

extension FactValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// Yes or no.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension FactValue: CustomStringConvertible {
  /// The value as it is, without quotes; those of a list with commas between.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let values): values.map(\.description).joined(separator: ", ")
    }
  }
}

extension Facts: Codable {
  /// An object with a key for each fact.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    for fact in all.sorted(by: { $0.name < $1.name }) { try container.encode(fact.value, forKey: NamedKey(fact.name)) }
  }

  /// An object with a key for each fact. JSON objects have no order, so they come in that of their names.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    all = try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
      Fact(name: key.stringValue, value: try container.decode(FactValue.self, forKey: key))
    }
  }
}

extension FactValue: Codable {
  /// The bare value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let values): try container.encode(values)
    }
  }

  /// The bare value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([FactValue].self))
    }
  }
}
