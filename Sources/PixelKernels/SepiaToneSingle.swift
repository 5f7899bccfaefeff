// The sepia tone in single precision: for linear light, and for 16 bits. Its additions, products, quotients and roots
// are those that IEEE 754 rounds the same everywhere; powers come from curves that are straight between many points.

extension Kernels {
  /// Pixels in linear light, of four channels of the type `Channel`.
  static func sepiaToneLinear<Channel: FixedWidthInteger & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ channel: Channel.Type, intensity: Float,
    count: Int
  ) {
    SepiaToneCurves.shared.withPointers { _, _, tone in
      for index in 0..<count {
        tonePixel(destination, source, channel, index, tone, intensity, light: { $0 }, value: { $0 })
      }
    }
  }

  /// Pixels in encoded sRGB, of four channels of the type `Channel`.
  static func sepiaToneEncoded<Channel: FixedWidthInteger & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ channel: Channel.Type, intensity: Float,
    count: Int
  ) {
    SepiaToneCurves.shared.withPointers { decode, encode, tone in
      for index in 0..<count {
        tonePixel(
          destination, source, channel, index, tone, intensity,
          light: { decode.curve(at: $0) }, value: { encode.curve(at: $0.squareRoot()) })
      }
    }
  }

  /// Tones the pixel at `index`. `light` makes linear light of a straight value, and `value` the opposite; all are 0…1.
  @inline(__always)
  private static func tonePixel<Channel: FixedWidthInteger & BitwiseCopyable>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _: Channel.Type, _ index: Int,
    _ tone: UnsafePointer<SIMD4<Float>>, _ intensity: Float, light: (Float) -> Float, value: (Float) -> Float
  ) {
    let size = MemoryLayout<Channel>.size
    let place = index &* 4 &* size
    let alpha = source.loadUnaligned(fromByteOffset: place &+ 3 &* size, as: Channel.self)
    let opacity = Float(alpha)
    // Where alpha is 0, so is each straight value and the whole result.
    let reciprocal = alpha == 0 ? 0 : 1 / opacity

    func straightLight(_ number: Int) -> Float {
      let channel = source.loadUnaligned(fromByteOffset: place &+ number &* size, as: Channel.self)
      return light(min(1, Float(channel) * reciprocal))
    }
    let (red, green, blue) = (straightLight(0), straightLight(1), straightLight(2))
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let toned = tone.curve(at: luminance.squareRoot())

    func finish(_ number: Int, _ light: Float, _ tone: Float) {
      let mixed = (1 - intensity) * light + intensity * tone
      let rounded = Int32(value(mixed) * opacity + 0.5)
      let channel = Channel(truncatingIfNeeded: min(Int32(alpha), rounded))
      destination.storeBytes(of: channel, toByteOffset: place &+ number &* size, as: Channel.self)
    }
    finish(0, red, toned.x)
    finish(1, green, toned.y)
    finish(2, blue, toned.z)
    destination.storeBytes(of: alpha, toByteOffset: place &+ 3 &* size, as: Channel.self)
  }
}
