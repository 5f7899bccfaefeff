import ArgumentParser
import PackshotKit

/// A value of a form of its own, which is told where something else is given.
protocol FormedArgument {
  /// What is allowed, with an example.
  static var form: String { get }

  init?(argument: String)
}

extension FormedArgument {
  /// Reads what stands on the command line. ArgumentParser says in front of the error what was found, and where.
  static func read(_ argument: String) throws -> Self {
    guard let value = Self(argument: argument) else { throw ValidationError("it must be \(form)") }
    return value
  }
}

extension Double {
  /// Reads a number, of which a form says the range.
  static func reading(_ range: ClosedRange<Double>, _ form: String) -> @Sendable (String) throws -> Double {
    { argument in
      guard let number = Double(argument), range.contains(number) else { throw ValidationError("it must be \(form)") }
      return number
    }
  }
}

extension Int {
  /// Reads a whole number, of which a form says the range.
  static func reading(_ range: ClosedRange<Int>, _ form: String) -> @Sendable (String) throws -> Int {
    { argument in
      guard let number = Int(argument), range.contains(number) else { throw ValidationError("it must be \(form)") }
      return number
    }
  }
}
