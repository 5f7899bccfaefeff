/// A colour for painting pixels of one format: its unrounded light and opacity.
public struct Paint: Sendable {
  private let red: Double
  private let green: Double
  private let blue: Double
  private let opacity: Double
  private let format: PixelFormat

  /// Converts `color`, which is encoded and straight, for pixels of a format.
  public init(_ color: Color, in format: PixelFormat) {
    let light = { (channel: UInt8) in
      let value = Double(channel) / 255
      return format.transfer == .encoded ? value : TransferCurve.decode(value)
    }
    (red, green, blue) = (light(color.red), light(color.green), light(color.blue))
    opacity = Double(color.alpha) / 255
    self.format = format
  }

  /// Returns a pixel that the paint covers by a fraction of 0…1, and that is otherwise transparent.
  ///
  /// The fraction is rounded to a whole level. Then colour and alpha are rounded once each. A transparent pixel has no
  /// colour.
  public func covering(_ share: Double = 1) -> Pixel {
    let largest = Double(format.depth.largest)
    let covered = (min(1, max(0, share)) * largest).rounded() / largest
    let alpha = (opacity * covered * largest).rounded()
    let bound = format.alpha == .straight ? (alpha == 0 ? 0 : largest) : alpha
    let factor = format.alpha == .straight ? 1 : opacity * covered
    let channel = { (light: Double) in UInt16(min(bound, (light * factor * largest).rounded())) }
    return Pixel(
      red: channel(red), green: channel(green), blue: channel(blue), alpha: UInt16(alpha), depth: format.depth)
  }
}

/// The four channels of one pixel.
public struct Pixel: Hashable, Sendable {
  /// Red, in the depth's range.
  public let red: UInt16
  /// Green, in the depth's range.
  public let green: UInt16
  /// Blue, in the depth's range.
  public let blue: UInt16
  /// Alpha, in the depth's range.
  public let alpha: UInt16
  /// Bits per channel.
  public let depth: PixelFormat.Depth

  /// Writes the pixel at `index` of a row.
  public func store(in row: UnsafeMutableRawPointer, at index: Int) {
    switch depth {
    case .eight: row.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
    case .sixteen: row.storeBytes(of: longWord, toByteOffset: index * 8, as: UInt64.self)
    }
  }

  /// Writes `count` pixels from the start of a row.
  public func fill(_ row: UnsafeMutableRawPointer, count: Int) {
    switch depth {
    case .eight: row.initializeMemory(as: UInt32.self, repeating: word, count: count)
    case .sixteen: row.initializeMemory(as: UInt64.self, repeating: longWord, count: count)
    }
  }

  /// The four bytes of an 8-bit pixel, as stored by a little-endian machine.
  private var word: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24 }

  /// The eight bytes of a 16-bit pixel, as stored by a little-endian machine.
  private var longWord: UInt64 { UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 | UInt64(alpha) << 48 }
}

extension Color {
  /// Converts the colour to a pixel of a format. Each channel is rounded once.
  public func pixel(in format: PixelFormat) -> Pixel { Paint(self, in: format).covering() }
}
