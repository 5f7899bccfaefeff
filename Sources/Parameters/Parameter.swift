import PixelCore

/// A parameter of a filter or a file format: a stored property of `Node` with the name, range and documentation for
/// recipes.
///
/// Parsing, writing, error messages, defaults, `packshot filters` and the schema are all generated from this
/// declaration.
public struct Parameter<Node: Parameterized>: Sendable {
  /// The name, and everything else that doesn't depend on `Node`.
  public let description: ParameterDescription
  private let read: @Sendable (inout Node, Value) -> Bool
  private let refusal: @Sendable (Value, String) -> RefusedValue?
  private let write: @Sendable (Node) -> Value

  /// Declares the parameter stored in `property`.
  ///
  /// - Parameters:
  ///   - kind: The kind of values that the parameter takes, if the type can hold others too.
  ///   - range: The allowed numbers. For a list, applies to each of its numbers.
  ///   - isRequired: Whether a recipe must set the parameter. Otherwise the property's initial value is the default.
  ///   - coreImageName: Core Image's name for the parameter, which recipes can also use.
  ///   - whole: The parameter that this one is a part of, for parameters that Core Image splits.
  public init<T: ParameterType>(
    _ name: String, _ property: WritableKeyPath<Node, T> & Sendable, kind: ParameterKind = T.kind,
    in range: ClosedRange<Double>? = nil, isRequired: Bool = false, coreImageName: String? = nil,
    partOf whole: String? = nil, _ summary: String
  ) {
    description = ParameterDescription(
      name: name, coreImageName: coreImageName, whole: whole, kind: kind, range: range, isRequired: isRequired,
      takesNull: T(Value(.null)) != nil, defaultValue: isRequired ? nil : Node()[keyPath: property].value,
      summary: summary)
    read = { node, value in
      guard let parameter = T(value) else { return false }
      node[keyPath: property] = parameter
      return true
    }
    refusal = { T.refusal(of: $0, as: $1) }
    write = { $0[keyPath: property].value }
  }

  /// Sets the property of `node` to a value from a recipe.
  ///
  /// - Parameter name: The recipe's name for the parameter.
  public func set(_ node: inout Node, to value: Value, as name: String) throws(RefusedValue) {
    let meant = description.kind.meant(by: value)
    guard read(&node, meant), description.allows(meant) else {
      if let refusal = refusal(meant, name) { throw refusal }
      throw RefusedValue(
        parameter: name, found: value.excerpt, nearest: description.kind.nearest(to: value),
        allowed: description.allowed)
    }
  }

  /// Returns the property of `node`, as a recipe would write it.
  public func value(in node: Node) -> Value { write(node) }
}

/// The description of a parameter, independent of its node type.
public struct ParameterDescription: Sendable {
  /// The name in recipes.
  public let name: String
  /// Core Image's name for the parameter, which recipes can also use.
  public let coreImageName: String?
  /// The parameter that this one is a part of, if any.
  public let whole: String?
  /// The kind of value that the parameter takes.
  public let kind: ParameterKind
  /// The allowed numbers; nil for all.
  public let range: ClosedRange<Double>?
  /// Whether a recipe must set the parameter.
  public let isRequired: Bool
  /// Whether the parameter accepts null, which means "none".
  public let takesNull: Bool
  /// The default; null if it means "none", and nil if a recipe must set the parameter.
  public let defaultValue: Value?
  /// A sentence of documentation.
  public let summary: String

  /// All names that recipes can use, starting with the parameter's own.
  public var names: [String] { [name, coreImageName].compactMap { $0 } }

  /// Whether both parameters set the same value, or one of them sets a part of the other.
  public func overlaps(_ other: ParameterDescription) -> Bool {
    name == other.name || name == other.whole || whole == other.name
  }

  /// The allowed values, worded to follow "it must be".
  public var allowed: String {
    if let percentages = kind.percentages {
      let pixels = rangeText.map { (range!.upperBound == .infinity ? " of " : " from ") + $0 } ?? ""
      return "\(kind.description)\(pixels), or \(percentages)"
    }
    guard let range, let rangeText else { return kind.description }
    let each =
      switch kind {
      case .list, .numbers, .table: ", each"
      default: ""
      }
    return range.upperBound == .infinity
      ? "\(kind.description)\(each) \(rangeText)" : "\(kind.description)\(each) from \(rangeText)"
  }

  /// The range in words: "1 to 100", or "0 or more".
  public var rangeText: String? {
    range.map { range in
      let low = Value.shortest(range.lowerBound)
      return range.upperBound == .infinity ? "\(low) or more" : "\(low) to \(Value.shortest(range.upperBound))"
    }
  }

  /// Whether a value of the property's type is allowed.
  public func allows(_ value: Value) -> Bool {
    switch kind {
    case .opaqueColor: Color(value)?.isOpaque == true
    case .length(.whole), .lengths: isInRange(value) && hasWholePixels(value)
    default: isInRange(value)
    }
  }

  /// Whether all numbers in `value` are in range.
  private func isInRange(_ value: Value) -> Bool {
    guard let range else { return true }
    return switch value.content {
    case .number(let number): range.contains(number)
    case .list(let values): values.allSatisfy(isInRange)
    case .text(let text):
      Double(percentage: text).map { range.ofPercentages.contains($0) || kind.percentages == nil } ?? true
    default: true
    }
  }

  private func hasWholePixels(_ value: Value) -> Bool {
    switch value.content {
    case .number(let number): number.rounded() == number
    case .list(let values): values.allSatisfy(hasWholePixels)
    default: true
    }
  }
}

extension ClosedRange<Double> {
  /// The percentages allowed for a range of pixels.
  package var ofPercentages: ClosedRange<Double> {
    (lowerBound < 0 ? -Length.largestPercentage : 0)...Length.largestPercentage
  }
}
