/// A value with its own parameters, used as a single parameter: `box: { fill: …, radius: … }`.
public protocol ParameterGroup: Parameterized, ParameterType {}

extension ParameterGroup {
  public static var kind: ParameterKind {
    .map(
      parameterDescriptions.map {
        MapField(
          name: $0.name, kind: $0.kind, range: $0.range, takesNull: $0.takesNull, summary: $0.summary)
      })
  }

  public init?(_ value: Value) {
    guard let group = try? Self.reading(value) else { return nil }
    self = group
  }

  public var value: Value { parameterValues }

  public static func refusal(of value: Value, as name: String) -> RefusedValue? {
    do {
      _ = try reading(value)
      return nil
    } catch {
      let path = error.parameter.isEmpty ? name : "\(name).\(error.parameter)"
      return RefusedValue(parameter: path, found: error.found, nearest: error.nearest, allowed: error.allowed)
    }
  }

  /// - Throws: An error with the name of the invalid parameter; the name is empty if the whole value is invalid.
  private static func reading(_ value: Value) throws(RefusedValue) -> Self {
    guard case .map(let entries) = value.content else {
      throw RefusedValue(parameter: "", found: value.excerpt, nearest: nil, allowed: kind.description)
    }
    var group = Self()
    for entry in entries {
      guard let parameter = parameters.first(where: { $0.description.name == entry.key }) else {
        throw RefusedValue(
          parameter: entry.key, found: "unknown",
          nearest: Spelling.nearest(to: entry.key, among: parameterDescriptions.map(\.name)),
          allowed: "one of " + parameterDescriptions.map(\.name).joined(separator: ", "))
      }
      try parameter.set(&group, to: entry.value, as: entry.key)
    }
    return group
  }
}

/// A key of a map that a parameter takes.
public struct MapField: Hashable, Sendable {
  /// The key.
  public var name: String
  /// The kind of value that the key takes.
  public var kind: ParameterKind
  /// The allowed numbers; nil for all.
  public var range: ClosedRange<Double>?
  /// Whether the key accepts null, which means "none".
  public var takesNull: Bool
  /// A sentence of documentation.
  public var summary: String
}

extension String: ParameterType {
  public static var kind: ParameterKind { .text }
  public init?(_ value: Value) {
    guard case .text(let text) = value.content else { return nil }
    self = text
  }
  public var value: Value { Value(.text(self)) }
}

/// Space around something, such as a text: one length for all sides, or `[vertical, horizontal]`, as in CSS.
public struct Padding: ParameterType, Hashable {
  /// The length above and below.
  public var vertical: Length
  /// The length on the left and the right.
  public var horizontal: Length

  /// Creates a padding with one length above and below, and another on both sides.
  public init(vertical: Length, horizontal: Length) { (self.vertical, self.horizontal) = (vertical, horizontal) }
  /// Creates a padding with the same length on all sides.
  public init(_ all: Length) { (vertical, horizontal) = (all, all) }

  public static var kind: ParameterKind { .padding }
  public init?(_ value: Value) {
    if case .list(let values) = value.content {
      guard values.count == 2, let vertical = Length(values[0]), let horizontal = Length(values[1]) else { return nil }
      (self.vertical, self.horizontal) = (vertical, horizontal)
    } else {
      guard let all = Length(value) else { return nil }
      (vertical, horizontal) = (all, all)
    }
  }
  public var value: Value {
    vertical == horizontal ? vertical.value : Value(.list([vertical.value, horizontal.value]))
  }
}
