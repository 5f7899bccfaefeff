import PixelCore

/// The curves that Core Image's sepia is made of, each straight between 4097 points. They take 98 kB and are made once,
/// when first used.
///
/// Values are 0…1. Between its points a curve is wrong by less than 1/10 of a 65 535th. Only the red tone below a luminance
/// of 10⁻⁶ bends more; there encoded pixels are wrong by up to 1/8 of one.
struct SepiaToneCurves: Sendable {
  static let shared = SepiaToneCurves()

  /// From a point's tone to the next one's: red, green and blue lie side by side, with one number unused.
  static let toneStride = 4

  /// The steps of a curve: the 12 upper bits of the 23 that single precision has behind the point of 1.
  private static let steps = 4096

  /// sRGB decoded: linear light over the encoded value.
  private let decode: [Float]
  /// sRGB encoded: the encoded value over the square root of linear light.
  private let encode: [Float]
  /// The tone over the square root of luminance.
  private let tone: [Float]

  private init() {
    // Behind 1 stands one point more, the same as at 1: a position there has a point behind it too.
    let places = (0...Self.steps).map { Double($0) / Double(Self.steps) } + [1]
    decode = places.map { Float(TransferCurve.decode($0)) }
    encode = places.map { Float(TransferCurve.encode($0 * $0)) }
    tone = places.flatMap { root in
      let luminance = root * root
      return [
        Float(ExactMath.power(luminance, 0.781)), Float(0.9888 * ExactMath.power(luminance, 1.0849)),
        Float(0.9145 * ExactMath.power(luminance, 1.9023)), 0,
      ]
    }
  }

  /// Hands out the curves as pointers to their points.
  func withPointers(
    _ body: (_ decode: UnsafePointer<Float>, _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<Float>) -> Void
  ) {
    decode.withUnsafeBufferPointer { decode in
      encode.withUnsafeBufferPointer { encode in
        tone.withUnsafeBufferPointer { tone in body(decode.baseAddress!, encode.baseAddress!, tone.baseAddress!) }
      }
    }
  }

  /// Where `value`, 0…1, lies on a curve: the point before it, and how far it is on the way to the next one.
  ///
  /// They are read from the bits of 1 + value. With conversions to whole numbers, which check first that they can be done,
  /// the sepia tone took twice as long.
  @inline(__always)
  static func position(_ value: Float) -> (point: Int, fraction: Float) {
    let place = (1 + value).bitPattern &- Float(1).bitPattern
    return (Int(place &>> 11), Float(place & 0x7FF) * 0x1p-11)
  }
}

extension UnsafePointer<Float> {
  /// The curve at a position, its points `stride` apart.
  @inline(__always)
  func curve(at position: (point: Int, fraction: Float), stride: Int = 1) -> Float {
    let (point, next) = (self[position.point &* stride], self[(position.point &+ 1) &* stride])
    return point + (next - point) * position.fraction
  }

  /// The curve at `value`, 0…1.
  @inline(__always)
  func curve(at value: Float) -> Float { curve(at: SepiaToneCurves.position(value)) }
}
