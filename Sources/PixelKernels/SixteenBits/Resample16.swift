import PixelCore

// The passes over 16-bit channels, with 64-bit sums. In the vertical pass a sum is below 65 535 · 3 · 2²⁴; in the
// horizontal pass it is below 131 070 · 256 · 3 · 2²⁴, not quite 2⁵¹.

extension Kernels {
  /// The first pass. `taps` are the taps of this sample.
  func resampleVertically16(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int32>,
    _ tapCount: Int, _ count: Int
  ) {
    let done = vectors.resampleVertically16(destination, rows, taps, tapCount, count)
    Self.resampleVertically16(destination, rows, taps, tapCount, (done * 4)..<(count * 4))
  }

  /// The scalar first pass over a range of channels, in pieces so that the sums stay in the cache.
  private static func resampleVertically16(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, _ taps: UnsafePointer<Int32>,
    _ tapCount: Int, _ channels: Range<Int>
  ) {
    let shift = Int64(PixelFormat.Depth.sixteen.weightBits - PixelFormat.Depth.sixteen.betweenBits)
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: 256) { sums in
      var start = channels.lowerBound
      while start < channels.upperBound {
        let length = min(sums.count, channels.upperBound - start)
        for offset in 0..<length { sums[offset] = 1 &<< (shift &- 1) }
        for tap in 0..<tapCount {
          let weight = Int64(taps[tap])
          let row = rows[tap] + start &* 2
          for offset in 0..<length {
            sums[offset] &+= Int64(row.loadUnaligned(fromByteOffset: offset &* 2, as: UInt16.self)) &* weight
          }
        }
        for offset in 0..<length {
          let value = Int32(truncatingIfNeeded: sums[offset] &>> shift)
          destination.storeBytes(of: value, toByteOffset: (start &+ offset) &* 4, as: Int32.self)
        }
        start += length
      }
    }
  }

  /// The second pass. `taps` are the taps of all samples, `tapStride` apart.
  func resampleHorizontally16(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapStride: Int,
    _ firsts: UnsafePointer<Int32>, _ counts: UnsafePointer<Int32>, _ count: Int
  ) {
    var done = 0
    while done < count {
      done += vectors.resampleHorizontally16(
        destination + done * 8, row, taps + done * tapStride, tapStride, firsts + done, counts + done, count - done)
      for sample in done..<min(done + 2, count) {
        let pixels = row + Int(firsts[sample]) * 16
        let pixel = Self.resampledPixel16(pixels, taps + sample * tapStride, Int(counts[sample]))
        destination.storeBytes(of: pixel, toByteOffset: sample * 8, as: UInt64.self)
      }
      done += 2
    }
  }

  /// The scalar second pass for one sample, whose first source pixel is at `pixels`.
  private static func resampledPixel16(
    _ pixels: UnsafeRawPointer, _ taps: UnsafePointer<Int32>, _ tapCount: Int
  ) -> UInt64 {
    let shift = Int64(PixelFormat.Depth.sixteen.weightBits + PixelFormat.Depth.sixteen.betweenBits)
    let half: Int64 = 1 &<< (shift &- 1)
    var (red, green, blue, alpha) = (half, half, half, half)
    for tap in 0..<tapCount {
      let weight = Int64(taps[tap])
      let pixel = pixels.loadUnaligned(fromByteOffset: tap &* 16, as: SIMD4<Int32>.self)
      red &+= Int64(pixel.x) &* weight
      green &+= Int64(pixel.y) &* weight
      blue &+= Int64(pixel.z) &* weight
      alpha &+= Int64(pixel.w) &* weight
    }
    if alpha &- half > 65_535 &<< shift {
      // Sums are below 2⁵¹. 65535 times that would overflow, so the last bits are dropped.
      func channel(_ sum: Int64) -> UInt64 {
        let (sum, whole) = ((sum &- half) &>> 6, (alpha &- half) &>> 6)
        return sum <= 0 ? 0 : UInt64(min(65_535, (131_070 &* sum &+ whole) / (2 &* whole)))
      }
      return channel(red) | channel(green) &<< 16 | channel(blue) &<< 32 | 65_535 &<< 48
    }
    let opacity = max(0, alpha &>> shift)
    func channel(_ sum: Int64) -> UInt64 { UInt64(bitPattern: max(0, min(opacity, sum &>> shift))) }
    return channel(red) | channel(green) &<< 16 | channel(blue) &<< 32 | UInt64(bitPattern: opacity) &<< 48
  }
}
