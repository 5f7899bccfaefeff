/// A value whose properties recipes can set by name: a filter, or a file format with what its encoder takes.
public protocol Parameterized: Sendable {
  /// The value as it is when a recipe sets nothing.
  init()
  /// Declares the properties that recipes can set.
  static var parameters: [Parameter<Self>] { get }
}

extension Parameterized {
  /// What there is to know of the parameters, in the order declared.
  public static var parameterDescriptions: [ParameterDescription] { parameters.map(\.description) }

  /// All parameters, defaults too, as a recipe would give them. Equal values have equal ones.
  public var parameterValues: Value {
    Value(.map(Self.parameters.map { Value.Entry(key: $0.description.name, value: $0.value(in: self)) }))
  }
}

extension Parameterized {
  /// The parameters that stand in a recipe's full text: what is left to the photo does not, nor what need not be said.
  public var writtenValues: [Value.Entry] {
    Self.parameters.compactMap { parameter in
      let (description, value) = (parameter.description, parameter.value(in: self))
      let isDefault = description.isWritten == .unlessDefault && value == description.defaultValue
      return value == Value(.null) || isDefault ? nil : Value.Entry(key: description.name, value: value)
    }
  }
}
