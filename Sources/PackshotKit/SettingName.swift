import Errors
import Parameters

/// What an error calls something that can be set, by its name in Swift: `maxPixels`. Command lines call it by their option.
public struct SettingName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// In camel case, as properties are written.
  public let name: String
  /// Which of several values that it has: a pattern, a condition.
  public let value: String?

  /// A setting, or one of its values.
  public init(_ name: String, value: String? = nil) { (self.name, self.value) = (name, value) }

  /// A setting.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name, and the value behind it.
  public var description: String { told(as: name) }

  /// The same where people know it by another name.
  public func told(as name: String) -> String { [name, value].compactMap(\.self).joined(separator: " ") }
}

/// What a setting may be.
public enum Allowed: Hashable, Sendable {
  /// Whole numbers, of pixels perhaps.
  case range(ClosedRange<Int>, unit: String?)
  /// Any whole number from this one on.
  case atLeast(Int)
  /// One of some words.
  case oneOf([String])
  /// Something else, to stand behind "it must be".
  case described(String)

  /// What it may be, to stand behind "it must be".
  public var text: String {
    switch self {
    case .range(let range, let unit):
      "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "")
    case .atLeast(let least): "\(least) or more"
    case .oneOf(let words): Spelling.list(words, "or")
    case .described(let text): text
    }
  }
}

extension SettingName: DetailedValue {
  /// The setting, and which of its values.
  public var details: Details { ["setting": name, "value": value] }
}

extension Allowed: DetailedValue {
  /// The bounds, or what is allowed.
  public var details: Details {
    switch self {
    case .range(let range, let unit): ["least": range.lowerBound, "most": range.upperBound, "unit": unit]
    case .atLeast(let least): ["least": least]
    case .oneOf(let words): ["allowed": words]
    case .described(let text): ["allowed": text]
    }
  }
}
