import Parameters
import PixelCore

/// A repetition in columns and rows, which can be rotated.
public struct Repetition: Hashable, Sendable {
  /// Space between columns and between rows, in pixels or as a percentage of the canvas's shorter side.
  public var gap = LengthPoint.zero
  /// Offset of every other row to the right, as a share of a column with its gap.
  public var stagger = 0.0
  /// The angle in degrees by which columns, rows and each copy are rotated together. Positive angles turn clockwise.
  public var angle = 0.0

  /// Creates a repetition with gaps, staggered rows and an angle.
  public init(gap: LengthPoint = .zero, stagger: Double = 0, angle: Double = 0) {
    (self.gap, self.stagger, self.angle) = (gap, stagger, angle)
  }
}

extension Repetition: ParameterType {
  public static var kind: ParameterKind { .repetition }

  public init?(_ value: Value) {
    guard case .map(let entries) = value.content, Set(entries.map(\.key)).count == entries.count else { return nil }
    self.init()
    for entry in entries {
      switch (entry.key, LengthPoint(entry.value), Length(entry.value)) {
      case ("gap", let gap?, _) where Self.isGap(gap.x) && Self.isGap(gap.y): self.gap = gap
      case ("stagger", _, .pixels(let share)?) where (0...1).contains(share): stagger = share
      case ("stagger", _, .percent(let hundredths)?) where (0...100).contains(hundredths): stagger = hundredths / 100
      case ("angle", _, .pixels(let degrees)?) where (-360...360).contains(degrees): angle = degrees
      default: return nil
      }
    }
  }

  private static func isGap(_ length: Length) -> Bool {
    switch length {
    case .pixels(let number): (0...65_535).contains(number) && number.rounded() == number
    case .percent(let number): (0...1000).contains(number)
    }
  }

  public var value: Value {
    let upright = [Value.Entry(key: "gap", value: gap.value), Value.Entry(key: "stagger", value: stagger.value)]
    return Value(.map(angle == 0 ? upright : upright + [Value.Entry(key: "angle", value: angle.value)]))
  }
}

/// The positions of a repeated image: one at `origin`, and as many more as the canvas has room for.
struct RepeatedPlaces {
  private let origin: PixelPoint
  private let step: PixelSize
  private let shift: Int

  /// - Parameter size: Size of the repeated image.
  init(_ repetition: Repetition, of size: PixelSize, at origin: PixelPoint, on canvas: PixelSize) {
    let gap = repetition.gap.wholePixels(of: canvas.shorterSide)
    self.origin = origin
    step = PixelSize(width: size.width + gap.x, height: size.height + gap.y)
    shift = Int((repetition.stagger * Double(step.width) + 0.5).rounded(.down))
  }

  /// Returns the row of the image that falls on a row of the canvas, and whether that row of copies is staggered.
  /// Returns nil in a gap.
  func row(on y: Int, height: Int) -> (row: Int, isMoved: Bool)? {
    let (number, rest) = Self.divide(y - origin.y, by: step.height)
    return rest < height ? (rest, number & 1 == 1) : nil
  }

  /// Returns the left edges of all columns that overlap the canvas.
  func columns(isMoved: Bool, width: Int, on canvas: Int) -> [Int] {
    let first = Self.divide(origin.x + (isMoved ? shift : 0), by: step.width).rest - step.width
    return stride(from: first, to: canvas, by: step.width).filter { $0 + width > 0 }
  }

  /// Divides, rounding down.
  private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let rest = ((number % divisor) + divisor) % divisor
    return ((number - rest) / divisor, rest)
  }
}
