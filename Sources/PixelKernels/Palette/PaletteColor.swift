/// A colour as palettes compare it: premultiplied, encoded, in sixteenths of an 8-bit level.
package struct PaletteColor: Equatable {
  /// Units in a level of 8 bits.
  static let unit: Int32 = 16
  /// Weights of squared differences in red, green and blue. Of four choices measured over photos, these gave the highest
  /// SSIMULACRA2 scores for the bytes.
  static let weights = SIMD4<Int32>(2, 4, 3, 0)

  /// Red, green, blue, alpha.
  package var channels: SIMD4<Int32>

  var isOpaque: Bool { channels[3] == 255 &* Self.unit }

  init(_ channels: SIMD4<Int32>) { self.channels = channels }

  /// - Parameter pixel: A straight pixel, with red in the lowest byte and alpha in the highest.
  package init(_ pixel: UInt32) {
    let alpha = Int32(pixel >> 24)
    let straight = SIMD4<Int32>(Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), 255)
    channels = alpha == 255 ? straight &* Self.unit : (straight &* (Self.unit &* alpha) &+ 127) / 255
  }

  /// Rounds a mean of channels.
  init(rounding mean: SIMD4<Double>) {
    self.init(SIMD4<Int32>(mean.rounded(.toNearestOrAwayFromZero)))
  }

  /// The nearest straight pixel.
  var pixel: UInt32 {
    let alpha = min(max((channels[3] &+ Self.unit / 2) / Self.unit, 0), 255)
    guard alpha > 0 else { return 0 }
    let whole = alpha &* Self.unit
    return (0..<3).reduce(UInt32(alpha) << 24) { pixel, channel in
      let straight = (min(max(channels[channel], 0), whole) &* 255 &+ whole / 2) / whole
      return pixel | UInt32(straight) << UInt32(8 &* channel)
    }
  }
}
