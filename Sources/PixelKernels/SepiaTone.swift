import PixelCore

extension Kernels {
  /// Tones premultiplied pixels like Core Image's `CISepiaTone`. Alpha doesn't change.
  ///
  /// On straight colour in linear light, with the intensity i:
  ///
  ///     y      = 0.2126 R + 0.7152 G + 0.0722 B
  ///     tone   = (y^0.781, 0.9888 · y^1.0849, 0.9145 · y^1.9023)
  ///     result = (1 − i) · (R, G, B) + i · tone
  ///
  /// The curve was fitted to a published output of Core Image; every opaque pixel is within 1 level of it. A
  /// translucent pixel is unpremultiplied, toned, and multiplied and rounded once. Intensity 0 changes no premultiplied
  /// pixel. Compared with the formula in double precision, results are within 0.65 of a level for encoded pixels and
  /// 0.53 in linear light, at both depths; rounding alone accounts for 0.5.
  ///
  /// - Parameters:
  ///   - intensity: 0…1, rounded to the nearest 1/65536 for 8-bit encoded pixels.
  ///   - format: The format of both rows, premultiplied or opaque.
  public func sepiaTone(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Double, count: Int,
    format: PixelFormat
  ) {
    precondition((0...1).contains(intensity), "an intensity is from 0 to 1")
    precondition(format.alpha != .straight, "sepia is toned on premultiplied pixels")
    switch (format.depth, format.transfer) {
    case (.eight, .encoded): sepiaTone8(destination, source, intensity: intensity, count: count)
    case (.eight, .linear): sepiaToneLinear8(destination, source, intensity: Float(intensity), count: count)
    case (.sixteen, let transfer):
      sepiaTone16(destination, source, transfer, intensity: Float(intensity), count: count)
    }
  }

  /// The sepia tone of 8-bit encoded pixels.
  ///
  /// A translucent pixel is unpremultiplied to 1/16 level, toned, and multiplied and rounded once. All steps use
  /// integers and tables, and single-precision roots, products and quotients, which IEEE 754 rounds the same
  /// everywhere. Linear light has 16 bits. A table of linear light has 4096 entries indexed by the light's square root.
  /// Equal steps of the root look about equal to the eye, so that dark tones have enough entries:
  ///
  /// 1. index = ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋ into ``SepiaToneTables/linear``
  /// 2. y = (13933 R + 46871 G + 4732 B + 2¹⁵) >> 16, and the tone from the tables at √y
  /// 3. mixed = ((2¹⁶ − w) · linear + w · tone + 2¹⁵) >> 16, where w is the intensity in 65536ths
  /// 4. encoded in 16 bits from the table at √mixed, times a / 65535, rounded
  ///
  /// At full intensity an opaque pixel depends on its luminance alone. For vectors of such pixels the loops look up
  /// steps 3 and 4 in ``SepiaToneTables/opaque``.
  private func sepiaTone8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Double, count: Int
  ) {
    let weight = UInt32((intensity * 65536).rounded())
    SepiaToneTables.shared.withPointers { linear, redGreen, blue, encoded, opaque in
      let done = vectors.sepiaTone(
        destination, source, linear, redGreen, blue, encoded, opaque, weight, count)
      for index in done..<count {
        let pixel = source.pixel(index)
        let alpha = pixel &>> 24
        if alpha == 0 {
          destination.setPixel(index, 0)
          continue
        }

        let light = (
          linear[Self.straightIndex(pixel & 0xFF, alpha)], linear[Self.straightIndex((pixel &>> 8) & 0xFF, alpha)],
          linear[Self.straightIndex((pixel &>> 16) & 0xFF, alpha)]
        )
        let luminance = (13933 &* light.0 &+ 46871 &* light.1 &+ 4732 &* light.2 &+ 32768) &>> 16
        let tone = SepiaToneTables.rootIndex(luminance)

        func finished(_ light: UInt32, _ tone: UInt32) -> UInt32 {
          // At most 2¹⁶ · 65535 + 2¹⁵, which fits into 32 bits.
          let mixed = ((65536 &- weight) &* light &+ weight &* tone &+ 32768) &>> 16
          return dividedBy65535(encoded[SepiaToneTables.rootIndex(mixed)] &* alpha)
        }
        let red = finished(light.0, redGreen[tone] & 0xFFFF)
        let green = finished(light.1, redGreen[tone] &>> 16)
        let blue = finished(light.2, blue[tone])
        destination.setPixel(index, red | green &<< 8 | blue &<< 16 | alpha &<< 24)
      }
    }
  }

  /// Returns the straight value of a premultiplied channel, in 1/16 of a level. The quotient's operands are below 2²⁴,
  /// so single precision can't round it up to the next integer.
  @inline(__always)
  private static func straightIndex(_ channel: UInt32, _ alpha: UInt32) -> Int {
    Int((min(channel, alpha) &* 4080 &+ alpha &>> 1) / alpha)
  }
}
