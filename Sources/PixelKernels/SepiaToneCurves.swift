import PixelCore

/// The curves that Core Image's sepia is made of, each straight between 4097 points. They take 99 kB and are made once,
/// when first used.
///
/// All values are 0…1. The error of a curve is below 0.1 of a 65 535th, except where it bends most: the red tone of a
/// luminance below 10⁻⁶.
struct SepiaToneCurves: Sendable {
  static let shared = SepiaToneCurves()

  /// The steps of a curve.
  private static let steps = 4096

  /// sRGB decoded: linear light over the encoded value.
  private let decode: [Float]
  /// sRGB encoded: the encoded value over the square root of linear light.
  private let encode: [Float]
  /// The tone, as red, green, blue and 0, over the square root of luminance.
  private let tone: [SIMD4<Float>]

  private init() {
    // Behind 1 stands one point more, the same as at 1: a position there has a point behind it too.
    let places = (0...Self.steps).map { Double($0) / Double(Self.steps) } + [1]
    decode = places.map { Float(TransferCurve.decode($0)) }
    encode = places.map { Float(TransferCurve.encode($0 * $0)) }
    tone = places.map { root in
      let luminance = root * root
      return SIMD4(
        Float(ExactMath.power(luminance, 0.781)), Float(0.9888 * ExactMath.power(luminance, 1.0849)),
        Float(0.9145 * ExactMath.power(luminance, 1.9023)), 0)
    }
  }

  /// Hands out the curves as pointers to their points.
  func withPointers(
    _ body: (_ decode: UnsafePointer<Float>, _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<SIMD4<Float>>) ->
      Void
  ) {
    decode.withUnsafeBufferPointer { decode in
      encode.withUnsafeBufferPointer { encode in
        tone.withUnsafeBufferPointer { tone in body(decode.baseAddress!, encode.baseAddress!, tone.baseAddress!) }
      }
    }
  }

  /// Where `value`, 0…1, lies on a curve: the point before it, and how far it is on the way to the next one.
  @inline(__always)
  static func position(_ value: Float) -> (point: Int, fraction: Float) {
    let place = value * Float(steps)
    let point = Int32(place)
    return (Int(point), place - Float(point))
  }
}

extension UnsafePointer<Float> {
  /// The curve at `value`, 0…1.
  @inline(__always)
  func curve(at value: Float) -> Float {
    let (point, fraction) = SepiaToneCurves.position(value)
    return self[point] + (self[point &+ 1] - self[point]) * fraction
  }
}

extension UnsafePointer<SIMD4<Float>> {
  /// The four curves at `value`, 0…1.
  @inline(__always)
  func curve(at value: Float) -> SIMD4<Float> {
    let (point, fraction) = SepiaToneCurves.position(value)
    return self[point] + (self[point &+ 1] - self[point]) * fraction
  }
}
