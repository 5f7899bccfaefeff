/// A colour as written in recipes: encoded sRGB, 8 bits per channel, straight alpha.
public struct Color: Hashable, Sendable, CustomStringConvertible {
  /// Red, 0 to 255, encoded.
  public var red: UInt8
  /// Green, 0 to 255, encoded.
  public var green: UInt8
  /// Blue, 0 to 255, encoded.
  public var blue: UInt8
  /// Opacity: 0 is transparent, 255 opaque. The other channels aren't multiplied by it.
  public var alpha: UInt8

  /// Creates a colour from its channels, 0 to 255 each.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Black with alpha 0.
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// `#ffffff`.
  public static let white = Color(red: 255, green: 255, blue: 255)
  /// `#000000`.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// Whether alpha is 255.
  public var isOpaque: Bool { alpha == 255 }

  /// The colour as `#rrggbb`, followed by `aa` if it isn't opaque.
  public var description: String {
    let digits = (isOpaque ? [red, green, blue] : [red, green, blue, alpha]).map { channel in
      let digits = String(channel, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return "#" + digits.joined()
  }

  /// Parses a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, or one of ``names``. Nil for anything else.
  public init?(css text: String) {
    if let named = Self.names[text.lowercased()] {
      self = named
      return
    }
    guard text.first == "#" else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    let channels: [Int]
    switch digits.count {
    case 3, 4: channels = digits.map { $0 * 17 }
    case 6, 8: channels = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(
      red: UInt8(channels[0]), green: UInt8(channels[1]), blue: UInt8(channels[2]),
      alpha: channels.count == 4 ? UInt8(channels[3]) : 255)
  }
}
