#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

// Resizing in two passes, vertical first: it reads the source's rows in the order and the bytes they come in, and the
// horizontal pass then has only as many rows as the result.
//
// Between the passes stand 16-bit whole numbers with 6 bits behind the point. A sample's positive weights sum to 2 at
// most (`ResampleWeights` makes sure), and all its weights to 1. So a value between the passes is at least −255 and at
// most 510, times 64: 16 bits hold it. In the horizontal pass the sum is below 510 · 64 · 3 · 2¹⁴, which 32 bits hold.
// The result is that of exact sums, rounded once after each pass.

/// The bits behind the point between the passes.
private let intermediateBits = 6

extension Kernels {
  /// One row of the first pass: a row of 16-bit channels from as many rows of 8-bit channels as the sample has taps.
  ///
  ///     value = (Σ weight · channel + 2⁷) >> 8
  ///
  /// - Parameters:
  ///   - destination: `count` pixels of four `Int16`, in 64ths of a level.
  ///   - rows: Where the rows of ``ResampleWeights/inputs(of:)`` start, in order.
  ///   - weights: The weights of the vertical axis.
  ///   - sample: Which row of the result this is.
  ///   - count: Pixels in a row.
  public func resampleVertically(
    _ destination: UnsafeMutableRawPointer, rows: UnsafePointer<UnsafeRawPointer>, weights: ResampleWeights,
    sample: Int, count: Int
  ) {
    weights.weights.withUnsafeBufferPointer { all in
      let taps = all.baseAddress! + sample * weights.tapStride
      let tapCount = Int(weights.counts[sample])
      let done =
        switch level {
        #if canImport(PixelKernelsAVX2)
          case .avx2: PixelKernelsAVX2.resampleVertically(destination, rows, taps, tapCount, count)
          case .avx512: PixelKernelsAVX512.resampleVertically(destination, rows, taps, tapCount, count)
        #endif
        default: 0
        }
      Self.resampleVertically(destination, rows, taps, tapCount, (done * 4)..<(count * 4))
    }
  }

  /// The scalar first pass, over a range of channels, some at a time so that their sums stay at hand.
  private static func resampleVertically(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
    _ tapCount: Int, _ channels: Range<Int>
  ) {
    let shift = Int32(ResampleWeights.fractionBits - intermediateBits)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { sums in
      var start = channels.lowerBound
      while start < channels.upperBound {
        let length = min(sums.count, channels.upperBound - start)
        for offset in 0..<length { sums[offset] = 1 &<< (shift &- 1) }
        for tap in 0..<tapCount {
          let weight = Int32(taps[tap])
          let row = rows[tap] + start
          for offset in 0..<length {
            sums[offset] &+= Int32(row.load(fromByteOffset: offset, as: UInt8.self)) &* weight
          }
        }
        for offset in 0..<length {
          let value = Int16(truncatingIfNeeded: sums[offset] &>> shift)
          destination.storeBytes(of: value, toByteOffset: (start &+ offset) &* 2, as: Int16.self)
        }
        start += length
      }
    }
  }

  /// One row of the second pass: a finished row of premultiplied pixels from a row of the first pass.
  ///
  ///     value = max(0, min(255, (Σ weight · channel + 2¹⁹) >> 20)), and at most alpha
  ///
  /// - Parameters:
  ///   - destination: ``ResampleWeights/outputLength`` pixels.
  ///   - row: ``ResampleWeights/inputLength`` pixels of four `Int16`, as the first pass makes them, of which those in
  ///     ``ResampleWeights/inputs`` count; readable for ``ResampleWeights/rowPadding`` pixels more.
  ///   - weights: The weights of the horizontal axis.
  public func resampleHorizontally(
    _ destination: UnsafeMutableRawPointer, row: UnsafeRawPointer, weights: ResampleWeights
  ) {
    weights.weights.withUnsafeBufferPointer { taps in
      weights.firsts.withUnsafeBufferPointer { firsts in
        weights.counts.withUnsafeBufferPointer { counts in
          let (taps, firsts, counts) = (taps.baseAddress!, firsts.baseAddress!, counts.baseAddress!)
          let (stride, count) = (weights.tapStride, weights.outputLength)
          let done =
            switch level {
            #if canImport(PixelKernelsAVX2)
              case .avx2: PixelKernelsAVX2.resampleHorizontally(destination, row, taps, stride, firsts, counts, count)
              case .avx512:
                PixelKernelsAVX512.resampleHorizontally(destination, row, taps, stride, firsts, counts, count)
            #endif
            default: 0
            }
          for sample in done..<count {
            let pixel = Self.resampledPixel(
              row + Int(firsts[sample]) * 8, taps + sample * stride, Int(counts[sample]))
            destination.setPixel(sample, pixel)
          }
        }
      }
    }
  }

  /// The scalar second pass for one sample, whose first source pixel is at `pixels`.
  private static func resampledPixel(
    _ pixels: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapCount: Int
  ) -> UInt32 {
    let shift = Int32(ResampleWeights.fractionBits + intermediateBits)
    let half: Int32 = 1 &<< (shift &- 1)
    var (red, green, blue, alpha) = (half, half, half, half)
    for tap in 0..<tapCount {
      let weight = Int32(taps[tap])
      let pixel = pixels.loadUnaligned(fromByteOffset: tap &* 8, as: SIMD4<Int16>.self)
      red &+= Int32(pixel.x) &* weight
      green &+= Int32(pixel.y) &* weight
      blue &+= Int32(pixel.z) &* weight
      alpha &+= Int32(pixel.w) &* weight
    }
    let opacity = max(0, min(255, alpha &>> shift))
    func channel(_ sum: Int32) -> UInt32 { UInt32(bitPattern: max(0, min(opacity, sum &>> shift))) }
    return channel(red) | channel(green) &<< 8 | channel(blue) &<< 16 | UInt32(bitPattern: opacity) &<< 24
  }
}
