import CSimd
import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
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
  /// A translucent pixel is unpremultiplied, toned, and multiplied and rounded once. Intensity 0 changes no premultiplied
  /// pixel. Against the formula in double precision, results are within 0.65 of a level where pixels are encoded and 0.53 in
  /// linear light, at both depths; rounding alone takes 0.5.
  ///
  /// - Parameters:
  ///   - intensity: 0…1; for 8-bit encoded pixels taken to the nearest 65536th.
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
  /// A translucent pixel is unpremultiplied to 1/16 level, toned, and multiplied and rounded once. All steps are whole
  /// numbers and tables, and single-precision roots, products and quotients, which IEEE 754 rounds the same everywhere.
  /// Linear light has 16 bits. A table over linear light has 4096 entries over its square root, which is close to even
  /// steps for the eye, so that dark tones have as many entries as they need:
  ///
  /// 1. index = ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋ into ``SepiaToneTables/linear``
  /// 2. y = (13933 R + 46871 G + 4732 B + 2¹⁵) >> 16, and the tone from the tables at √y
  /// 3. mixed = ((2¹⁶ − w) · linear + w · tone + 2¹⁵) >> 16, where w is the intensity in 65536ths
  /// 4. encoded in 16 bits from the table at √mixed, times a / 65535, rounded
  ///
  /// At full intensity an opaque pixel depends on its luminance alone. For vectors of such pixels the loops take steps 3
  /// and 4 from ``SepiaToneTables/opaque``.
  private func sepiaTone8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Double, count: Int
  ) {
    let weight = UInt32((intensity * 65536).rounded())
    SepiaToneTables.shared.withPointers { linear, redGreen, blue, encoded, opaque in
      let done =
        switch level {
        #if canImport(PixelKernelsAVX2)
          // Its tables are read one by one, in vectors of whatever length.
          case .avx2, .avx512:
            PixelKernelsAVX2.sepiaTone(destination, source, linear, redGreen, blue, encoded, opaque, weight, count)
        #endif
        #if arch(x86_64)
          default: Self.sepiaToneEights(destination, source, linear, redGreen, blue, encoded, opaque, weight, count)
        #else
          default: 0
        #endif
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
        let tone = SepiaToneTables.rootIndex(luminance)

        func finished(_ light: UInt32, _ tone: UInt32) -> UInt32 {
          // At most 2¹⁶ · 65535 + 2¹⁵, which 32 bits hold.
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

  /// The straight value of a premultiplied channel, in 16ths of a level. The quotient's operands are below 2²⁴, so that
  /// single precision cannot round it up to the next whole number.
  @inline(__always)
  private static func straightIndex(_ channel: UInt32, _ alpha: UInt32) -> Int {
    Int((min(channel, alpha) &* 4080 &+ alpha &>> 1) / alpha)
  }
}

#if arch(x86_64)
  extension Kernels {
    /// The baseline: whole groups of eight pixels; returns how many pixels it did.
    ///
    /// Tables are read lane by lane. The eight go as twice four: a pixel's steps wait for each other, and the CPU fills
    /// the waits with the other four's.
    private static func sepiaToneEights(
      _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>,
      _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>, _ encoded: UnsafePointer<UInt32>,
      _ opaque: UnsafePointer<UInt32>, _ weight: UInt32, _ count: Int
    ) -> Int {
      let weights = MixingWeights(tone: Int32(weight))
      @inline(__always)
      func toned(_ pixels: FourPixelsOfLight) -> __m128i {
        if weight == 65536 && pixels.areOpaque { return entries(opaque, pixels.tone) }
        let redGreenTone = entries(redGreen, pixels.tone)
        let redTone = _mm_slli_epi32(redGreenTone, 16)
        let greenTone = _mm_and_si128(redGreenTone, _mm_set1_epi32(-0x1_0000))
        let blueTone = _mm_slli_epi32(entries(blue, pixels.tone), 16)
        let tonedRed = finished(weights.mixed(_mm_or_si128(pixels.red, redTone)), encoded, pixels.alpha)
        let tonedGreen = finished(weights.mixed(_mm_or_si128(pixels.green, greenTone)), encoded, pixels.alpha)
        let tonedBlue = finished(weights.mixed(_mm_or_si128(pixels.blue, blueTone)), encoded, pixels.alpha)
        return _mm_or_si128(
          _mm_or_si128(tonedRed, _mm_slli_epi32(tonedGreen, 8)),
          _mm_or_si128(_mm_slli_epi32(tonedBlue, 16), _mm_slli_epi32(pixels.alpha, 24)))
      }

      var index = 0
      while index &+ 8 <= count {
        let first = FourPixelsOfLight(source + index &* 4, linear)
        let second = FourPixelsOfLight(source + index &* 4 + 16, linear)
        destination.storeBytes(of: toned(first), toByteOffset: index &* 4, as: __m128i.self)
        destination.storeBytes(of: toned(second), toByteOffset: index &* 4 &+ 16, as: __m128i.self)
        index &+= 8
      }
      return index
    }
  }

  /// The straight linear light of four pixels in 16 bits, their alpha, and where their tone stands in its tables.
  private struct FourPixelsOfLight {
    let (red, green, blue): (__m128i, __m128i, __m128i)
    let alpha: __m128i
    let areOpaque: Bool
    let tone: __m128i

    @inline(__always)
    init(_ source: UnsafeRawPointer, _ linear: UnsafePointer<UInt32>) {
      let byte = _mm_set1_epi32(0xFF)
      let pixels = source.loadUnaligned(as: __m128i.self)
      alpha = _mm_srli_epi32(pixels, 24)
      areOpaque = _mm_movemask_epi8(_mm_cmpeq_epi32(alpha, byte)) == 0xFFFF
      var red = _mm_and_si128(pixels, byte)
      var green = _mm_and_si128(_mm_srli_epi32(pixels, 8), byte)
      var blue = _mm_and_si128(_mm_srli_epi32(pixels, 16), byte)
      if areOpaque {
        red = _mm_slli_epi32(red, 4)
        green = _mm_slli_epi32(green, 4)
        blue = _mm_slli_epi32(blue, 4)
      } else {
        red = straightIndex(red, alpha)
        green = straightIndex(green, alpha)
        blue = straightIndex(blue, alpha)
      }
      self.red = entries(linear, red)
      self.green = entries(linear, green)
      self.blue = entries(linear, blue)
      tone = rootIndex(luminance(self.red, self.green, self.blue))
    }
  }

  /// The weights of light and tone, −(2¹⁶ − w) and −w, each as two words: a signed word reaches −2¹⁵ but not 2¹⁵.
  private struct MixingWeights {
    private let (half, rest): (__m128i, __m128i)

    init(tone: Int32) {
      func pair(_ light: Int32, _ tone: Int32) -> __m128i { _mm_set1_epi32(light & 0xFFFF | tone << 16) }
      let light = 65536 - tone
      half = pair(-(light / 2), -(tone / 2))
      rest = pair(light / 2 - light, tone / 2 - tone)
    }

    /// Light, in the low words, mixed with the tone, in the high ones. As signed words both have 2¹⁵ less. The weights
    /// sum to 2¹⁶, so the mixture has 2³¹ less, which is put back in rounding.
    @inline(__always)
    func mixed(_ lightAndTone: __m128i) -> __m128i {
      let signed = _mm_xor_si128(lightAndTone, _mm_set1_epi16(Int16.min))
      let negative = _mm_add_epi32(_mm_madd_epi16(signed, half), _mm_madd_epi16(signed, rest))
      return _mm_srli_epi32(_mm_sub_epi32(_mm_set1_epi32(Int32.min + 32768), negative), 16)
    }
  }

  /// The entries of a table at four indices.
  @inline(__always)
  private func entries(_ table: UnsafePointer<UInt32>, _ indices: __m128i) -> __m128i {
    // Two indices at a time leave the vector: a move each is dearer.
    let pairs = unsafeBitCast(indices, to: SIMD2<UInt64>.self)
    func entry(_ index: UInt64) -> UInt32 { table[Int(truncatingIfNeeded: index)] }
    let found = SIMD4(
      entry(pairs[0] & 0xFFFF_FFFF), entry(pairs[0] &>> 32), entry(pairs[1] & 0xFFFF_FFFF), entry(pairs[1] &>> 32))
    return unsafeBitCast(found, to: __m128i.self)
  }

  /// ⌊(4080 · min(c, a) + ⌊a/2⌋) / a⌋, and 0 where a is 0. All are below 2¹⁵, so that words do for longer whole numbers.
  @inline(__always)
  private func straightIndex(_ channel: __m128i, _ alpha: __m128i) -> __m128i {
    let scaled = _mm_madd_epi16(_mm_min_epi16(channel, alpha), _mm_set1_epi32(4080))
    let dividend = _mm_add_epi32(scaled, _mm_srli_epi32(alpha, 1))
    let divisor = _mm_max_epi16(alpha, _mm_set1_epi32(1))
    return _mm_cvttps_epi32(_mm_div_ps(_mm_cvtepi32_ps(dividend), _mm_cvtepi32_ps(divisor)))
  }

  /// As signed words the light has 2¹⁵ less. Green's weight has 2¹⁶ less, which adding green itself makes up for. The
  /// weights then sum to 0, so that what the light lacks does not count.
  @inline(__always)
  private func luminance(_ red: __m128i, _ green: __m128i, _ blue: __m128i) -> __m128i {
    let sign = _mm_set1_epi16(Int16.min)
    let redGreen = _mm_xor_si128(_mm_or_si128(red, _mm_slli_epi32(green, 16)), sign)
    let weighted = _mm_add_epi32(
      _mm_madd_epi16(redGreen, _mm_set1_epi32(13933 | (46871 - 65536) << 16)),
      _mm_madd_epi16(_mm_xor_si128(blue, sign), _mm_set1_epi32(4732)))
    return _mm_add_epi32(green, _mm_srai_epi32(_mm_add_epi32(weighted, _mm_set1_epi32(32768)), 16))
  }

  /// Where values of 0…65535 stand in a table over the square root.
  @inline(__always)
  private func rootIndex(_ light: __m128i) -> __m128i {
    let root = _mm_mul_ps(_mm_sqrt_ps(_mm_cvtepi32_ps(light)), _mm_set1_ps(SepiaToneTables.entriesPerRoot))
    return _mm_cvttps_epi32(_mm_add_ps(root, _mm_set1_ps(0.5)))
  }

  /// Linear light encoded, times alpha / 65535, rounded. As a signed word the encoded value e has 2¹⁵ less, so that
  /// e · a has 2¹⁵ · a less.
  @inline(__always)
  private func finished(_ light: __m128i, _ encoded: UnsafePointer<UInt32>, _ alpha: __m128i) -> __m128i {
    let signed = _mm_xor_si128(entries(encoded, rootIndex(light)), _mm_set1_epi32(32768))
    let lacking = _mm_slli_epi32(_mm_add_epi32(alpha, _mm_set1_epi32(1)), 15)
    let biased = _mm_add_epi32(_mm_madd_epi16(signed, alpha), lacking)
    return _mm_srli_epi32(_mm_add_epi32(biased, _mm_srli_epi32(biased, 16)), 16)
  }
#endif
