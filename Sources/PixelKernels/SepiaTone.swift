#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Premultiplied pixels toned as Core Image's `CISepiaTone` does it; alpha stays.
  ///
  /// On straight colour in linear light, with the intensity i:
  ///
  ///     y      = 0.2126 R + 0.7152 G + 0.0722 B
  ///     tone   = (y^0.781, 0.9888 · y^1.0849, 0.9145 · y^1.9023)
  ///     result = (1 − i) · (R, G, B) + i · tone
  ///
  /// The curve is ours, fitted on a published output of Core Image; every opaque pixel of it comes out within 1 level.
  /// A translucent pixel is unpremultiplied to 1/16 level, toned, and multiplied and rounded once. Results are within 1
  /// level of the formula in double precision. Intensity 0 changes no premultiplied pixel.
  ///
  /// All steps are whole numbers and tables, and single-precision roots, products and quotients, which IEEE 754 rounds
  /// the same everywhere. Linear light has 16 bits. A table over linear light has 4096 entries over its square root,
  /// which is close to even steps for the eye, so that dark tones have as many entries as they need:
  ///
  /// 1. index = ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋ into ``SepiaToneTables/linear``
  /// 2. y = (13933 R + 46871 G + 4732 B + 2¹⁵) >> 16, and the tone from the tables at √y
  /// 3. mixed = ((2¹⁶ − w) · linear + w · tone + 2¹⁵) >> 16, where w is the intensity in 65536ths
  /// 4. encoded in 16 bits from the table at √mixed, times a / 65535, rounded
  ///
  /// - Parameter intensity: 0…1, taken to the nearest 65536th.
  public func sepiaTone(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Double, count: Int
  ) {
    precondition((0...1).contains(intensity), "an intensity is from 0 to 1")
    let weight = UInt32((intensity * 65536).rounded())
    SepiaToneTables.shared.withPointers { linear, redGreen, blue, encoded in
      let done =
        switch level {
        #if canImport(PixelKernelsAVX2)
          case .avx2: PixelKernelsAVX2.sepiaTone(destination, source, linear, redGreen, blue, encoded, weight, count)
          case .avx512:
            PixelKernelsAVX512.sepiaTone(destination, source, linear, redGreen, blue, encoded, weight, count)
        #endif
        default: 0
        }
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
        let tone = Self.rootIndex(luminance)

        func finished(_ light: UInt32, _ tone: UInt32) -> UInt32 {
          // At most 2¹⁶ · 65535 + 2¹⁵, which 32 bits hold.
          let mixed = ((65536 &- weight) &* light &+ weight &* tone &+ 32768) &>> 16
          return Self.dividedBy65535(encoded[Self.rootIndex(mixed)] &* alpha)
        }
        let red = finished(light.0, redGreen[tone] & 0xFFFF)
        let green = finished(light.1, redGreen[tone] &>> 16)
        let blue = finished(light.2, blue[tone])
        destination.setPixel(index, red | green &<< 8 | blue &<< 16 | alpha &<< 24)
      }
    }
  }

  /// The straight value of a premultiplied channel, in 16ths of a level. The quotient's operands are below 2²⁴, so that
  /// single precision cannot round it up to the next whole number.
  @inline(__always)
  private static func straightIndex(_ channel: UInt32, _ alpha: UInt32) -> Int {
    Int((min(channel, alpha) &* 4080 &+ alpha &>> 1) / alpha)
  }

  /// Where the value for 0…65535 stands in a table over the square root.
  @inline(__always)
  private static func rootIndex(_ light: UInt32) -> Int {
    Int(Float(light).squareRoot() * SepiaToneTables.entriesPerRoot + 0.5)
  }

  /// `product`, at most 255 · 65535, divided by 65535 and rounded: ``dividedBy255(_:)`` with 16 bits for 8.
  @inline(__always)
  private static func dividedBy65535(_ product: UInt32) -> UInt32 {
    let biased = product &+ 32768
    return (biased &+ biased &>> 16) &>> 16
  }
}
