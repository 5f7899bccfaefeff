import PixelCore

/// The curves of Core Image's sepia, each linear between 4097 points. They take 98 kB and are made on first use.
///
/// Values are 0…1. Between its points a curve has an error of less than 1/10 of a 65 535th. Only the red tone below a
/// luminance of 10⁻⁶ has a stronger bend; there encoded pixels have errors of up to 1/8 of a 65 535th.
struct SepiaToneCurves: Sendable {
  static let shared = SepiaToneCurves()

  /// Distance between the tones of consecutive points: red, green and blue are adjacent, with one unused number.
  static let toneStride = 4

  /// Steps of a curve: the 12 upper bits of the 23 fractional bits that single precision has at 1.
  private static let steps = 4096

  /// Linear light by encoded sRGB value.
  private let decode: [Float]
  /// Encoded sRGB value by the square root of linear light.
  private let encode: [Float]
  /// The tone by the square root of luminance.
  private let tone: [Float]

  private init() {
    // One more point after 1, equal to the last, so that a position at 1 has a next point too.
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

  /// Calls `body` with pointers to the curves' points.
  func withPointers(
    _ body: (_ decode: UnsafePointer<Float>, _ encode: UnsafePointer<Float>, _ tone: UnsafePointer<Float>) -> Void
  ) {
    decode.withUnsafeBufferPointer { decode in
      encode.withUnsafeBufferPointer { encode in
        tone.withUnsafeBufferPointer { tone in body(decode.baseAddress!, encode.baseAddress!, tone.baseAddress!) }
      }
    }
  }

  /// Returns the position of `value`, 0…1, on a curve: the point before it, and the fraction of the distance to the
  /// next.
  ///
  /// Extracted from the bits of 1 + value. With checked conversions to integers, the sepia tone took twice as long.
  @inline(__always)
  static func position(_ value: Float) -> (point: Int, fraction: Float) {
    let place = (1 + value).bitPattern &- Float(1).bitPattern
    return (Int(place &>> 11), Float(place & 0x7FF) * 0x1p-11)
  }
}

extension UnsafePointer<Float> {
  /// Returns the curve at a position, with its points `stride` apart.
  @inline(__always)
  func curve(at position: (point: Int, fraction: Float), stride: Int = 1) -> Float {
    let (point, next) = (self[position.point &* stride], self[(position.point &+ 1) &* stride])
    return point + (next - point) * position.fraction
  }

  /// Returns the curve at `value`, 0…1.
  @inline(__always)
  func curve(at value: Float) -> Float { curve(at: SepiaToneCurves.position(value)) }
}
