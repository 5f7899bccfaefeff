import PixelCore

/// One parameter of a filter or a file format: a stored property of `Node` with the name, range and words that recipes need.
///
/// Reading, writing, error messages, defaults, `packshot filters` and the schema all come from this one declaration.
public struct Parameter<Node: Parameterized>: Sendable {
  /// Its name, and all else that does not need `Node`.
  public let description: ParameterDescription
  private let read: @Sendable (inout Node, Value) -> Bool
  private let refusal: @Sendable (Value, String) -> RefusedValue?
  private let write: @Sendable (Node) -> Value

  /// Declares the parameter that lives in `property`.
  ///
  /// - Parameters:
  ///   - kind: What it takes, where that is less than its type could hold.
  ///   - range: The numbers allowed; in a list, for each of its numbers.
  ///   - isRequired: Whether a recipe must give it. Otherwise the property's first value is the default.
  ///   - coreImageName: Core Image's name for it, which recipes may say instead.
  ///   - whole: The parameter that this one is a part of, where Core Image divides it.
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

  /// Sets the property of `node` to what a recipe says.
  ///
  /// - Parameter name: What the recipe calls the parameter.
  public func set(_ node: inout Node, to value: Value, as name: String) throws(RefusedValue) {
    let meant = description.kind.meant(by: value)
    guard read(&node, meant), description.allows(meant) else {
      if let refusal = refusal(meant, name) { throw refusal }
      throw RefusedValue(
        parameter: name, found: value.excerpt, nearest: description.kind.nearest(to: value),
        allowed: description.allowed)
    }
  }

  /// The property of `node`, as a recipe would give it.
  public func value(in node: Node) -> Value { write(node) }
}

/// What there is to know of a parameter without knowing whose it is.
public struct ParameterDescription: Sendable {
  /// What recipes call it.
  public let name: String
  /// Core Image's name for it, which recipes may say instead.
  public let coreImageName: String?
  /// The parameter that it is a part of, if it is one.
  public let whole: String?
  /// What kind of thing it takes.
  public let kind: ParameterKind
  /// The numbers allowed; nil for all.
  public let range: ClosedRange<Double>?
  /// Whether a recipe has to give it.
  public let isRequired: Bool
  /// Whether a recipe may give null, which means "none".
  public let takesNull: Bool
  /// What holds if a recipe says nothing; null where that means "none", and nil where a recipe has to say something.
  public let defaultValue: Value?
  /// A sentence that says what it is.
  public let summary: String

  /// All names that recipes may say, its own first.
  public var names: [String] { [name, coreImageName].compactMap { $0 } }

  /// Whether both say the same thing, or one of them a part of the other.
  public func overlaps(_ other: ParameterDescription) -> Bool {
    name == other.name || name == other.whole || whole == other.name
  }

  /// What is allowed, to stand behind "it must be".
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

  /// Whether a value of the property's type is one of those allowed.
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
  /// The percentages beside a range of pixels.
  package var ofPercentages: ClosedRange<Double> {
    (lowerBound < 0 ? -Length.largestPercentage : 0)...Length.largestPercentage
  }
}
