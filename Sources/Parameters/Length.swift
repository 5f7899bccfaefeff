import PixelCore

/// A length as a recipe writes it: `24` pixels, or `"3%"` of a side that is known once there is a picture.
///
/// What the side is says the filter: of a length across or down that side of the canvas, of any other its shorter side.
public enum Length: Hashable, Sendable {
  /// A number of pixels.
  case pixels(Double)
  /// Hundredths of a side.
  case percent(Double)

  /// A whole number of pixels.
  public static func pixels(_ count: Int) -> Length { .pixels(Double(count)) }

  /// No pixels.
  public static let zero = Length.pixels(0)

  /// Whether it is none, in pixels or as a percentage.
  public var isZero: Bool {
    switch self {
    case .pixels(let number), .percent(let number): number == 0
    }
  }

  /// Pixels and their fractions.
  ///
  /// - Parameters:
  ///   - side: The length that percentages are of, in pixels.
  ///   - scale: Pixels per point, where lengths are in points. A percentage is of pixels already.
  public func pixels(of side: Int, scale: Double = 1) -> Double {
    switch self {
    case .pixels(let number): number * scale
    case .percent(let number): Double(side) * number / 100
    }
  }

  /// The nearest whole number of pixels, halves up: floor(x + ½).
  public func wholePixels(of side: Int, scale: Double = 1) -> Int {
    Int((pixels(of: side, scale: scale) + 0.5).rounded(.down))
  }

  /// The most that a percentage may be.
  static let largestPercentage = 1000.0
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral number: Int) { self = .pixels(Double(number)) }
  public init(floatLiteral number: Double) { self = .pixels(number) }
}

/// Lengths across and down.
public struct LengthPoint: Hashable, Sendable {
  /// To the right.
  public var x: Length
  /// Down.
  public var y: Length

  /// The place itself.
  public static let zero = LengthPoint(x: .zero, y: .zero)

  /// Lengths to the right and down.
  public init(x: Length, y: Length) { (self.x, self.y) = (x, y) }
  /// A place in whole pixels.
  public init(_ point: PixelPoint) { (x, y) = (.pixels(point.x), .pixels(point.y)) }

  /// Whole pixels, where percentages of both are of one side.
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
  /// The side that percentages are of where nothing else is said.
  public var shorterSide: Int { min(width, height) }
}

extension Double {
  /// The number before a percent sign: 3.5 of `3.5%`. Nil where the text is anything else.
  ///
  /// - Parameter exponent: Which power of ten it is multiplied by, exactly: -2 for the fraction that it stands for.
  init?(percentage text: String, exponent: Int = 0) {
    guard let digits = text.utf8.last == UInt8(ascii: "%") ? text.dropLast() : nil,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0) }),
      let number = Double("\(digits)e\(exponent)"), number.isFinite
    else { return nil }
    self = number
  }
}
