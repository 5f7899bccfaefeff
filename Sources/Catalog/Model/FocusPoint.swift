import ObjectStore

/// A point of a photo that a person chose to be kept in view when the photo is cropped. Stored as the transformable
/// `point`, in the form `30% 42.5%`.
public struct FocusPoint: Hashable, Sendable {
  /// Tenths of a percent of the upright photo's width, from the left, 0 to 1000.
  public var x: Int
  /// Tenths of a percent of the upright photo's height, from the top, 0 to 1000.
  public var y: Int

  /// Creates a point from tenths of a percent.
  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

extension FocusPoint: AttributeConvertible {
  public static var attributeType: AttributeType { .transformable("point") }
  public static var expectation: Expectation { .like("point", examples: ["30% 42.5%"]) }

  /// Converts a point typed in another form, such as `0.3, 0.425`, as recipes write it.
  public static func meaning(of value: AttributeValue) -> AttributeValue {
    guard case .string(let text) = value, let point = FocusPoint(typed: text) else { return value }
    return point.attributeValue
  }

  public var attributeValue: AttributeValue { .string(description) }

  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue, let point = FocusPoint(typed: text), point.description == text else {
      return nil
    }
    self = point
  }

  /// Reads two percentages, or two shares from 0 to 1, the distance from the left first.
  private init?(typed text: String) {
    let parts = text.split { $0.isWhitespace || ",;[]".contains($0) }.map(Self.tenths)
    guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
    self.init(x: x, y: y)
  }

  private static func tenths(_ text: Substring) -> Int? {
    let isPercentage = text.last == "%"
    let digits = isPercentage ? text.dropLast() : text
    // A share has decimal places, so that 1 isn't taken for 100 %.
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let number = Double(digits),
      isPercentage || digits.utf8.contains(0x2e)
    else { return nil }
    let tenths = (number * (isPercentage ? 10 : 1000)).rounded()
    return (0...1000).contains(tenths) ? Int(tenths) : nil
  }
}

extension FocusPoint: CustomStringConvertible {
  public var description: String { "\(Self.percentage(x)) \(Self.percentage(y))" }

  private static func percentage(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
