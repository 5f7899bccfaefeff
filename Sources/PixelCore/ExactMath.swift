/// Elementary functions made only of additions, multiplications, divisions and square roots.
///
/// IEEE 754 rounds these operations in the same way on every machine, unlike a platform's `pow` or `sin`. So tables and
/// weights computed with them are the same everywhere. Relative errors are below 1e-13, far finer than the integers
/// they are rounded to. Not for inner loops.
public enum ExactMath {
  private static let ln2 = 0.693147180559945309417232121458
  private static let pi = 3.14159265358979323846264338328

  /// Returns `base` to the power `exponent`, for `base ≥ 0`.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    if base == 0 { return exponent == 0 ? 1 : 0 }
    return exponential(exponent * logarithm(base))
  }

  /// Returns `eˣ`: x = k·ln 2 + r with |r| ≤ ½ ln 2, then the Taylor series of `eʳ`.
  public static func exponential(_ x: Double) -> Double {
    let k = (x / ln2).rounded()
    let r = x - k * ln2
    var term = 1.0
    var sum = 1.0
    for n in 1...20 {
      term = term * r / Double(n)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(k), significand: 1) * sum
  }

  /// Returns the natural logarithm of `x > 0`: x = 2ᵏ·m with m near 1, then `ln m = 2·artanh((m − 1)/(m + 1))`.
  public static func logarithm(_ x: Double) -> Double {
    var k = x.exponent
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      k += 1
    }
    let z = (m - 1) / (m + 1)
    let square = z * z
    var power = z
    var sum = z
    for n in 1...16 {
      power *= square
      sum += power / Double(2 * n + 1)
    }
    return Double(k) * ln2 + 2 * sum
  }

  /// Returns `sin(π·x)`, exactly 0 for whole numbers.
  public static func sinePi(_ x: Double) -> Double {
    // sin(π(n + f)) = (−1)ⁿ sin(πf) with |f| ≤ ½.
    let n = x.rounded()
    let angle = (x - n) * pi
    let square = angle * angle
    var term = angle
    var sum = angle
    for k in 1...12 {
      let divisor = 2 * k * (2 * k + 1)
      term = -term * square / Double(divisor)
      sum += term
    }
    return n.remainder(dividingBy: 2) == 0 ? sum : -sum
  }

  /// Returns the angle in −π/2…π/2 whose sine is `x`, for |x| ≤ 1.
  public static func arcsine(_ x: Double) -> Double {
    let cosine = ((1 - x) * (1 + x)).squareRoot()
    return cosine == 0 ? (x < 0 ? -pi / 2 : pi / 2) : arctangent(x / cosine)
  }

  /// Returns the angle in −π/2…π/2 whose tangent is `x`: halved three times by `tan(a/2) = t / (1 + √(1 + t²))`, then a
  /// series.
  public static func arctangent(_ x: Double) -> Double {
    if x.magnitude > 1e150 { return x < 0 ? -pi / 2 : pi / 2 }
    var t = x
    for _ in 0..<3 { t = t / (1 + (1 + t * t).squareRoot()) }
    let square = t * t
    var power = t
    var sum = t
    for n in 1...16 {
      power *= -square
      sum += power / Double(2 * n + 1)
    }
    return 8 * sum
  }
}
