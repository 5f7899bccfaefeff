import Foundation

extension AttributeType {
  /// Converts a value for a comparison with values of this type; nil if they can't be compared. Numbers of different
  /// types can be: SQLite compares integers and floating-point numbers exactly.
  func comparand(of value: AttributeValue) -> AttributeValue? {
    switch value {
    case .null: value
    case .integer, .real, .decimal: number(value)
    default: holds(value) ? value : nil
    }
  }

  private func number(_ value: AttributeValue) -> AttributeValue? {
    if case .real(let number) = value, number.isNaN { return nil }
    switch (self, value) {
    case (.integer16, _), (.integer32, _), (.integer64, _), (.float, _), (.double, _):
      guard case .decimal(let number) = value else { return value }
      return Int64(number.description).map { .integer($0) } ?? Double(number.description).map { .real($0) }
    case (.decimal, .integer(let number)): return Self.kept(Decimal(number))
    // A price written as 19.99 means exactly that, although no binary fraction equals it.
    case (.decimal, .real(let number)): return Decimal(string: number.description).flatMap(Self.kept)
    case (.decimal, .decimal(let number)): return Self.kept(number)
    default: return nil
    }
  }

  /// Returns the decimal as a value, if a column can hold it.
  private static func kept(_ number: Decimal) -> AttributeValue? {
    number.tenThousandths == nil ? nil : .decimal(number)
  }

  /// Returns the reason why a value can't be compared with values of this type.
  func objection(toComparing value: AttributeValue) -> InvalidValue.Reason {
    switch (self, value) {
    case (_, .real(let number)) where !number.isFinite: .notFinite
    case (.decimal, .integer), (.decimal, .real), (.decimal, .decimal): .tooManyDigits
    default: .form(.type(self))
    }
  }
}
