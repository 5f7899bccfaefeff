import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

// The passes over channels of 8 bits. In the horizontal one a sum is below 510 · 64 · 3 · 2¹⁴, which 32 bits hold.

extension Kernels {
  /// The first pass. `taps` are the sample's own.
  func resampleVertically8(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
    _ tapCount: Int, _ count: Int
  ) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.resampleVertically(destination, rows, taps, tapCount, count)
        case .avx512: PixelKernelsAVX512.resampleVertically(destination, rows, taps, tapCount, count)
      #endif
      default: 0
      }
    Self.resampleVertically8(destination, rows, taps, tapCount, (done * 4)..<(count * 4))
  }

  /// The scalar first pass, over a range of channels, some at a time so that their sums stay at hand.
  private static func resampleVertically8(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int16>,
    _ tapCount: Int, _ channels: Range<Int>
  ) {
    let shift = Int32(PixelFormat.Depth.eight.weightBits - PixelFormat.Depth.eight.betweenBits)
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

  /// The second pass. `taps` are those of all samples, each `tapStride` behind the one before.
  func resampleHorizontally8(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapStride: Int,
    _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
  ) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.resampleHorizontally(destination, row, taps, tapStride, firsts, counts, count)
        case .avx512: PixelKernelsAVX512.resampleHorizontally(destination, row, taps, tapStride, firsts, counts, count)
      #endif
      default: 0
      }
    for sample in done..<count {
      let pixels = row + Int(firsts[sample]) * 8
      destination.setPixel(
        sample, Self.resampledPixel8(pixels, taps + sample * tapStride, Int(counts[sample])))
    }
  }

  /// The scalar second pass for one sample, whose first source pixel is at `pixels`.
  private static func resampledPixel8(
    _ pixels: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapCount: Int
  ) -> UInt32 {
    let shift = Int32(PixelFormat.Depth.eight.weightBits + PixelFormat.Depth.eight.betweenBits)
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
