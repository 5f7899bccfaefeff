import Foundation
import PixelCore
import Testing

/// The platform's functions are the independent reference: close to the true value on every machine, if not identical.
@Suite struct ExactMathTests {
  @Test func powersAgreeWithThePlatform() {
    for step in 1...2000 {
      let base = Double(step) / 2000
      for exponent in [0.4166, 0.781, 1.0849, 1.9023, 2.4] {
        let expected = pow(base, exponent)
        #expect(abs(ExactMath.power(base, exponent) - expected) <= 1e-13 * expected)
      }
    }
    #expect(ExactMath.power(0, 0.781) == 0)
  }

  @Test func sinesAgreeWithThePlatform() {
    for step in -4000...4000 {
      let x = Double(step) / 997
      #expect(abs(ExactMath.sinePi(x) - sin(Double.pi * x)) < 1e-14 * 10)
    }
    #expect((-6...6).allSatisfy { ExactMath.sinePi(Double($0)) == 0 })
  }

  @Test func arcsinesAgreeWithThePlatform() {
    for step in -1000...1000 {
      let x = Double(step) / 1000
      #expect(abs(ExactMath.arcsine(x) - asin(x)) < 1e-13)
    }
  }
}
