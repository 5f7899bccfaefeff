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
  /// The parameters in a recipe's full text: all but those that are left to the photo.
  public var writtenValues: [Value.Entry] {
    Self.parameters.compactMap { parameter in
      let value = parameter.value(in: self)
      return value == Value(.null) ? nil : Value.Entry(key: parameter.description.name, value: value)
    }
  }
}
