import Errors
import Parameters

/// The name of a setting in errors, as in Swift: `maxPixels`. The command line replaces it with its option.
public struct SettingName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The setting's name in camel case.
  public let name: String
  /// The value in question, for settings with several values such as patterns.
  public let value: String?

  /// Creates the name of a setting, or of one of its values.
  public init(_ name: String, value: String? = nil) { (self.name, self.value) = (name, value) }

  /// Creates the name of a setting.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name, followed by the value.
  public var description: String { text(as: name) }

  /// Returns the description with another name, such as an option, for the setting.
  public func text(as name: String) -> String { [name, value].compactMap(\.self).joined(separator: " ") }
}

/// The values that a setting allows.
public enum Allowed: Hashable, Sendable {
  /// Whole numbers in a range, with their unit.
  case range(ClosedRange<Int>, unit: String?)
  /// Whole numbers from this one up.
  case atLeast(Int)
  /// One of these words.
  case oneOf([String])
  /// Other values, described so that the text can follow "it must be".
  case described(String)

  /// The allowed values, worded to follow "it must be".
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
  /// The setting's name and value.
  public var details: Details { ["setting": name, "value": value] }
}

extension Allowed: DetailedValue {
  /// The bounds, or the allowed values.
  public var details: Details {
    switch self {
    case .range(let range, let unit): ["least": range.lowerBound, "most": range.upperBound, "unit": unit]
    case .atLeast(let least): ["least": least]
    case .oneOf(let words): ["allowed": words]
    case .described(let text): ["allowed": text]
    }
  }
}
