/// A value whose properties recipes can set by name: a filter, or the encoder settings of a file format.
public protocol Parameterized: Sendable {
  /// Creates the value with all defaults.
  init()
  /// Declares the properties that recipes can set.
  static var parameters: [Parameter<Self>] { get }
}

extension Parameterized {
  /// Descriptions of the parameters, in the order of declaration.
  public static var parameterDescriptions: [ParameterDescription] { parameters.map(\.description) }

  /// All parameters, including defaults, as a recipe would write them. Equal for equal values.
  public var parameterValues: Value {
    Value(.map(Self.parameters.map { Value.Entry(key: $0.description.name, value: $0.value(in: self)) }))
  }
}

extension Parameterized {
  /// The parameters for a recipe's canonical text: all parameters except null ones.
  public var writtenValues: [Value.Entry] {
    Self.parameters.compactMap { parameter in
      let value = parameter.value(in: self)
      return value == Value(.null) ? nil : Value.Entry(key: parameter.description.name, value: value)
    }
  }
}
