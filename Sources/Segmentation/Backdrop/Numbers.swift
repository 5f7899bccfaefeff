/// Returns a smooth step from 0 at `low` to 1 at `high`.
@inline(__always)
func smoothstep(_ value: Float, _ low: Float, _ high: Float) -> Float {
  let t = min(max((value - low) / (high - low), 0), 1)
  return t * t * (3 - 2 * t)
}

extension Float {
  /// The whole part of a number from 0 up to 2²³.
  ///
  /// A conversion ends the program outside its range, and a loop with such an exit isn't vectorised. Adding 2²³ rounds to
  /// a whole number, whose bits are then those of the integer.
  @inline(__always)
  package var whole: Int32 {
    let rounded = self + 0x1p23
    let number = Int32(truncatingIfNeeded: rounded.bitPattern & 0x7F_FFFF)
    return rounded - 0x1p23 > self ? number &- 1 : number
  }
}

extension Double {
  /// The whole part of a number from 0 up to 2³¹. See `Float.whole`.
  @inline(__always)
  package var whole: Int32 {
    let rounded = self + 0x1p52
    let number = Int32(truncatingIfNeeded: Int64(bitPattern: rounded.bitPattern))
    return rounded - 0x1p52 > self ? number &- 1 : number
  }
}

extension SIMD4<Float> {
  /// Mean of red, green and blue.
  @inline(__always)
  var mean: Float { (x + y + z) / 3 }

  /// Returns the values clamped to 0...most. The standard library's `clamped` is a call for each limit.
  @inline(__always)
  func limited(to most: Float) -> SIMD4 {
    func limited(_ value: Float) -> Float { Swift.min(Swift.max(value, 0), most) }
    return SIMD4(limited(x), limited(y), limited(z), limited(w))
  }
}
