import ArgumentParser
import PackshotKit

/// A value with its own format, which error messages describe.
protocol FormattedArgument {
  /// The accepted format, with an example.
  static var format: String { get }

  init?(argument: String)
}

extension FormattedArgument {
  /// Parses an argument. ArgumentParser prefixes the error with the value and the option.
  static func read(_ argument: String) throws -> Self {
    guard let value = Self(argument: argument) else { throw ValidationError("it must be \(format)") }
    return value
  }
}

extension Double {
  /// Returns a parser of a number in a range, which `format` describes.
  static func reading(_ range: ClosedRange<Double>, _ format: String) -> @Sendable (String) throws -> Double {
    { argument in
      guard let number = Double(argument), range.contains(number) else { throw ValidationError("it must be \(format)") }
      return number
    }
  }
}

extension Int {
  /// Returns a parser of a whole number in a range, which `format` describes.
  static func reading(_ range: ClosedRange<Int>, _ format: String) -> @Sendable (String) throws -> Int {
    { argument in
      guard let number = Int(argument), range.contains(number) else { throw ValidationError("it must be \(format)") }
      return number
    }
  }
}
