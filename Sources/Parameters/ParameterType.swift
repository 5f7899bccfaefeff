import PixelCore

/// The kind of value that a parameter takes, for error messages, `packshot filters` and editors.
public enum ParameterKind: Hashable, Sendable {
  /// A number.
  case number
  /// A fraction, or the same as a percentage: 0.12 or `"12%"`.
  case fraction
  /// A whole number.
  case wholeNumber
  /// True or false.
  case boolean
  /// A CSS colour.
  case color
  /// An opaque colour.
  case opaqueColor
  /// One of these words.
  case choice([String])
  /// The name of one of the recipe's sources.
  case source
  /// A list of whole numbers, with the meaning of each.
  case list([String])
  /// A rectangle: a list of its corner's x and y, in one range, and its width and height, in another.
  case rectangle(corners: ClosedRange<Int>, lengths: ClosedRange<Int>)
  /// A list of this many rows, each a list of numbers, with the meaning of each.
  case table(rows: Int, columns: [String])
  /// A list of numbers, with the meaning of each.
  case numbers([String])
  /// One of these whole numbers, with its unit.
  case oneNumber(of: [Int], unit: String)
  /// One of these words, or a whole number in a range, with its meaning.
  case wordOrNumber([String], ClosedRange<Int>, meaning: String)
  /// Pixels, or a percentage of a side.
  case length(LengthKind)
  /// A list of lengths in whole pixels or percentages of the shorter side, with the meaning of each.
  case lengths([String])
  /// One of these words, or a position in a picture: a list with its fractions of the width and the height, 0 to 1 or
  /// percentages.
  case wordOrPlace([String])
  /// One of these words, or a CSS colour.
  case wordOrColor([String])
  /// A map of `gap`, horizontal and vertical lengths, `stagger`, a fraction of a column, and `angle`, in degrees.
  case repetition

  /// A text.
  case text
  /// A map, with the kind of value of each key.
  case map([MapField])
  /// A length, or two: vertical and horizontal.
  case padding

  /// The unit of a length's numbers.
  public enum LengthKind: Hashable, Sendable {
    /// Whole pixels, or a percentage of the shorter side.
    case whole
    /// Pixels with fractions, or a percentage of the shorter side.
    case fractional
    /// Whole pixels, or a percentage of the given length, such as "the canvas' width".
    case share(of: String)
  }

  /// The allowed values, worded to follow "it must be".
  public var description: String {
    switch self {
    case .number: "a number"
    case .fraction: "a number"
    case .wholeNumber: "a whole number"
    case .boolean: "true or false"
    case .color:
      "a CSS colour in quotes: \"#e63946\", \"#e6394680\" with its alpha, \"#fff\", or a name such as \"white\""
    case .opaqueColor: "an opaque CSS colour in quotes: \"#e63946\", \"#fff\", or a name such as \"white\""
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .source: "the name of one of the recipe's sources"
    case .list(let names): "[" + names.joined(separator: ", ") + "]"
    case .rectangle(let corners, let lengths):
      "[x, y, width, height], x and y from \(corners.lowerBound) to \(corners.upperBound), "
        + "width and height from \(lengths.lowerBound) to \(lengths.upperBound)"
    case .table(let rows, let columns): "\(rows) rows of [" + columns.joined(separator: ", ") + "]"
    case .numbers(let names): "[" + names.joined(separator: ", ") + "]"
    case .oneNumber(let numbers, let unit): Spelling.list(numbers.map(String.init), "or") + " " + unit
    case .wordOrNumber(let words, let range, let meaning):
      words.joined(separator: ", ") + ", or \(meaning) from \(range.lowerBound) to \(range.upperBound)"
    case .repetition:
      "a map of `gap: [x, y]`, each a whole number of pixels from 0 to 65535 or a percentage of the shorter side, of "
        + "`stagger`, from 0 to 1 or a percentage, and of `angle`, from -360 to 360 degrees"
    case .wordOrPlace(let words):
      words.joined(separator: ", ") + ", or [x, y], each from 0 to 1 or a percentage such as \"30%\""
    case .wordOrColor(let words): words.joined(separator: ", ") + ", or a CSS colour in quotes such as \"#e8e4dc\""
    case .length(.fractional): "a number"
    case .length: "a whole number"
    case .lengths(let names): "[" + names.joined(separator: ", ") + "], each a whole number"
    case .text: "text in quotes"
    case .map(let fields): "{ " + fields.map(\.name).joined(separator: ", ") + " }"
    case .padding:
      "a number, a percentage of the text's height such as \"40%\", or both ways, [vertical, horizontal]"
    }
  }

  /// The percentages accepted instead of numbers, worded to follow "or"; nil if there are none.
  var percentages: String? {
    switch self {
    case .fraction: "a percentage such as \"12%\""
    case .length(.share(let whole)): "a percentage of \(whole) such as \"18%\""
    case .length, .lengths: "a percentage of the shorter side such as \"3%\""
    default: nil
    }
  }

  /// Returns the value that a recipe means: the number, if the parameter takes a fraction and the value is a
  /// percentage.
  func meant(by value: Value) -> Value {
    guard self == .fraction, case .text(let text) = value.content,
      let number = Double(percentage: text, exponent: -2)
    else { return value }
    return Value(.number(number), at: value.location)
  }

  /// Returns the allowed word nearest to a misspelt one; nil if the value isn't a word, or none is near.
  public func nearest(to value: Value) -> String? {
    guard case .text(let text) = value.content else { return nil }
    return switch self {
    case .choice(let words), .wordOrNumber(let words, _, _), .wordOrPlace(let words):
      Spelling.nearest(to: text, among: words)
    case .color, .opaqueColor: Spelling.nearest(to: text, among: Color.names.keys.sorted())
    case .wordOrColor(let words): Spelling.nearest(to: text, among: words + Color.names.keys.sorted())
    default: nil
    }
  }
}

/// A Swift type whose values recipes can set.
public protocol ParameterType: Equatable, Sendable {
  /// The kind of value that a parameter of this type takes.
  static var kind: ParameterKind { get }
  /// Creates the value from a recipe's value. Nil if the recipe's value is of another kind.
  init?(_ value: Value)
  /// The value as a recipe writes it.
  var value: Value { get }
  /// Returns what is wrong with a part of a value, if it has parts.
  static func refusal(of value: Value, as name: String) -> RefusedValue?
}

extension ParameterType {
  public static func refusal(of value: Value, as name: String) -> RefusedValue? { nil }
}

extension Double: ParameterType {
  public static var kind: ParameterKind { .number }
  public init?(_ value: Value) {
    guard case .number(let number) = value.content, number.isFinite else { return nil }
    self = number
  }
  public var value: Value { Value(.number(self)) }
}

extension Int: ParameterType {
  public static var kind: ParameterKind { .wholeNumber }
  public init?(_ value: Value) {
    guard case .number(let number) = value.content, let whole = Int(exactly: number) else { return nil }
    self = whole
  }
  public var value: Value { Value(.number(Double(self))) }
}

extension Bool: ParameterType {
  public static var kind: ParameterKind { .boolean }
  public init?(_ value: Value) {
    guard case .boolean(let flag) = value.content else { return nil }
    self = flag
  }
  public var value: Value { Value(.boolean(self)) }
}

extension Color: ParameterType {
  public static var kind: ParameterKind { .color }
  public init?(_ value: Value) {
    guard case .text(let text) = value.content else { return nil }
    self.init(css: text)
  }
  public var value: Value { Value(.text(description)) }
}

/// The name of one of the recipe's sources.
public struct SourceName: ParameterType, Hashable {
  /// The name.
  public var name: String
  /// Creates the name of a source.
  public init(_ name: String) { self.name = name }

  public static var kind: ParameterKind { .source }
  public init?(_ value: Value) {
    guard case .text(let name) = value.content else { return nil }
    self.init(name)
  }
  public var value: Value { Value(.text(name)) }
}

/// A type whose values are a few words.
public protocol ParameterChoice: ParameterType, RawRepresentable, CaseIterable where RawValue == String {}

extension ParameterChoice {
  public static var kind: ParameterKind { .choice(allCases.map(\.rawValue)) }
  public init?(_ value: Value) {
    guard case .text(let word) = value.content else { return nil }
    self.init(rawValue: word)
  }
  public var value: Value { Value(.text(rawValue)) }
}

extension PixelFormat.Transfer: ParameterChoice {}

extension PixelFormat.Depth: ParameterType {
  public static var kind: ParameterKind { .oneNumber(of: allCases.map(\.rawValue), unit: "bits") }
  public init?(_ value: Value) {
    guard let bits = Int(value) else { return nil }
    self.init(rawValue: bits)
  }
  public var value: Value { rawValue.value }
}

extension PixelSize: ParameterType {
  public static var kind: ParameterKind { .list(["width", "height"]) }
  public init?(_ value: Value) {
    guard let numbers = [Int](value, count: 2) else { return nil }
    self.init(width: numbers[0], height: numbers[1])
  }
  public var value: Value { Value(.list([width.value, height.value])) }
}

extension PixelPoint: ParameterType {
  public static var kind: ParameterKind { .list(["x", "y"]) }
  public init?(_ value: Value) {
    guard let numbers = [Int](value, count: 2) else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
  public var value: Value { Value(.list([x.value, y.value])) }
}

extension PixelRect: ParameterType {
  private static let corners = -65_535...65_535
  private static let lengths = 1...65_535

  public static var kind: ParameterKind { .rectangle(corners: corners, lengths: lengths) }
  public init?(_ value: Value) {
    guard let numbers = [Int](value, count: 4), numbers[..<2].allSatisfy(Self.corners.contains),
      numbers[2...].allSatisfy(Self.lengths.contains)
    else { return nil }
    self.init(
      origin: PixelPoint(x: numbers[0], y: numbers[1]), size: PixelSize(width: numbers[2], height: numbers[3]))
  }
  public var value: Value { Value(.list([origin.x, origin.y, size.width, size.height].map(\.value))) }
}

/// Accepts null.
extension Optional: ParameterType where Wrapped: ParameterType {
  public static var kind: ParameterKind { Wrapped.kind }
  public init?(_ value: Value) {
    if case .null = value.content {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
  public var value: Value { self?.value ?? Value(.null) }
  public static func refusal(of value: Value, as name: String) -> RefusedValue? {
    Wrapped.refusal(of: value, as: name)
  }
}

extension [Int] {
  fileprivate init?(_ value: Value, count: Int) {
    guard case .list(let values) = value.content, values.count == count else { return nil }
    let numbers = values.compactMap { Int($0) }
    guard numbers.count == count else { return nil }
    self = numbers
  }
}
