import Foundation

extension AttributeType {
  /// A value as it compares with those of this type; nil where it does not. Numbers do with numbers, whatever their types: SQLite
  /// compares whole ones and others exactly.
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
    // What is written 19.99 is that price, although no binary fraction is.
    case (.decimal, .real(let number)): return Decimal(string: number.description).flatMap(Self.kept)
    case (.decimal, .decimal(let number)): return Self.kept(number)
    default: return nil
    }
  }

  /// A decimal that a column can hold.
  private static func kept(_ number: Decimal) -> AttributeValue? {
    number.tenThousandths == nil ? nil : .decimal(number)
  }

  /// Why a value does not compare with those of this type.
  func objection(toComparing value: AttributeValue) -> Objection {
    switch (self, value) {
    case (_, .real(let number)) where !number.isFinite: .notFinite
    case (.decimal, .integer), (.decimal, .real), (.decimal, .decimal): .tooManyDigits
    default: .form(.type(self))
    }
  }
}
