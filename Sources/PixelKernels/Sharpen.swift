import PixelCore

// Unsharp masking: adds to an image the difference between its luminance and the blurred luminance.
//
// Luminance has the format of a channel between the steps of a blur: 7 fractional bits for 8-bit pixels, none for
// 16-bit pixels. So the blur's loops can be used, for one channel instead of four.

extension Kernels {
  /// Computes the luminance of `count` premultiplied pixels: 0.2126 of red, 0.7152 of green and 0.0722 of blue in units
  /// of 1/32768, rounded.
  public func luminance(
    _ destination: UnsafeMutablePointer<UInt16>, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      for x in 0..<count {
        let pixel = source.load(fromByteOffset: 4 &* x, as: UInt32.self)
        let sum = (pixel & 0xFF) &* 6967 &+ (pixel &>> 8 & 0xFF) &* 23436 &+ (pixel &>> 16 & 0xFF) &* 2365
        destination[x] = UInt16(truncatingIfNeeded: (sum &+ 128) &>> 8)
      }
    case .sixteen:
      for x in 0..<count {
        let pixel = source.load(fromByteOffset: 8 &* x, as: UInt64.self)
        let sum = (pixel & 0xFFFF) &* 6967 &+ (pixel &>> 16 & 0xFFFF) &* 23436 &+ (pixel &>> 32 & 0xFFFF) &* 2365
        destination[x] = UInt16(truncatingIfNeeded: (sum &+ 16384) &>> 15)
      }
    }
  }

  /// Adds to the colours of `count` pixels the difference between their luminance and the blurred luminance, reduced by
  /// a threshold, times `amount`. Results are clamped to 0…alpha.
  ///
  /// - Parameters:
  ///   - luminance: The luminance of the pixels. `blurred` is the same after a blur.
  ///   - threshold: In units of the luminance.
  ///   - amount: In units of 1/4096; at most 8.
  public func sharpen(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, luminance: UnsafePointer<UInt16>,
    blurred: UnsafePointer<UInt16>, threshold: Int32, amount: Int32, count: Int, depth: PixelFormat.Depth
  ) {
    @inline(__always)
    func detail(_ x: Int) -> Int32 {
      let difference = Int32(luminance[x]) &- Int32(blurred[x])
      return max(difference &- threshold, 0) &+ min(difference &+ threshold, 0)
    }
    switch depth {
    case .eight:
      for x in 0..<count {
        let pixel = source.load(fromByteOffset: 4 &* x, as: UInt32.self)
        // Removes 7 and 12 fractional bits.
        let more = (detail(x) &* amount &+ 1 &<< 18) &>> 19
        let alpha = Int32(pixel &>> 24)
        func channel(_ value: UInt32) -> UInt32 {
          UInt32(truncatingIfNeeded: min(max(Int32(value & 0xFF) &+ more, 0), alpha))
        }
        let sharpened =
          channel(pixel) | channel(pixel &>> 8) &<< 8 | channel(pixel &>> 16) &<< 16 | pixel & 0xFF00_0000
        destination.storeBytes(of: sharpened, toByteOffset: 4 &* x, as: UInt32.self)
      }
    case .sixteen:
      for x in 0..<count {
        let pixel = source.load(fromByteOffset: 8 &* x, as: UInt64.self)
        let more = Int32(truncatingIfNeeded: (Int64(detail(x)) &* Int64(amount) &+ 1 &<< 11) &>> 12)
        let alpha = Int32(pixel &>> 48)
        func channel(_ value: UInt64) -> UInt64 {
          UInt64(truncatingIfNeeded: min(max(Int32(value & 0xFFFF) &+ more, 0), alpha))
        }
        let sharpened =
          channel(pixel) | channel(pixel &>> 16) &<< 16 | channel(pixel &>> 32) &<< 32 | pixel & 0xFFFF_0000_0000_0000
        destination.storeBytes(of: sharpened, toByteOffset: 8 &* x, as: UInt64.self)
      }
    }
  }
}
