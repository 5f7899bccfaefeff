/// A colour that a product is chosen by: sRGB, 8 bits a channel. Stored as the transformable `color`: `#rrggbb`.
public struct Tint: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  /// A colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

extension Tint: AttributeConvertible {
  public static var attributeType: AttributeType { .transformable("color") }

  public var attributeValue: AttributeValue {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    // A leading one keeps the zeros in front of small numbers.
    return .string("#" + String(1 << 24 | number, radix: 16).dropFirst())
  }

  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue, text.utf8.count == 7, text.first == "#",
      text.dropFirst().allSatisfy(\.isHexDigit), let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(number >> 16), green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
  }
}
