import ObjectStore

/// A product's colour: sRGB, 8 bits per channel. Stored as the transformable `color`, in the form `#rrggbb`.
public struct Tint: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

extension Tint: AttributeConvertible {
  public static var attributeType: AttributeType { .transformable("color") }
  public static var expectation: Expectation { .like("colour", examples: ["#1e90ff", "red"]) }

  /// Replaces a colour name with the CSS colour of that name.
  public static func meaning(of value: AttributeValue) -> AttributeValue {
    guard case .string(let text) = value, let name = name(typed: text) else { return value }
    return .string(typical[name]!)
  }

  public var attributeValue: AttributeValue {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    // A leading 1 keeps the zeros at the start of small numbers.
    return .string("#" + String(1 << 24 | number, radix: 16).dropFirst())
  }

  /// The name of the colour, followed by its hexadecimal form.
  public var searchText: String { "\(name) \(self)" }

  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue, text.utf8.count == 7, text.first == "#",
      text.dropFirst().allSatisfy(\.isHexDigit), let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(number >> 16), green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
  }
}

extension Tint: CustomStringConvertible {
  public var description: String {
    guard case .string(let text) = attributeValue else { return "" }
    return text
  }

  /// All values of ``name``.
  public static let names = [
    "black", "white", "grey", "brown", "beige", "pink", "red", "orange", "yellow", "green", "turquoise", "blue",
    "indigo", "violet", "purple",
  ]

  /// The CSS colour of each of ``names``. ``name`` would call CSS's purple and violet pink and its brown red, so these
  /// three are CSS's `rebeccapurple`, `blueviolet` and `saddlebrown`.
  private static let typical = [
    "black": "#000000", "white": "#ffffff", "grey": "#808080", "brown": "#8b4513", "beige": "#f5f5dc",
    "pink": "#ffc0cb", "red": "#ff0000", "orange": "#ffa500", "yellow": "#ffff00", "green": "#008000",
    "turquoise": "#40e0d0", "blue": "#0000ff", "indigo": "#4b0082", "violet": "#8a2be2", "purple": "#663399",
  ]

  /// Returns the name in ``names`` that equals `text`, ignoring case; nil if there is none.
  public static func name(typed text: String) -> String? {
    let folded = text.searchFolded
    let name = folded == "gray" ? "grey" : folded
    return names.contains(name) ? name : nil
  }

  /// The everyday name of the colour, which people search for: the closest of ``names``.
  ///
  /// The name is chosen by hue, saturation and lightness of the encoded channels (the HSL of CSS Color 4, section 7).
  /// The bounds between the names are our own.
  public var name: String {
    let channels = [red, green, blue].map { Double($0) / 255 }
    let (highest, lowest) = (channels.max()!, channels.min()!)
    let (chroma, lightness) = (highest - lowest, (highest + lowest) / 2)
    let saturation = chroma == 0 ? 0 : chroma / (1 - abs(2 * lightness - 1))
    if lightness < 0.1 { return "black" }
    if lightness > 0.93 { return "white" }
    if saturation < 0.12 { return "grey" }
    let hue = Self.hue(channels, highest: highest, chroma: chroma)
    if hue >= 15 && hue < 50 && lightness < 0.42 { return "brown" }
    if hue >= 15 && hue < 70 && lightness > 0.75 && saturation < 0.75 { return "beige" }
    switch hue {
    case ..<15: return lightness > 0.72 ? "pink" : "red"
    case ..<45: return "orange"
    case ..<70: return "yellow"
    case ..<165: return "green"
    case ..<190: return "turquoise"
    case ..<255: return "blue"
    case ..<290: return lightness < 0.33 ? "indigo" : saturation < 0.7 ? "purple" : "violet"
    case ..<345: return "pink"
    default: return lightness > 0.72 ? "pink" : "red"
    }
  }

  /// The hue in degrees, from 0 to 360.
  private static func hue(_ channels: [Double], highest: Double, chroma: Double) -> Double {
    let (red, green, blue) = (channels[0], channels[1], channels[2])
    let sextant =
      highest == red
      ? (green - blue) / chroma : highest == green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
    return (sextant * 60 + 360).truncatingRemainder(dividingBy: 360)
  }
}
