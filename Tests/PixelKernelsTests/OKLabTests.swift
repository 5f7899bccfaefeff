import Foundation
import PixelKernels
import Testing

@Suite struct OKLabTests {
  /// Compared with Ottosson's formula in double precision, for all channels in steps of 15. In dark tones, one unit of
  /// 16-bit light is a larger step of the cube root.
  @Test func isCloseToTheFormula() {
    let light = (0...255).map { encoded -> Double in
      let value = Double(encoded) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    var (worst, worstInLight) = (0.0, 0.0)
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let (r, g, b) = (light[red], light[green], light[blue])
          let long = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
          let medium = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
          let short = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
          let lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
          let first = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
          let second = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
          let found = OKLab(encoded: UInt32(red | green << 8 | blue << 16))
          for (value, expected) in [(found.lightness, lightness), (found.a, first), (found.b, second)] {
            let error = abs(Double(value) - expected * 4096)
            worst = max(worst, error)
            if min(red, green, blue) >= 60 { worstInLight = max(worstInLight, error) }
          }
        }
      }
    }
    #expect(worst < 5)
    #expect(worstInLight < 1.5)
  }

  @Test func whiteAndBlackAreNeutral() {
    #expect(OKLab(encoded: 0xFF_FFFF) == OKLab(lightness: 4096, a: 0, b: 0))
    #expect(OKLab(encoded: 0) == OKLab(lightness: 0, a: 0, b: 0))
  }
}
