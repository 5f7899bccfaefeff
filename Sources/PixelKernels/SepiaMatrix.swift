import CSimd
import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

/// The sepia of CSS: the matrix of W3C Filter Effects Module Level 1, section 13.1 (`sepia()`), on encoded sRGB.
///
/// The specification's rows, (.393 .769 .189), (.349 .686 .168) and (.272 .534 .131), are blended element by element
/// with the identity by the intensity. Intensities are whole thousandths, which makes every coefficient a whole number
/// of millionths: nothing is rounded before the pixel is.
public struct SepiaMatrix: Sendable, Hashable {
  /// Nine coefficients in millionths, row by row: what red, green and blue give to red, then to green, then to blue.
  public let millionths: [Int32]

  /// The matrix at an intensity in thousandths: 0 changes nothing, 1000 is full sepia.
  public init(intensityThousandths intensity: Int) {
    precondition((0...1000).contains(intensity), "an intensity is from 0 to 1")
    let sepia = [393, 769, 189, 349, 686, 168, 272, 534, 131]
    millionths = sepia.indices.map { index in
      let identity = index % 4 == 0 ? 1000 : 0
      return Int32((1000 - intensity) * identity + intensity * sepia[index])
    }
  }
}

extension Kernels {
  /// Premultiplied pixels through a sepia matrix m: each colour channel becomes min(a, ⌊Σ m · c + ½⌋); alpha a stays.
  ///
  /// Correctly rounded, ties upwards. The matrix is linear, so it does the same to premultiplied colour as to straight
  /// colour, except that a straight channel above 1 is clamped: hence the bound by alpha.
  public func sepiaMatrix(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: SepiaMatrix, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: sepiaMatrix8(destination, source, matrix, count)
    case .sixteen: colorMatrix(destination, source, ColorCoefficients(matrix), count: count, depth: .sixteen)
    }
  }

  private func sepiaMatrix8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: SepiaMatrix, _ count: Int
  ) {
    matrix.millionths.withUnsafeBufferPointer { rows in
      let coefficients = rows.baseAddress!
      let done =
        switch level {
        #if canImport(PixelKernelsAVX2)
          case .avx2: PixelKernelsAVX2.sepiaMatrix(destination, source, coefficients, count)
          case .avx512: PixelKernelsAVX512.sepiaMatrix(destination, source, coefficients, count)
        #endif
        #if arch(x86_64)
          default: Self.sepiaMatrixFours(destination, source, coefficients, count)
        #else
          default: 0
        #endif
        }
      for index in done..<count {
        destination.setPixel(index, Self.sepia(source.pixel(index), coefficients))
      }
    }
  }

  private static func sepia(_ pixel: UInt32, _ rows: UnsafePointer<Int32>) -> UInt32 {
    let (red, green, blue) = (pixel & 0xFF, (pixel &>> 8) & 0xFF, (pixel &>> 16) & 0xFF)
    let alpha = pixel &>> 24
    // At most 255 · 1.351 · 10⁶, so 32 bits hold the sum.
    func channel(_ row: Int) -> UInt32 {
      let sum =
        UInt32(bitPattern: rows[row &* 3]) &* red &+ UInt32(bitPattern: rows[row &* 3 &+ 1]) &* green
        &+ UInt32(bitPattern: rows[row &* 3 &+ 2]) &* blue
      return min(alpha, roundedMillionths(sum))
    }
    return channel(0) | channel(1) &<< 8 | channel(2) &<< 16 | alpha &<< 24
  }
}

#if arch(x86_64)
  extension Kernels {
    /// The baseline: whole groups of four pixels; returns how many pixels it did.
    ///
    /// SSE2 multiplies words of 16 bits. So a coefficient is taken to 30 bits behind the point, rounded up, as 2¹⁶ · high +
    /// low, and ⌊(2¹⁶ H + L) / 2³⁰⌋ = (H + (L >> 16)) >> 14 for the sums H and L of those halves times the colour. Rounding
    /// up adds less than 3 · 255 · 2⁻³⁰ to a sum, which is less than the 10⁻⁶ that Σ m · c + ½ lacks at least to the next
    /// whole number.
    private static func sepiaMatrixFours(
      _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ rows: UnsafePointer<Int32>, _ count: Int
    ) -> Int {
      var index = 0
      let (redRow, greenRow, blueRow) = (SplitRow(rows), SplitRow(rows + 3), SplitRow(rows + 6))
      let bytes = _mm_set1_epi32(0x00FF_00FF)
      let lowByte = _mm_set1_epi32(0xFF)
      let one = _mm_set1_epi32(0x0001_0000)
      while index &+ 4 <= count {
        let pixels = source.loadUnaligned(fromByteOffset: index &* 4, as: __m128i.self)
        let redBlue = _mm_and_si128(pixels, bytes)
        let greenOne = _mm_or_si128(_mm_and_si128(_mm_srli_epi32(pixels, 8), lowByte), one)
        let alpha = _mm_srli_epi32(pixels, 24)
        let highAlpha = _mm_slli_epi32(alpha, 16)
        let bound = _mm_or_si128(alpha, highAlpha)

        let red = redRow.product(redBlue, greenOne)
        let green = greenRow.product(redBlue, greenOne)
        let blue = blueRow.product(redBlue, greenOne)
        let tonedRedBlue = _mm_min_epi16(_mm_or_si128(red, _mm_slli_epi32(blue, 16)), bound)
        let tonedGreenAlpha = _mm_min_epi16(_mm_or_si128(green, highAlpha), bound)
        let toned = _mm_or_si128(tonedRedBlue, _mm_slli_epi32(tonedGreenAlpha, 8))
        destination.storeBytes(of: toned, toByteOffset: index &* 4, as: __m128i.self)
        index &+= 4
      }
      return index
    }
  }

  /// A row of the matrix as 16-bit halves of 30-bit fractions, each coefficient beside the one it is added to.
  private struct SplitRow {
    private let (redBlueHigh, greenOneHigh): (__m128i, __m128i)
    private let (redBlueLow, greenOneLow): (__m128i, __m128i)

    init(_ row: UnsafePointer<Int32>) {
      func halves(_ millionths: Int32) -> (high: Int32, low: Int32) {
        let fraction = (Int(millionths) << 30 + 999_999) / 1_000_000
        // The low half has a sign, as the instruction takes it.
        let low = Int(Int16(truncatingIfNeeded: fraction))
        return (Int32((fraction - low) >> 16), Int32(low))
      }
      func pair(_ first: Int32, _ second: Int32) -> __m128i { _mm_set1_epi32(first & 0xFFFF | second << 16) }
      let (red, green, blue) = (halves(row[0]), halves(row[1]), halves(row[2]))
      redBlueHigh = pair(red.high, blue.high)
      redBlueLow = pair(red.low, blue.low)
      // The half that rounds.
      greenOneHigh = pair(green.high, 1 << 13)
      greenOneLow = pair(green.low, 0)
    }

    /// The row times the colours, rounded: `redBlue` has red and blue in the two words of a pixel, `greenOne` green and 1.
    @inline(__always)
    func product(_ redBlue: __m128i, _ greenOne: __m128i) -> __m128i {
      let high = _mm_add_epi32(_mm_madd_epi16(redBlue, redBlueHigh), _mm_madd_epi16(greenOne, greenOneHigh))
      let low = _mm_add_epi32(_mm_madd_epi16(redBlue, redBlueLow), _mm_madd_epi16(greenOne, greenOneLow))
      return _mm_srli_epi32(_mm_add_epi32(high, _mm_srai_epi32(low, 16)), 14)
    }
  }
#endif
