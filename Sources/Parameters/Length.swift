import PixelCore

/// A length in a recipe: a number of pixels or points such as `24`, or a percentage such as `"3%"` of a side that is
/// known only for a picture.
///
/// The filter decides which side a percentage refers to: the picture's shorter side, unless the parameter names another
/// length, such as the canvas's width for a width.
public enum Length: Hashable, Sendable {
  /// A number of pixels, or of points for a parameter in points.
  case pixels(Double)
  /// A percentage of a side.
  case percent(Double)

  /// Creates a length of a whole number of pixels.
  public static func pixels(_ count: Int) -> Length { .pixels(Double(count)) }

  /// No pixels.
  public static let zero = Length.pixels(0)

  /// Whether the length is zero, in pixels or as a percentage.
  public var isZero: Bool {
    switch self {
    case .pixels(let number), .percent(let number): number == 0
    }
  }

  /// Returns the length in pixels, with fractions.
  ///
  /// - Parameters:
  ///   - side: The length that percentages refer to, in pixels.
  ///   - scale: Pixels per point, for lengths in points. Percentages aren't scaled.
  public func pixels(of side: Int, scale: Double = 1) -> Double {
    switch self {
    case .pixels(let number): number * scale
    case .percent(let number): Double(side) * number / 100
    }
  }

  /// Returns the nearest whole number of pixels, halves up: floor(x + ½).
  public func wholePixels(of side: Int, scale: Double = 1) -> Int {
    Int((pixels(of: side, scale: scale) + 0.5).rounded(.down))
  }

  /// The maximum percentage.
  static let largestPercentage = 1000.0
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral number: Int) { self = .pixels(Double(number)) }
  public init(floatLiteral number: Double) { self = .pixels(number) }
}

/// A horizontal and a vertical length.
public struct LengthPoint: Hashable, Sendable {
  /// To the right.
  public var x: Length
  /// Down.
  public var y: Length

  /// No offset.
  public static let zero = LengthPoint(x: .zero, y: .zero)

  /// Creates a point from lengths to the right and down.
  public init(x: Length, y: Length) { (self.x, self.y) = (x, y) }
  /// Creates a point in whole pixels.
  public init(_ point: PixelPoint) { (x, y) = (.pixels(point.x), .pixels(point.y)) }

  /// Returns whole pixels. Percentages of both lengths refer to the same side.
  public func wholePixels(of side: Int, scale: Double = 1) -> PixelPoint {
    PixelPoint(x: x.wholePixels(of: side, scale: scale), y: y.wholePixels(of: side, scale: scale))
  }
}

extension Length: ParameterType {
  public static var kind: ParameterKind { .length(.whole) }
  public init?(_ value: Value) {
    switch value.content {
    case .number(let number) where number.isFinite: self = .pixels(number)
    case .text(let text):
      guard let number = Double(percentage: text) else { return nil }
      self = .percent(number)
    default: return nil
    }
  }
  public var value: Value {
    switch self {
    case .pixels(let number): Value(.number(number))
    case .percent(let number): Value(.text(Value.shortest(number) + "%"))
    }
  }
}

extension LengthPoint: ParameterType {
  public static var kind: ParameterKind { .lengths(["x", "y"]) }
  public init?(_ value: Value) {
    guard case .list(let values) = value.content, values.count == 2, let x = Length(values[0]),
      let y = Length(values[1])
    else { return nil }
    self.init(x: x, y: y)
  }
  public var value: Value { Value(.list([x.value, y.value])) }
}

extension PixelSize {
  /// The side that percentages refer to by default.
  public var shorterSide: Int { min(width, height) }
}

extension Double {
  /// Creates the number before a percent sign: 3.5 for `3.5%`. Nil if the text is anything else.
  ///
  /// - Parameter exponent: Multiplies by this power of ten, exactly: -2 gives the fraction.
  init?(percentage text: String, exponent: Int = 0) {
    guard let digits = text.utf8.last == UInt8(ascii: "%") ? text.dropLast() : nil,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0) }),
      let number = Double("\(digits)e\(exponent)"), number.isFinite
    else { return nil }
    self = number
  }
}
