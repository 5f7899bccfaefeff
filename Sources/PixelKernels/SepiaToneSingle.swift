import PixelCore

// The sepia tone in single precision: at 16 bits, and in linear light. It uses only sums, products, quotients and
// roots, which IEEE 754 rounds the same everywhere. Powers come from piecewise linear curves with many points.

extension Kernels {
  /// Applies the sepia tone to 16-bit pixels.
  func sepiaTone16(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transfer: PixelFormat.Transfer,
    intensity: Float, count: Int
  ) {
    let isEncoded = transfer == .encoded
    SepiaToneCurves.shared.withPointers { decode, encode, tone in
      let done = vectors.sepiaTone16(
        destination, source, decode, encode, tone, isEncoded, intensity, count)
      if isEncoded {
        for index in done..<count {
          Self.tonePixel(
            destination, source, UInt16.self, index, tone, intensity,
            light: { decode.curve(at: $0) }, value: { encode.curve(at: $0.squareRoot()) })
        }
      } else {
        for index in done..<count {
          Self.tonePixel(destination, source, UInt16.self, index, tone, intensity, light: { $0 }, value: { $0 })
        }
      }
    }
  }

  /// Applies the sepia tone to 8-bit pixels in linear light.
  func sepiaToneLinear8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, intensity: Float, count: Int
  ) {
    SepiaToneCurves.shared.withPointers { _, _, tone in
      for index in 0..<count {
        Self.tonePixel(destination, source, UInt8.self, index, tone, intensity, light: { $0 }, value: { $0 })
      }
    }
  }

  /// Tones the pixel at `index`, with four channels of the type `Channel`. `light` converts a straight value to linear
  /// light, and `value` converts back; all are 0…1.
  @inline(__always)
  private static func tonePixel<Channel: FixedWidthInteger & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _: Channel.Type, _ index: Int,
    _ tone: UnsafePointer<Float>, _ intensity: Float, light: (Float) -> Float, value: (Float) -> Float
  ) {
    let size = MemoryLayout<Channel>.size
    let pixel = source + index &* 4 &* size
    let result = destination + index &* 4 &* size
    let alpha = pixel.loadUnaligned(fromByteOffset: 3 &* size, as: Channel.self)
    let opacity = Float(alpha)
    // If alpha is 0, all straight values and the result are 0.
    let reciprocal = alpha == 0 ? 0 : 1 / opacity

    func straightLight(_ number: Int) -> Float {
      let channel = pixel.loadUnaligned(fromByteOffset: number &* size, as: Channel.self)
      return light(min(1, Float(channel) * reciprocal))
    }
    let (red, green, blue) = (straightLight(0), straightLight(1), straightLight(2))
    let place = SepiaToneCurves.position((0.2126 * red + 0.7152 * green + 0.0722 * blue).squareRoot())

    func finish(_ number: Int, _ light: Float) {
      let toned = (tone + number).curve(at: place, stride: SepiaToneCurves.toneStride)
      let mixed = (1 - intensity) * light + intensity * toned
      // 2²³ has no fractional bits, so the sum is rounded to an integer.
      let rounded = (min(1, value(mixed)) * opacity + 0x1p23).bitPattern
      result.storeBytes(of: Channel(truncatingIfNeeded: rounded), toByteOffset: number &* size, as: Channel.self)
    }
    finish(0, red)
    finish(1, green)
    finish(2, blue)
    result.storeBytes(of: alpha, toByteOffset: 3 &* size, as: Channel.self)
  }
}
