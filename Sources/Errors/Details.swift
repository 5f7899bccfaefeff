import Foundation

/// What an error is about, by name: paths, values, limits.
///
/// A literal takes values of any type, and leaves out nil values.
public struct Details: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The details by name. Names are in camel case, as keys of JSON are: `maxPixels`.
  public private(set) var values: [String: DetailValue] = [:]

  /// Creates empty details.
  public init() {}

  /// Creates details from values of any type. Nil values are left out.
  public init(dictionaryLiteral details: (String, Any?)...) {
    for (name, value) in details { add(value, named: name) }
  }

  /// The detail with this name.
  public subscript(name: String) -> DetailValue? { values[name] }

  /// The detail with this name if it is a text; otherwise nil.
  public func text(_ name: String) -> String? { if case .text(let text)? = values[name] { text } else { nil } }

  /// Returns these details merged with `others`. If both have a detail with the same name, this one is kept.
  public func with(_ others: Details) -> Details {
    var details = self
    details.values.merge(others.values) { own, _ in own }
    return details
  }

  /// Adds a value of any type, unless it is nil or the name is taken.
  mutating func add(_ value: Any?, named name: String) {
    guard let value, !isNil(value) else { return }
    if let several = value as? any DetailedValue {
      self = with(several.details)
    } else if values[name] == nil {
      values[name] = DetailValue(value)
    }
  }

  /// Returns the details cut to the number and length accepted from an untrusted process.
  func bounded(count: Int, length: Int) -> Details {
    var details = Details()
    for (name, value) in values.sorted(by: { $0.key < $1.key }).prefix(count) {
      details.values[name.cut(to: 100)] = value.bounded(count: count, length: length)
    }
    return details
  }
}

/// A value that consists of named details: a size has a width and a height. Such a value needs no label in a case.
public protocol DetailedValue {
  /// The details, each with its own name.
  var details: Details { get }
}

/// The value of a detail.
public enum DetailValue: Hashable, Sendable {
  /// A word, a name, a path.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// True or false.
  case flag(Bool)
  /// Several values.
  case list([DetailValue])

  /// Creates a value from any type. Enums with raw values become their raw values; values of types without a JSON
  /// equivalent become their description.
  public init(_ value: Any) {
    self =
      switch value {
      case let value as DetailValue: value
      case let text as String: .text(text)
      case let flag as Bool: .flag(flag)
      case let number as any BinaryInteger: .integer(Int64(clamping: number))
      case let number as Double: .number(number)
      case let id as UUID: .text(id.uuidString.lowercased())
      case let values as [Any]: .list(values.map { DetailValue($0) })
      case let value as any RawRepresentable: DetailValue(value.rawValue)
      default: .text("\(value)")
      }
  }
}

extension DetailValue {
  fileprivate func bounded(count: Int, length: Int) -> DetailValue {
    switch self {
    case .text(let text): .text(text.cut(to: length))
    case .list(let values): .list(values.prefix(count).map { $0.bounded(count: 0, length: length) })
    case .integer, .number, .flag: self
    }
  }
}

extension String {
  /// Returns the beginning of the text, at most `count` bytes.
  package func cut(to count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}

extension DetailValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// A whole number.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// True or false.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension DetailValue: CustomStringConvertible {
  /// The value without quotes. The values of a list are separated by commas.
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

extension Details: Codable {
  /// Encodes an object with a key for each detail, sorted by name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { try container.encode(value, forKey: NamedKey(name)) }
  }

  /// Reads an object.
  public init(from decoder: any Decoder) throws { values = try [String: DetailValue](from: decoder) }
}

extension DetailValue: Codable {
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
      self = .list(try container.decode([DetailValue].self))
    }
  }
}
